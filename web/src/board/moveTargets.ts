// Where on the table a move is: the cards and places that it names. No rule is known here.
import type { Thing } from './clickedMoves';
import { readMove } from './moveText';

/** Moves that name nothing and yet are about a place; `.hand` is one's own. */
const PLACES: Record<string, Thing> = {
  'kolpa.joker': { place: '.hand', face: 'J' },
  'kolpa.last_joker': { place: '.hand', face: 'J' },
  'ko.from_stock': { place: 'stock' },
  'ko.from_open': { place: 'open' },
  'kombio.draw': { place: 'stock' },
  'kombio.discard': { place: 'discard' },
  'coloretto.draw': { place: 'stock' },
};

/** Where the cards lie that a move names, if it is not one's hand. */
const HOMES: Record<string, string> = { 'kolpa.zone': '.zone', 'ko.take': 'market', 'ko.effect': 'open' };

/** What one would touch to make a move, by the seat's letter; none for a move that is only a word. */
export function spotsOf(game: string, move: string, seat: string): Thing[] {
  const said = readMove(game, move);
  if (!said) return [];
  const { card, cards = card, slot, other, row, target } = said.details;
  const verb = `${game}.${said.verb}`;
  const own = (place: string): string => (place.startsWith('.') ? seat + place : place);
  if (cards) return cards.split(' ').map((face) => ({ place: own(HOMES[verb] ?? '.hand'), face }));
  if (slot) return [slot, ...(other ? [other] : [])].map((each) => ({ place: slotPlace(each, seat) }));
  if (row) return [{ place: `row${row}` }];
  if (target) return [{ place: `${target}.hand` }];
  const fixed = PLACES[verb];
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
