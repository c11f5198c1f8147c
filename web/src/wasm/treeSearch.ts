// A search tree of the module's rule `grow`, on paper that is laid out here: src/pioche/bots/search_bot.py.
import type { NumberKind } from './names';
import type { Room } from './heap';
import type { Words } from './wasmGame';
import { bigWords, type WasmTable } from './wasmTable';

const [TRIED, WON] = [1, 3]; // columns of the edges

export interface WeighedMove {
  move: string;
  /** The share of a victory that it is thought to bring. */
  share: number;
  visits: number;
}

export interface SearchLuck {
  /** The table where the search begins is one that the seat can't tell from the real one. */
  imagined: Words;
  /** And it goes on with these. */
  search: Words;
}

export class TreeSearch {
  private readonly paper = new Map<string, Room>();
  private readonly given: (number | Room)[];

  constructor(
    private readonly table: WasmTable,
    seat: number,
    private readonly choices: string[],
    luck: SearchLuck,
    limits: Record<string, number> = {},
  ) {
    const { search, record, entries } = table.game.names;
    this.layOut(luck);
    this.lookFrom(seat, luck.imagined);
    const known: Record<string, number> = { seat, ...prefixed('limits', { ...search.limits, ...limits }) };
    const tables = this.room('raw').as(this.room('raw').numbers.length / record.size);
    const wanted = entries['grow']?.arguments.slice(1, -1) ?? [];
    this.given = [tables, ...wanted.map(([name]) => known[name] ?? this.room(name.replace('paper.', '')))];
  }

  /** Some rounds more; how many moves were played in imagination. */
  grow(rounds: number): number {
    return this.table.game.call('grow', ...this.given, rounds);
  }

  /** Every choice, the best first: it was tried most often. */
  weighed(): WeighedMove[] {
    const edges = this.room('edges').numbers as Float64Array;
    const found = this.choices.map((move, i) => {
      const [visits, won] = [edges[4 * i + TRIED] ?? 0, edges[4 * i + WON] ?? 0];
      return { move, share: won / Math.max(visits, 1), visits };
    });
    return found.sort((a, b) => b.visits - a.visits || b.share - a.share);
  }

  /** What a part of the paper holds. */
  room(name: string): Room {
    const found = this.paper.get(name);
    if (!found) throw new RangeError(`${name} is no part of the paper`);
    return found;
  }

  free(): void {
    for (const room of this.paper.values()) this.table.game.heap.give(room);
  }

  private layOut(luck: SearchLuck): void {
    const { game } = this.table;
    const { search, entries } = game.names;
    const kinds = new Map(entries['grow']?.arguments);
    for (const [name, size] of Object.entries(search.paper)) {
      const shape = name === 'first' ? [this.choices.length] : size;
      this.paper.set(name, game.heap.room(kinds.get(`paper.${name}`)?.split('[')[0] as NumberKind, ...shape));
    }
    (this.room('public').numbers as BigInt64Array).set(search.public.map(BigInt));
    (this.room('first').numbers as Int16Array).set(this.choices.map((move) => game.moveNumber(move)));
    (this.room('words').numbers as BigInt64Array).set(bigWords(luck.search));
  }

  /** Every round begins at the second of the two tables on the paper. */
  private lookFrom(seat: number, words: Words): void {
    const imagined = this.table.imagine(seat, words);
    (this.room('raw').numbers as Uint8Array).set(imagined.bytes, imagined.bytes.length);
    imagined.free();
  }
}

function prefixed(head: string, given: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [`${head}.${name}`, value]));
}
