// A game whose rules run here, as WebAssembly; docs/wasm.md. Every rule is the module's: what it answers is only read.
import { Heap, Room } from './heap';
import type { GameNames, OptionName } from './names';
import { FORM as TOLD_FORM } from './told';
import { WasmTable } from './wasmTable';

const FORM = 1;
const FAILED = -(1n << 63n);

type Entry = { call: (...slots: (bigint | number)[]) => bigint; kinds: string[] };

/** Four random words of 32 bits. */
export type Words = ArrayLike<number>;

export interface DealtBy {
  players?: number;
  options?: Record<string, string | number>;
  /** Where the table's luck comes from: a seed gives the same game everywhere. */
  luck: { seed: number | bigint } | { words: Words };
}

/** A rule broke off, as interpreted ones do by an exception. */
export class BrokenRule extends Error {}

export class WasmGame {
  readonly heap: Heap;
  /** Room for a list of moves, and for what is told. */
  readonly moves: Room<'int16'>;
  readonly out: Room<'int32'>;
  private readonly entries: Record<string, Entry>;
  private readonly numbers: Map<string, number>;

  private constructor(
    instance: WebAssembly.Instance,
    readonly names: GameNames,
  ) {
    if (names.form !== FORM || names.told.form !== TOLD_FORM) throw new Error(`${names.game} has another form than is read here`);
    const exports = instance.exports as Record<string, WebAssembly.ExportValue>;
    this.heap = new Heap(exports['memory'] as WebAssembly.Memory, (exports['heap'] as WebAssembly.Global).value as number);
    this.entries = entriesOf(names, exports);
    this.numbers = new Map(names.moves.map(([text], number) => [text, number]));
    this.moves = this.heap.room('int16', names.moves.length);
    this.out = this.heap.room('int32', names.told.room);
  }

  static async load(module: BufferSource, names: GameNames): Promise<WasmGame> {
    return new WasmGame((await WebAssembly.instantiate(module)).instance, names);
  }

  /** From where `GAME.wasm` and `GAME.wasm.json` lie. */
  static async fetch(address: string): Promise<WasmGame> {
    const [module, names] = await Promise.all([fetched(address), fetched(`${address}.json`)]);
    return WasmGame.load(await module.arrayBuffer(), (await names.json()) as GameNames);
  }

  /** Call a rule by its name; for an array its room is given. */
  call(rule: string, ...given: (number | bigint | Room)[]): number {
    const entry = this.entries[rule];
    if (!entry || given.length !== entry.kinds.length) throw new TypeError(`${rule} takes ${entry?.kinds.length} arguments`);
    const slots = given.flatMap((each, i) => handedOver(each, entry.kinds[i] === 'f'));
    const answer = entry.call(...slots);
    if (answer === FAILED) throw new BrokenRule(rule);
    return Number(answer);
  }

  deal({ players, options = {}, luck }: DealtBy): WasmTable {
    const table = this.blank(players ?? this.names.players[0] ?? 0, options);
    if ('words' in luck) table.sow(luck.words);
    else this.call('seed_rng', table.luck, luck.seed, 0);
    this.call('deal', table.record);
    return table;
  }

  /** A table with its options set and the deck in the box. */
  blank(players: number, options: Record<string, string | number>): WasmTable {
    if (!this.names.players.includes(players)) throw new RangeError(`${players} players`);
    const unknown = Object.keys(options).find((name) => !this.names.options.some((option) => option.name === name));
    if (unknown !== undefined) throw new RangeError(`${unknown} is no option`);
    const table = this.table();
    table.set('seats', players);
    table.set('rules', this.names.rules);
    for (const option of this.names.options) table.set(option.name, optionNumber(option, options[option.name]));
    this.call('unpack', table.record, 0);
    return table;
  }

  /** A table from the bytes of its record. */
  table(bytes?: Uint8Array): WasmTable {
    const table = new WasmTable(this);
    if (bytes) table.record.as(bytes.length).numbers.set(bytes);
    return table;
  }

  /** Random words of a seed: each stream gives other ones. */
  words(seed: number | bigint, stream: number): number[] {
    const room = this.heap.room('int64', 4);
    this.call('seed_rng', room, seed, stream);
    const words = [...room.numbers].map(Number);
    this.heap.give(room);
    return words;
  }

  /** The number of a move, by its text. */
  moveNumber(text: string): number {
    const number = this.numbers.get(text);
    if (number === undefined) throw new RangeError(`${text} is no move`);
    return number;
  }

  moveText(number: number): string {
    return this.names.moves[number]?.[0] ?? '';
  }
}

function entriesOf(names: GameNames, exports: Record<string, WebAssembly.ExportValue>): Record<string, Entry> {
  const found = Object.entries(names.entries).map(([rule, entry]) => {
    const call = exports[entry.export];
    if (typeof call !== 'function') throw new Error(`the module of ${names.game} has no ${rule}`);
    return [rule, { call: call as unknown as Entry['call'], kinds: entry.arguments.map(([, kind]) => kind) }];
  });
  return Object.fromEntries(found) as Record<string, Entry>;
}

/** A number as it is, an array as its address and its lengths: src/pioche/core/entry_kinds.py. */
function handedOver(given: number | bigint | Room, isDouble: boolean): (bigint | number)[] {
  if (given instanceof Room) return [BigInt(given.at), ...given.shape.map(BigInt)];
  return [isDouble ? Number(given) : BigInt(given)];
}

function optionNumber(option: OptionName, value: string | number | undefined): number {
  if (value === undefined) return option.usual;
  const number = option.words ? option.words.indexOf(String(value)) : Number(value);
  const [low, high] = option.range ?? [0, Infinity];
  if (!Number.isInteger(number) || number < low || number > high) throw new RangeError(`${option.name}=${value}`);
  return number;
}

async function fetched(address: string): Promise<Response> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}
