// A seat's cards by colour, as the server counts them: which colour a joker is, and each colour's points, are its figures.
import { COLOURS } from '../../board/cardFaces';

export interface Group {
  /** A colour, or `+`. */
  face: string;
  cards: string[];
  /** Plus or minus; null for what belongs to no colour. */
  points: number | null;
}

const JOKERS = ['J', 'K'];

/** The groups that have cards, the best first. `points` and `jokers` have a number for each colour. */
export function groupsOf(cards: string[], points: number[], jokers: number[]): Group[] {
  const loose = cards.filter((face) => JOKERS.includes(face));
  const colours = COLOURS.map((face, i) => ({
    face, points: points[i] ?? 0, cards: [...cards.filter((each) => each === face), ...loose.splice(0, jokers[i] ?? 0)],
  })); // prettier-ignore
  const rest = ['+', ...JOKERS].map((face) => ({ face, points: null, cards: face === '+' ? cards.filter((each) => each === face) : loose.filter((each) => each === face) }));
  const best = colours.sort((a, b) => b.points - a.points);
  return [...best, ...rest].filter((group) => group.cards.length);
}

/** One seat's part of a figure that has seven numbers a seat. */
export const partOf = (figure: number[] | undefined, seat: number): number[] => (figure ?? []).slice(COLOURS.length * seat, COLOURS.length * (seat + 1));


