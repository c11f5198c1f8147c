// Which cards move, from where to where, as the events of the server say: plain values, nothing is drawn here.
import type { SeenEntry } from '../net/messages';
import type { View } from './viewNotation';

export interface Flight {
  face: string;
  source: string;
  target: string;
  /** It comes from a hidden place, whatever lies open there. */
  turned?: boolean;
}

/** Every movement of a card, in order; a card that goes on from where it has come flies all the way at once. */
export function flightsOf(entries: SeenEntry[]): Flight[] {
  const flights: Flight[] = [];
  for (const flight of cardEvents(entries, 'move')) {
    const begun = flight.face === '?' ? undefined : flights.find(({ face, target }) => face === flight.face && target === flight.source);
    if (begun) begun.target = flight.target;
    else flights.push(flight);
  }
  return flights.filter((flight) => flight.source !== flight.target);
}

/** Cards that are turned up where they lie. */
export const turnsOf = (entries: SeenEntry[]): Flight[] => cardEvents(entries, 'turn');

/** Does a new deal follow? Then what was turned up must be seen before it is gone. */
export const endsRound = (entries: SeenEntry[]): boolean =>
  entries.some((entry) => entry.events?.some(({ kind }) => kind === 'shuffle') && entry.events.some(({ kind }) => kind === 'turn'));

function cardEvents(entries: SeenEntry[], kind: string): Flight[] {
  return entries.flatMap((entry) => entry.events ?? []).filter((event) => event.kind === kind).map(({ details }) => ({
    face: String(details['card']), source: String(details['source']), target: String(details['target']),
  })); // prettier-ignore
}

/** The cards that lie before the seats, one round of them after the other, as if dealt from the stock. */
export function dealtFlights(view: View, most: number): Flight[] {
  const hands = view.seats.map((seat) => seat.places.flatMap((at) => at.cards.map((face) => ({ face, source: 'stock', target: at.label, turned: true }))));
  const longest = Math.max(0, ...hands.map((cards) => cards.length));
  const rounds = Array.from({ length: longest }, (_, i) => hands.map((cards) => cards[i]));
  return rounds.flat().filter((flight) => flight !== undefined && flight.face !== '_').slice(0, most) as Flight[];
}

/** Names under which a place may be found, the closest first: `A.zone3`, `A.zone`, `A`, `middle`. */
export function placesNear(label: string): string[] {
  const bare = label.replace(/\d+$/, '');
  const seat = label.includes('.') ? [label.slice(0, 1)] : [];
  return [...new Set([label, bare, ...seat, 'middle'])];
}

/** How long after the first each movement begins: one by one, but many of them closer together. */
export const stagger = (count: number): number => Math.min(110, 520 / Math.max(1, count));

/** From one slot of a table to another: on the table cards lie face down. */
export const isUnseen = ({ source, target }: Flight): boolean => [source, target].every((label) => /\.grid\d+$/.test(label));
