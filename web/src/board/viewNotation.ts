// A view in the notation (docs/notation.md), read into places and cards. It knows how text is laid out; what only one game
// writes, the folder of that game says.
import { gameOf } from '../games';

/** Cards at one place. `?` is a card one may not see, `_` an empty slot. */
export interface Place {
  /** How events name it: `discard`, `A.hand`. */
  label: string;
  name: string;
  /** The seat it lies before; null in the middle of the table. */
  owner: number | null;
  /** Every card, top first. */
  cards: string[];
  /** The same, pile by pile (a zone is several piles, cards joined by `/`). */
  piles: string[][];
  /** What is said instead of cards: `taken`. */
  words: string[];
}

export interface SeatView {
  seat: number;
  letter: string;
  places: Place[];
  /** The score, and what else the game says in numbers. */
  numbers: Record<string, number>;
  /** Words that stand alone. */
  flags: string[];
  /** What the seat knows: by slot (`A3`: []) or by hand (`C`: [R9, T2]). */
  knows: Record<string, string[]>;
}

export interface View {
  text: string;
  game: string;
  keys: Record<string, string>;
  places: Place[];
  seats: SeatView[];
}

/** What a game's folder says of the words of its seats that are no places. */
export interface SeatWords {
  /** Words that a number follows, beside `score`. */
  numbers?: string[];
  /** Words that stand alone. */
  flags?: string[];
}

export const letter = (seat: number): string => String.fromCharCode(65 + seat);
export const seatOf = (name: string): number => name.charCodeAt(0) - 65;

let latest: View | null = null; // what is received is read when it comes and again when it is shown

/** Read a view; a text that is none gives an empty one rather than an error, for the server has checked it. */
export function readView(text: string): View {
  return (latest = latest?.text === text ? latest : viewOf(text));
}

function viewOf(text: string): View {
  const [head = '', ...lines] = text.split('\n').filter((line) => line.trim());
  const [game = '', ...words] = head.trim().split(/\s+/);
  const view: View = { text, game, keys: readKeys(words), places: [], seats: [] };
  for (const line of lines) {
    const [name = '', rest = ''] = cut(line, ':');
    if (/^[A-Z]$/.test(name.trim())) view.seats.push(readSeat(name.trim(), rest, gameOf(game).seatWords));
    else view.places.push(readPlace(name.trim(), null, rest));
  }
  return view;
}

function cut(text: string, at: string): [string, string] {
  const i = text.indexOf(at);
  return i < 0 ? [text, ''] : [text.slice(0, i), text.slice(i + 1)];
}

function readKeys(words: string[]): Record<string, string> {
  return Object.fromEntries(words.map((word) => cut(word, '=')));
}

function readSeat(name: string, text: string, { numbers = [], flags = [] }: SeatWords = {}): SeatView {
  const seat: SeatView = { seat: seatOf(name), letter: name, places: [], numbers: {}, flags: [], knows: {} };
  for (const part of text.split(';').map((each) => each.trim())) {
    if (!part) continue;
    const [word = '', rest = ''] = cut(part, ' ');
    if (word === 'knows') seat.knows = readKnown(rest);
    else if (word === 'score' || numbers.includes(word)) seat.numbers[word] = Number(rest);
    else if (flags.includes(word)) seat.flags.push(word);
    else seat.places.push(readPlace(word, seat.seat, rest));
  }
  return seat;
}

function readKnown(text: string): Record<string, string[]> {
  const known = text.split(' ').filter(Boolean).map((word): [string, string[]] => {
    const [where, cards] = cut(word, ':');
    return [where, cards ? cards.split(',') : []];
  });
  return Object.fromEntries(known);
}

function readPlace(name: string, owner: number | null, text: string): Place {
  const label = owner === null ? name : `${letter(owner)}.${name}`;
  const words = text.split(/\s+/).filter(Boolean);
  const said = words.filter((word) => /^[a-z]/.test(word));
  const piles = words.filter((word) => !/^[a-z]/.test(word)).flatMap(readPiles);
  return { label, name, owner, piles, cards: piles.flat(), words: said };
}

/** `B3/B5` is one pile, `?*3` three. */
function readPiles(word: string): string[][] {
  const [face = '', times = ''] = word.split('*');
  if (times) return Array.from({ length: Number(times) }, () => [face]);
  return [word.split('/')];
}

/** A place by the name that events give it; `A.grid3` and `B.zone2` are found in `A.grid` and `B.zone`. */
export function placeAt(view: View, label: string): Place | undefined {
  const all = [...view.places, ...view.seats.flatMap((seat) => seat.places)];
  return all.find((place) => place.label === label) ?? all.find((place) => place.label === label.replace(/\d+$/, ''));
}

/** A seat's place by its short name. */
export function seatPlace(seat: SeatView | undefined, name: string): Place | undefined {
  return seat?.places.find((place) => place.name === name);
}

/** Places that hold exactly one known size, for a short text: how many cards lie there. */
export const count = (place: Place | undefined): number => place?.cards.filter((card) => card !== '_').length ?? 0;
