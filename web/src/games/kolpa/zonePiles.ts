// A zone as the table draws it: a pile for each colour, in the order in which events number them.
import { seatPlace, type SeatView } from '../../board/viewNotation';

export const COLOURS = ['R', 'Y', 'G', 'B', 'P'];

export interface ZonePile {
  colour: string;
  /** How events name it. */
  label: string;
  /** Top first. */
  cards: string[];
}

/** The five piles of a seat; those without cards are empty. */
export function pilesOf(seat: SeatView): ZonePile[] {
  const piles = seatPlace(seat, 'zone')?.piles ?? [];
  return COLOURS.map((colour, i) => ({
    colour, label: `${seat.letter}.zone${i + 1}`, cards: piles.find(([top]) => top?.startsWith(colour)) ?? [],
  })); // prettier-ignore
}

/** The legal moves that use a card of the hand: on the discard, in the zone, or a joker with each call. */
export const movesOf = (moves: string[], face: string): string[] =>
  moves.filter((move) => move === face || move === `kolpa ${face}` || (face === 'J' && move.startsWith('J ')));

/** Tops of the own zone that may go to the discard now. */
export const readyTops = (moves: string[]): string[] => moves.filter((move) => move.startsWith('zone ')).map((move) => move.slice(5));
