// An update in which more happens than the eye can follow is shown in scenes: each is some of its events, and how the
// table looks after them. Where to cut, a game's folder says; the cards go where the events say.
import type { SeenEntry, SeenEvent } from '../net/messages';
import type { Cutter } from './sceneCuts';
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

/** The scenes before the last one, which is the new standing itself; none for what is seen at a glance. */
export function scenesOf(cut: Cutter | undefined, view: View | null, entries: SeenEntry[]): Scene[] {
  const events = entries.flatMap((entry) => entry.events ?? []);
  const cuts = view ? (cut?.(events) ?? []) : [];
  let after = view;
  return cuts.filter(({ events }) => events.length).map(({ events, hold, brief = false, together = false }) => {
    after = withEvents(after as View, events);
    return { events, hold, brief, together, view: after };
  }); // prettier-ignore
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
