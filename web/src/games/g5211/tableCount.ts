// What lies on the table, counted for the eye, and the choice that is being made. What scores is the server's to say.
import type { SeenEvent } from '../../net/messages';
import { seatPlace, type View } from '../../board/viewNotation';
import { isKododo } from './cards';

/** In the deck's order. */
export const COLOURS = ['B', 'G', 'Y', 'O', 'P'];

export const onTable = (view: View): string[] => view.seats.flatMap((seat) => seatPlace(seat, 'table')?.cards ?? []);
export const hasChosen = (view: View, seat: number): boolean => (seatPlace(view.seats[seat], 'chosen')?.cards.length ?? 0) > 0;

export const countOf = (cards: string[], colour: string): number => cards.filter((face) => face.startsWith(colour)).length;
export const kododos = (cards: string[]): number => cards.filter(isKododo).length;

/** Cards as they are laid out: by colour, then by number. */
export function sorted(cards: string[]): string[] {
  const rank = (face: string): number => COLOURS.indexOf(face[0] ?? '') * 10 + Number(face.slice(1));
  return [...cards].sort((a, b) => (a === '?' ? 1 : b === '?' ? -1 : rank(a) - rank(b)));
}

export type Mark = 'over_limit' | 'tied' | 'majority';

/** What has been said of each colour so far. */
export function marksOf(events: SeenEvent[]): Record<string, Mark> {
  const said = events.filter(({ kind }) => ['over_limit', 'tied', 'majority'].includes(kind));
  return Object.fromEntries(said.map(({ kind, details }) => [String(details['colour']), kind as Mark]));
}

/** The verdicts said last: tied colours are said together. */
export function latest(events: SeenEvent[]): SeenEvent[] {
  const said = events.filter(({ kind }) => ['kododo', 'over_limit', 'tied', 'majority', 'nobody'].includes(kind));
  const last = said.at(-1);
  return said.filter(({ kind, details }) => kind === last?.kind && details['count'] === last.details['count']);
}

/** How many cards are to be chosen. */
export const needed = (moves: string[]): number => moves[0]?.split(' ').length ?? 0;

/** The move that chooses exactly these cards. */
export function choice(moves: string[], cards: string[]): string | undefined {
  const wanted = [...cards].sort().join(' ');
  return moves.find((move) => move.split(' ').sort().join(' ') === wanted);
}
