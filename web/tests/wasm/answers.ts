// What tests/ahead/test_wasm_equality.py asks of a game, in Node and in a browser: it has the native rules' answers.
import type { Room } from '../../src/wasm/heap';
import type { FieldName } from '../../src/wasm/names';
import { TreeSearch } from '../../src/wasm/treeSearch';
import { EVERYTHING, type Told } from '../../src/wasm/told';
import type { WasmGame, Words } from '../../src/wasm/wasmGame';
import type { WasmTable } from '../../src/wasm/wasmTable';

interface Seating {
  players: number;
  options: Record<string, string | number>;
}

/** A game of a seed, and the moves that are made in it: seat and number. */
interface Played extends Seating {
  seed: number;
  moves: [number, number][];
}

export type Question =
  | ({ ask: 'ends'; seed: number; start: number; games: number } & Seating)
  | ({ ask: 'told' } & Played)
  | ({ ask: 'read' } & Played)
  | ({ ask: 'search'; seat: number; choices: string[]; imagined: Words; search: Words; rounds: number } & Played)
  | { ask: 'speed'; players: number; seconds: number };

export function answer(game: WasmGame, question: Question): Uint8Array {
  if (question.ask === 'ends') return ends(game, question);
  if (question.ask === 'told') return joined(atEach(game, question, (table, recipient) => table.tell(recipient, EVERYTHING)));
  if (question.ask === 'read') return inJson(atEach(game, question, (table, recipient) => read(table.told(recipient, EVERYTHING))));
  if (question.ask === 'search') return searched(game, question);
  return inJson(speed(game, question));
}

/** Room for whole games at many tables. */
class ManyTables {
  private readonly size: number;
  private readonly tables: Room<'uint8'>;
  private readonly length: Room<'int64'>;
  private readonly others: Room[];

  constructor(
    private readonly game: WasmGame,
    private readonly blank: Uint8Array,
    players: number,
    private readonly games: number,
  ) {
    const { heap } = game;
    this.size = game.names.record.size;
    this.tables = heap.room('uint8', games * this.size);
    this.length = heap.room('int64', games);
    this.others = [heap.room('int64', 4), this.length, heap.room('int64', games * players), heap.room('int64', games)];
  }

  /** Play a game of a seed at each table; how many moves they had. */
  play(seed: number, start: number): BigInt64Array {
    for (let i = 0; i < this.games; i++) this.tables.numbers.set(this.blank, i * this.size);
    this.game.call('run_playout', this.tables.as(this.games), 0, this.games, seed, start, ...this.others, this.game.moves);
    return this.length.numbers;
  }

  /** The end states; `work` means nothing between two calls. */
  states(): Uint8Array {
    const { at, count, kind } = this.game.names.record.fields['work'] as FieldName;
    const width = kind === 'int8' ? 1 : 2;
    for (let i = 0; i < this.games; i++) this.tables.numbers.fill(0, i * this.size + at, i * this.size + at + count * width);
    return this.tables.numbers;
  }

  free(): void {
    for (const room of [this.tables, ...this.others]) this.game.heap.give(room);
  }
}

/** How long whole games were, and their end states, as `simulate` has them. */
function ends(game: WasmGame, asked: { seed: number; start: number; games: number } & Seating): Uint8Array {
  const blank = game.blank(asked.players, asked.options);
  const tables = new ManyTables(game, blank.bytes, asked.players, asked.games);
  const found = joined([tables.play(asked.seed, asked.start), tables.states()]);
  tables.free();
  blank.free();
  return found;
}

/** After the deal and after each move, for whoever sees all, who watches, and each seat. */
function atEach<T>(game: WasmGame, { players, options, seed, moves }: Played, look: (table: WasmTable, recipient: number) => T): T[] {
  const table = game.deal({ players, options, luck: { seed } });
  const recipients = [-2, -1, ...Array(players).keys()];
  const found = recipients.map((recipient) => look(table, recipient));
  for (const [seat, move] of moves) {
    const why = table.play(seat, move);
    if (why) throw new Error(`${seat} ${move}: ${why}`);
    found.push(...recipients.map((recipient) => look(table, recipient)));
  }
  table.free();
  return found;
}

/** All that can be read of what one was told. */
function read(told: Told): unknown {
  const { names } = told;
  const seats = [...Array(told.seats).keys()];
  const places = [...names.places.keys()];
  return {
    fields: Object.keys(names.told.fields).map((name) => told.several(name)),
    own: names.told.owned.map((name) => seats.map((seat) => told.own(name, seat))),
    faces: places.map((place) => told.faces(place)),
    knowers: places.map((place) => seats.map((seat) => [told.knowers(place, seat), told.knowers(place, seat, true)])),
    events: told.events(),
    legal: told.legal(),
    choices: told.choices(),
    standing: told.standing(),
    figures: told.figures(),
  };
}

/** All that a search has written on its paper. */
function searched(game: WasmGame, asked: Extract<Question, { ask: 'search' }>): Uint8Array {
  const table = game.deal({ ...asked, luck: asked });
  for (const [seat, move] of asked.moves) table.play(seat, move);
  const tree = new TreeSearch(table, asked.seat, asked.choices, asked);
  const made = new BigInt64Array([BigInt(tree.grow(asked.rounds))]);
  const found = joined([made, ...['nodes', 'edges', 'path', 'counts', 'rewards', 'words'].map((name) => tree.room(name).numbers)]);
  tree.free();
  table.free();
  return found;
}

/** Moves a second of random play, rounds and imagined moves a second of a search from the deal. */
function speed(game: WasmGame, { players, seconds }: { players: number; seconds: number }): Record<string, number> {
  const games = 500;
  const tables = new ManyTables(game, game.blank(players, {}).bytes, players, games);
  const [moves, passed] = until(seconds, (turn) => tables.play(1, turn * games).reduce((sum, each) => sum + Number(each), 0));
  const table = game.deal({ players, luck: { seed: 7 } });
  let rounds = 0;
  const [imagined, searching] = until(seconds, (turn) => {
    const tree = new TreeSearch(table, table.actor, table.choices, { imagined: [1, 2, 3, 4], search: [5, 6, 7, turn] });
    const made = tree.grow(1000);
    tree.free();
    rounds += turn ? 1000 : 0;
    return made;
  });
  return { moves: moves / passed, rounds: rounds / searching, imagined: imagined / searching };
}

function until(seconds: number, work: (turn: number) => number): [number, number] {
  work(0);
  const started = performance.now();
  for (let [turn, sum] = [1, 0]; ; turn++) {
    sum += work(turn);
    const passed = (performance.now() - started) / 1000;
    if (passed > seconds) return [sum, passed];
  }
}

function joined(parts: ArrayBufferView[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, each) => sum + each.byteLength, 0));
  let at = 0;
  for (const each of parts) {
    whole.set(new Uint8Array(each.buffer, each.byteOffset, each.byteLength), at);
    at += each.byteLength;
  }
  return whole;
}

const inJson = (found: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(found));
