// An update of 5211 in scenes: the choice, the reveal of all together, each verdict by itself, then the cards that score.
import { lastOf, type Cut } from '../../board/sceneCuts';
import type { SeenEvent } from '../../net/messages';

const REVEAL = 1100; // ms that each is looked at
const VERDICT = 1700;
const COLLECT = 2200;

const VERDICTS = ['kododo', 'over_limit', 'tied', 'majority', 'nobody'];

export function cutScenes(events: SeenEvent[]): Cut[] {
  const reveal = events.findIndex(({ kind }) => kind === 'reveal');
  if (reveal < 0) return [];
  const shown = lastOf(events, (event) => comesFrom(event, 'chosen')) + 1;
  const cuts: Cut[] = [{ events: events.slice(0, reveal), hold: 0 }, { events: events.slice(reveal, shown), hold: REVEAL, together: true }];
  const verdict = events.findIndex(({ kind }) => VERDICTS.includes(kind));
  if (verdict < 0) return cuts;
  const drawn = { events: events.slice(shown, verdict), hold: 0 };
  const collected = events.slice(verdict).filter((event) => comesFrom(event, 'table') || event.kind === 'scored');
  return [...cuts, drawn, ...verdicts(events), { events: collected, hold: COLLECT }];
}

const comesFrom = ({ kind, details }: SeenEvent, place: string): boolean => kind === 'move' && String(details['source']).endsWith(`.${place}`);

/** Colours that are out for the same reason, with as many cards, are out together. */
function verdicts(events: SeenEvent[]): Cut[] {
  const found: Cut[] = [];
  for (const event of events.filter(({ kind }) => VERDICTS.includes(kind))) {
    const last = found.at(-1)?.events[0];
    if (last && last.kind === event.kind && last.details['count'] === event.details['count']) found.at(-1)?.events.push(event);
    else found.push({ events: [event], hold: VERDICT });
  }
  return found;
}
