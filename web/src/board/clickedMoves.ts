// What a click on the table means: the legal moves that name the thing that was clicked. No rule is known here.
import { letter } from './viewNotation';

/** A thing on the table that a person may click: a card at a place, or the place itself. */
export interface Thing {
  place: string;
  face?: string;
}

/** The legal moves that name this thing. They are found by their words. */
export function movesAbout(moves: string[], thing: Thing, seat: number | null): string[] {
  const names = namesOf(thing, seat);
  return moves.filter((move) => {
    const words = move.split(' ');
    return names.some((name) => (name.includes(' ') ? move.startsWith(name) : words.includes(name)));
  });
}

function namesOf({ place, face }: Thing, seat: number | null): string[] {
  const [owner, name = owner] = place.includes('.') ? place.split('.') : [null, place];
  const number = /\d+$/.exec(name ?? '')?.[0];
  if (number && owner) return owner === (seat === null ? null : letter(seat)) ? [owner + number, number] : [owner + number];
  if (number) return [number];
  if (name === 'stock') return ['draw', 'stock'];
  if (owner && face === undefined) return [`target ${owner}`];
  const isName = face !== undefined && face !== '?' && !/^[-\d_]/.test(face); // bare numbers are slots and rows
  return isName ? [face] : [name ?? ''];
}
