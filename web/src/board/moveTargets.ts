// Where on the table a move is: the cards and places that it names. No rule is known here.
import type { Thing } from './clickedMoves';
import { readMove, type Moves } from './moveText';

/** What one would touch to make a move, by the seat's letter; none for a move that is only a word. */
export function spotsOf(moves: Moves, move: string, seat: string): Thing[] {
  const said = readMove(moves, move);
  if (!said) return [];
  const { card, cards = card, slot, other, row, target } = said.details;
  const own = (place: string): string => (place.startsWith('.') ? seat + place : place);
  if (cards) return cards.split(' ').map((face) => ({ place: own(moves.homes?.[said.verb] ?? '.hand'), face }));
  if (slot) return [slot, ...(other ? [other] : [])].map((each) => ({ place: slotPlace(each, seat) }));
  if (row) return [{ place: `row${row}` }];
  if (target) return [{ place: `${target}.hand` }];
  const fixed = moves.places?.[said.verb];
  return fixed ? [{ ...fixed, place: own(fixed.place) }] : [];
}

/** `B3` is B's third slot, `3` one's own. */
const slotPlace = (slot: string, seat: string): string => (/^\d/.test(slot) ? `${seat}.grid${slot}` : `${slot[0]}.grid${slot.slice(1)}`);

/** A badge on the screen. */
export interface Badge {
  x: number;
  y: number;
}

export const WIDTH = 64; // px that a badge takes
export const HEIGHT = 24;

/** Badges that would lie over each other are put one below the other; none leaves the window. */
export function arrange<T extends Badge>(badges: T[], width: number): T[] {
  const laid: T[] = [];
  for (const each of badges) {
    const badge = { ...each, x: Math.max(2, Math.min(each.x, width - WIDTH - 2)), y: Math.max(2, each.y) };
    while (laid.some((other) => Math.abs(other.x - badge.x) < WIDTH && Math.abs(other.y - badge.y) < HEIGHT)) badge.y += HEIGHT / 2;
    laid.push(badge);
  }
  return laid;
}
