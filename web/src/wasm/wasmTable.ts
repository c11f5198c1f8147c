// One table of a game that runs here. All that is in it may be read from its bytes; what somebody may see is what `tell` says.
import type { Room } from './heap';
import { refusalId } from './names';
import { MOVES, Told } from './told';
import type { WasmGame, Words } from './wasmGame';

export class WasmTable {
  readonly record: Room<'uint8'>;
  private readonly own: Room<'uint8'>;

  constructor(readonly game: WasmGame) {
    this.own = game.heap.room('uint8', game.names.record.logged);
    this.record = this.own.as(1);
  }

  /** Nobody may use it from now on. */
  free(): void {
    this.game.heap.give(this.own);
  }

  // Moves

  /** Play a move if it is legal; else the id of the rule that forbids it, and nothing is changed. */
  play(seat: number, move: string | number, words?: Words): string | null {
    const number = typeof move === 'number' ? move : this.game.moveNumber(move);
    const before = words && this.luck.numbers.slice();
    if (words) this.sow(words);
    this.set('noted', 0);
    const why = this.game.call('try_move', this.record, seat, number);
    if (why && before) this.luck.numbers.set(before);
    if (this.get('noted') > this.game.names.record.log[0]) throw new RangeError('more events than the log holds');
    return why ? refusalId(why, this.game.names.prefix) : null;
  }

  /** A seat's legal moves; empty if it may not act. */
  moves(seat: number): string[] {
    return this.told(seat, MOVES).legal().map((number) => this.game.moveText(number));
  }

  /** The seat asked next in sequential play; -1 when the game is over. */
  get actor(): number {
    return this.game.call('actor', this.record);
  }

  /** What that seat chooses from. */
  get choices(): string[] {
    const actor = this.actor;
    return actor < 0 ? [] : this.told(actor, MOVES).choices().map((number) => this.game.moveText(number));
  }

  // What is seen

  /** What a seat, whoever watches (-1) or who sees all (-2) may see of what is wished for; `since` which event. */
  tell(recipient: number, wish: number, since = 0): Int32Array {
    const length = this.game.call('tell', this.record, recipient, wish, since, this.game.moves, this.game.out);
    return this.game.out.numbers.slice(0, length);
  }

  told(recipient: number, wish: number, since = 0): Told {
    return new Told(this.game.names, this.tell(recipient, wish, since));
  }

  /** A table that the seat can't tell from this one: what it does not know is dealt anew. */
  imagine(seat: number, words: Words): WasmTable {
    const twin = this.copy();
    const room = this.game.heap.room('int64', 4);
    room.numbers.set(bigWords(words));
    this.game.call('imagine', twin.record, seat, room);
    this.game.heap.give(room);
    return twin;
  }

  copy(): WasmTable {
    const twin = new WasmTable(this.game);
    twin.own.numbers.set(this.own.numbers);
    return twin;
  }

  // The record

  /** All that the table is, without the log of events. */
  get bytes(): Uint8Array {
    return this.own.numbers.slice(0, this.game.names.record.size);
  }

  /** Go on with this randomness. */
  sow(words: Words): void {
    this.luck.numbers.set(bigWords(words));
  }

  get(name: string): number {
    return Number(this.field(name).numbers[0]);
  }

  set(name: string, value: number): void {
    const numbers = this.field(name).numbers;
    numbers[0] = numbers instanceof BigInt64Array ? BigInt(value) : value;
  }

  /** Where its randomness comes from. */
  get luck(): Room<'int64'> {
    return this.field('rng') as Room<'int64'>;
  }

  field(name: string): Room {
    const found = this.game.names.record.fields[name];
    if (!found) throw new RangeError(`${name} is no field`);
    return this.own.part(found.at, found.kind, found.count);
  }
}

export function bigWords(words: Words): bigint[] {
  return Array.from(words, BigInt);
}
