// An update in which more happens than the eye can follow is shown in scenes: each is some of its events, and how the
// table looks after them. The cards go where the events say; nothing is worked out here.
import type { SeenEntry, SeenEvent } from '../net/messages';
import { placeAt, type Place, type View } from './viewNotation';

export interface Scene {
  events: SeenEvent[];
  /** How the table looks after it. */
  view: View;
  /** How long it is looked at, in ms. */
  hold: number;
  /** It may be cut short when the game has gone on meanwhile. */
  brief: boolean;
  /** Its cards move all at once. */
  together: boolean;
}

interface Cut {
  events: SeenEvent[];
  hold: number;
  brief?: boolean;
  together?: boolean;
}

const REVEAL = 1100;
const VERDICT = 1700;
const COLLECT = 2200;
const ROUND = 7000;
const SLAP = 1500;

const VERDICTS = ['kododo', 'over_limit', 'tied', 'majority', 'nobody'];

const CUTS: Record<string, (events: SeenEvent[]) => Cut[]> = { '5211': cut5211, kombio: cutKombio };

/** The scenes before the last one, which is the new standing itself; none for what is seen at a glance. */
export function scenesOf(game: string, view: View | null, entries: SeenEntry[]): Scene[] {
  const events = entries.flatMap((entry) => entry.events ?? []);
  const cuts = view ? (CUTS[game]?.(events) ?? []) : [];
  let after = view;
  return cuts.filter((cut) => cut.events.length).map(({ events, hold, brief = false, together = false }) => {
    after = withEvents(after as View, events);
    return { events, hold, brief, together, view: after };
  }); // prettier-ignore
}

/** 5211: the choice, the reveal of all together, each verdict by itself, then the cards that score. */
function cut5211(events: SeenEvent[]): Cut[] {
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

function lastOf(events: SeenEvent[], is: (event: SeenEvent) => boolean): number {
  return events.reduce((last, event, i) => (is(event) ? i : last), -1);
}

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

/** Kombio: at the end of a round, what led to it; then all cards turned up, with the points. */
function cutKombio(events: SeenEvent[]): Cut[] {
  const score = events.findIndex(({ kind }) => kind === 'score');
  if (score < 0) return [];
  let start = score;
  while (start > 0 && ['turn', 'caller_best', 'caller_beaten', 'limit_turns', 'empty'].includes(events[start - 1]?.kind ?? '')) start--;
  const end = lastOf(events, ({ kind }) => kind === 'score') + 1;
  const slapped = events.some(({ kind }) => kind === 'right' || kind === 'wrong');
  return [{ events: events.slice(0, start), hold: slapped ? SLAP : 500 }, { events: events.slice(start, end), hold: ROUND, brief: true }];
}

/** The view after some events: their cards moved and turned. */
export function withEvents(view: View, events: SeenEvent[]): View {
  const copy: View = { ...view, places: view.places.map(copied), seats: view.seats.map((seat) => ({ ...seat, places: seat.places.map(copied) })) };
  for (const { kind, details } of events) {
    const [face, source, target] = [String(details['card']), String(details['source']), String(details['target'])];
    if (kind === 'turn') put(copy, source, face);
    if (kind === 'move') {
      take(copy, source, face);
      put(copy, target, face);
    }
  }
  return copy;
}

const copied = (place: Place): Place => ({ ...place, cards: [...place.cards], piles: [...place.piles] });

/** `A.grid3` is a slot of `A.grid`; its number, or 0 for a place that is none. */
const slotOf = (place: Place, label: string): number => (place.label === label ? 0 : Number(/\d+$/.exec(label)?.[0] ?? 0));

function take(view: View, label: string, face: string): void {
  const place = placeAt(view, label);
  if (!place) return;
  const slot = slotOf(place, label);
  if (slot) place.cards[slot - 1] = '_';
  else place.cards.splice(Math.max(0, place.cards.indexOf(place.cards.includes(face) ? face : '?')), 1);
  place.piles = place.cards.map((card) => [card]);
}

function put(view: View, label: string, face: string): void {
  const place = placeAt(view, label);
  if (!place) return;
  const slot = slotOf(place, label);
  while (slot > place.cards.length) place.cards.push('_');
  if (slot) place.cards[slot - 1] = face;
  else place.cards.unshift(face);
  place.piles = place.cards.map((card) => [card]);
}
