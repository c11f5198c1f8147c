// What a recipient was told, read by its names: the twin of src/pioche/table/told.py, for numbers of src/pioche/core/tell.py.
import type { GameNames } from './names';

export const ALL = -2;
export const WATCHER = -1;
export const UNKNOWN = -1;
/** What may be wished for, to be added up. */
export const FIELDS = 1, CARDS = 2, EVENTS = 4, MOVES = 8, STANDING = 16, FIGURES = 32; // prettier-ignore
export const EVERYTHING = 63;
export const FORM = 1;

const RECIPIENT = 2, SEATS = 3, PARTS = 4; // prettier-ignore
const MOVED = 0, TURNED_UP = 1, SHUFFLED = 2, PLAYED = 3; // prettier-ignore

export interface ToldEvent {
  kind: string;
  details: Record<string, string | number>;
  key?: string;
}

export interface ToldStanding {
  over: boolean;
  /** Asked next in sequential play; -1 when it is over. */
  actor: number;
  actors: number[];
  winners: number[];
  scores: number[];
}

export class Told {
  readonly viewer: number;
  readonly seats: number;

  constructor(
    readonly names: GameNames,
    readonly numbers: Int32Array,
  ) {
    this.viewer = this.at(RECIPIENT);
    this.seats = this.at(SEATS);
  }

  get seesAll(): boolean {
    return this.viewer === ALL;
  }

  // Fields

  number(field: string): number {
    return this.at(this.part(FIELDS) + this.spot(field)[0]);
  }

  several(field: string): number[] {
    const [start, end] = this.spot(field);
    return this.slice(this.part(FIELDS) + start, end - start);
  }

  /** A seat's entry of a field that is for each seat alone; null if it is not the recipient's. */
  own(field: string, seat: number): number | null {
    let at = this.part(FIELDS) + this.names.told.owned_at;
    for (const name of this.names.told.owned) {
      if (name === field) return this.seesAll ? this.at(at + 1 + seat) : this.viewer === seat ? this.at(at + 1) : null;
      at += 1 + this.at(at);
    }
    throw new Error(`${field} is not for its owner`);
  }

  private spot(field: string): [number, number] {
    const found = this.names.told.fields[field];
    if (!found) throw new Error(`${field} is not for this viewer`);
    return found;
  }

  // Cards

  size(place: number): number {
    const at = this.place(place);
    return at ? this.at(at) : 0;
  }

  /** The faces of a place from the top down, UNKNOWN where they may not be seen. */
  faces(place: number): number[] {
    const found = this.knownAndUnknown(place);
    return this.isClosed(place) ? found.map(() => UNKNOWN) : found;
  }

  /** The faces that are known of a place, and one UNKNOWN for each other card. */
  knownAndUnknown(place: number): number[] {
    const at = this.place(place);
    return at ? this.slice(at + 1, this.at(at)) : [];
  }

  /** How many cards of a place a seat knows, as far as the recipient can tell; or of those it knows itself. */
  knowers(place: number, seat: number, shared = false): number {
    const at = this.place(place);
    if (!at) return 0;
    const size = this.at(at);
    const known = at + 1 + size;
    if (this.seesAll) return this.slice(known, size).filter((mask) => (mask >> seat) & 1).length;
    if (this.names.places[place]?.audience === this.names.told.everyone) return size;
    return this.at(known + (shared ? this.seats : 0) + seat);
  }

  private place(place: number): number {
    return this.at(this.part(CARDS) + place);
  }

  private isClosed(place: number): boolean {
    const eyes = this.viewer < 0 ? this.names.told.watchers : this.viewer;
    return !this.seesAll && (this.names.told.closed[eyes] ?? []).includes(place);
  }

  // What happened, moves, how things stand

  eventRows(): number[][] {
    const width = this.names.record.log[1];
    const at = this.part(EVENTS);
    return Array.from({ length: this.at(at) }, (_, i) => this.slice(at + 1 + width * i, width));
  }

  events(): ToldEvent[] {
    return this.eventRows().map((row) => readEvent(this.names, row));
  }

  /** The moves that the recipient may make, by number. */
  legal(): number[] {
    const at = this.part(MOVES);
    return this.slice(at + 1, this.at(at));
  }

  /** What it chooses from, if it is asked in sequential play. */
  choices(): number[] {
    const first = this.part(MOVES);
    const at = first + 1 + this.at(first);
    return this.slice(at + 1, this.at(at));
  }

  standing(): ToldStanding {
    const at = this.part(STANDING);
    const seats = (mask: number): number[] => [...Array(this.seats).keys()].filter((seat) => (mask >> seat) & 1);
    const scores = this.slice(at + 4, this.seats);
    return { over: this.at(at) === 1, actor: this.at(at + 1), actors: seats(this.at(at + 2)), winners: seats(this.at(at + 3)), scores };
  }

  /** What the table counts for the recipient, by name. */
  figures(): Record<string, number[]> {
    let at = this.part(FIGURES) + 1;
    const found: Record<string, number[]> = {};
    for (const name of this.names.figures.names) {
      const row: number[] = (found[name] = []);
      for (; this.at(at) !== this.names.figures.stop; at++) row.push(this.at(at));
      at++;
    }
    return found;
  }

  /** Where a part begins, by its bit. */
  private part(wish: number): number {
    const at = this.at(PARTS + Math.log2(wish));
    if (!at) throw new Error('this was not wished for');
    return at;
  }

  private at(index: number): number {
    const found = this.numbers[index];
    if (found === undefined) throw new Error(`${index} is after the end of what is told`);
    return found;
  }

  private slice(start: number, count: number): number[] {
    return [...this.numbers.subarray(start, start + count)];
  }
}

const letter = (seat: number): string => String.fromCharCode(65 + seat);

/** An event as the server would send it: src/pioche/table/events.py. */
function readEvent(names: GameNames, row: number[]): ToldEvent {
  const [kind, a, b, c] = row as [number, number, number, number];
  const label = (place: number): string => names.places[place]?.label ?? '';
  if (kind === PLAYED) return played(names, a, b, c);
  if (kind === MOVED || kind === TURNED_UP) {
    const card = a === UNKNOWN ? '?' : (names.faces[a] ?? '');
    return { kind: kind === MOVED ? 'move' : 'turn', details: { card, source: label(b), target: label(c) } };
  }
  if (kind === SHUFFLED) return { kind: 'shuffle', details: { source: label(a), cards: b } };
  const [name, wanted] = names.events.own[kind - names.events.first] ?? ['', []];
  const details = Object.fromEntries(wanted.map((argument, i) => [argument, named(names, argument, row.slice(i + 1))]));
  return { kind: name, details, key: `event.${name}` };
}

function played(names: GameNames, seat: number, move: number, veil: number): ToldEvent {
  if (move === UNKNOWN) return { kind: 'play', details: { seat: letter(seat), move: '?' }, key: `move.${names.veils[veil - 1]}` };
  const [text, verb, details] = names.moves[move] ?? ['', '', {}];
  return { kind: 'play', details: { seat: letter(seat), move: text, ...details }, key: `move.${verb}` };
}

/** A number of the log as people write it, by the name of what it is. */
function named(names: GameNames, argument: string, numbers: number[]): string | number {
  const value = numbers[0] ?? 0;
  const face = (number: number): string => names.faces[number] ?? '';
  if (argument === 'seat' || argument === 'target') return letter(value);
  if (argument === 'card') return face(value);
  if (argument === 'slot') return names.places[value]?.slot ?? '';
  if (argument === 'cards') return numbers.filter((each) => each >= 0).map(face).join(' ');
  if (argument === 'colour') return face(value).slice(0, 1);
  return argument === 'row' ? value + 1 : value;
}
