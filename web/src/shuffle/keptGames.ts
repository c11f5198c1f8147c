// One's own parts of shuffles, and the games that were seen, kept in the browser until they can be checked.
import type { Noted, Part, Told } from './shuffleCheck';
import type { Seen } from './seenGame';
import { fateOf } from './shuffleStep';

export interface Store {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

const KEY = 'pioche-shuffles';
const SEEN = 'pioche-seen';
const MOST = 200; // parts
const MOST_SEEN = 40; // games

const NOWHERE: Store = {
  getItem: () => null,
  setItem: () => {
    throw new Error('there is no storage');
  },
  removeItem: () => {},
};

/** The browser's storage, or none where it is blocked. */
export function storage(open: () => Store = () => localStorage): Store {
  try {
    return open();
  } catch {
    return NOWHERE;
  }
}

function read(store: Store, key: string): unknown {
  try {
    return JSON.parse(store.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Was it stored? */
function write(store: Store, key: string, value: unknown): boolean {
  try {
    store.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

const tableOf = (part: Part): string | undefined => part.table ?? part.noted?.table;
const stands = (part: Part): boolean => !part.noted && !part.void && !!part.table;

/** Too many: those without a note go first, then the oldest. A promise that still stands is never dropped, nor what was just made. */
function fewer(parts: Part[]): Part[] {
  const old = parts.slice(0, -1).filter((part) => !stands(part));
  const spare = [...old.filter((part) => !part.noted), ...old.filter((part) => part.noted)].slice(0, Math.max(0, parts.length - MOST));
  return parts.filter((part) => !spare.includes(part));
}

/** How many shuffles these stand for. */
const count = (parts: Part[]): number => parts.reduce((sum, part) => sum + 1 + (part.anew ?? 0), 0);

/** Parts in the order in which they were made, and then noted. A browser that stores nothing remembers them as long as the page is open. */
export class Keeping {
  #store: Store;
  #here: Part[] = [];
  #stored = true; // else what is stored is older than what is here

  constructor(store: Store) {
    this.#store = store;
  }

  /** At a table there is one promise that waits for its note. */
  add(part: Part): void {
    this.#write([...this.#read().filter((each) => each.noted || !part.table || each.table !== part.table), part]);
  }

  find(promise: string): Part | undefined {
    return this.#read().find((part) => part.promise === promise);
  }

  /** The answer says at which table it was given. */
  bind(promise: string, table: string): void {
    const part = this.find(promise);
    if (part && !tableOf(part)) this.#write(this.#read().map((each) => (each.promise === promise ? { ...each, table } : each)));
  }

  /** What was seen when the salt was about to be told; what was written down first stays. Earlier shuffles of the table are counted. */
  note(promise: string, noted: Noted): void {
    const parts = this.#read();
    if (parts.find((part) => part.promise === promise)?.noted) return;
    const before = parts.filter((part) => part.noted?.table === noted.table && !part.dealt);
    const anew = count(before);
    const now = parts.filter((part) => part.promise === promise).map((part) => ({ ...part, noted, ...(anew && { anew }) }));
    this.#write([...parts.filter((part) => !before.includes(part) && part.promise !== promise), ...now]);
  }

  /** Shuffles at other tables of which no deal was seen, since the last deal before this table's: somebody may have closed those tables until the cards were good. */
  elsewhere(table: string): number {
    const noted = this.#read().filter((part) => part.noted);
    const until = noted.map(tableOf).lastIndexOf(table);
    const before = noted.slice(0, Math.max(0, until)).filter((part) => tableOf(part) !== table);
    const since = before.map((part) => !!part.dealt).lastIndexOf(true) + 1;
    return count(before.slice(since).filter((part) => part.void || !part.noted?.days));
  }

  /** Look at what the server tells of a table: which parts are in its deal? All of that table, the latest last. */
  judge(told: Told & { status: string }): Part[] {
    const parts = this.#read();
    const judged = parts.map((part) => (tableOf(part) === told.id ? fateOf(part, told) : part));
    if (JSON.stringify(judged) !== JSON.stringify(parts)) this.#write(judged);
    return judged.filter((part) => tableOf(part) === told.id);
  }

  /** The last promise at a table whose salt nobody was told: it can be given again. */
  waiting(table: string): Part | undefined {
    return this.all(table).filter((part) => !part.noted).at(-1);
  }

  /** One takes a seat in a game that was dealt: promises of before were for nothing. */
  forget(table: string): void {
    this.#write(this.#read().filter((part) => part.noted || tableOf(part) !== table));
  }

  /** All parts of a table, the latest last. */
  all(table: string): Part[] {
    return this.#read().filter((part) => tableOf(part) === table);
  }

  /** All that was noted at a table, the latest last. */
  of(table: string): Part[] {
    return this.all(table).filter((part) => part.noted);
  }

  #read(): Part[] {
    const kept = this.#stored ? read(this.#store, KEY) : null;
    return Array.isArray(kept) ? (kept as (Part | null)[]).filter((part): part is Part => typeof part?.promise === 'string') : this.#here;
  }

  #write(parts: Part[]): void {
    this.#here = fewer(parts);
    this.#stored = write(this.#store, KEY, this.#here);
  }
}

/** Games as they were seen; those of the latest tables. */
export class Seeing {
  #store: Store;
  #here = new Map<string, Seen>(); // what could not be stored

  constructor(store: Store) {
    this.#store = store;
  }

  of(table: string): Seen | null {
    const seen = this.#here.get(table) ?? (read(this.#store, `${SEEN}-${table}`) as Seen | null);
    return Array.isArray(seen?.lines) ? seen : null;
  }

  keep(table: string, seen: Seen): void {
    this.#list(table);
    if (write(this.#store, `${SEEN}-${table}`, seen)) this.#here.delete(table);
    else this.#here.set(table, seen);
  }

  /** The tables that are kept, the latest last. */
  #list(table: string): void {
    const known = read(this.#store, SEEN);
    const tables = Array.isArray(known) ? known.map(String) : [];
    if (tables.includes(table)) return;
    const kept = [...tables, table].slice(-MOST_SEEN);
    for (const each of tables) if (!kept.includes(each)) this.#store.removeItem(`${SEEN}-${each}`);
    write(this.#store, SEEN, kept);
  }
}
