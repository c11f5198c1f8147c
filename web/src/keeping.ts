// One's own parts of shuffles, kept in the browser until their games can be checked.
import type { Noted, Part } from './fair';

interface Store {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
}

const KEY = 'pioche-shuffles';
const MOST = 200; // parts; the oldest go first

/** Parts in the order in which they were made. A browser that stores nothing remembers them as long as the page is open. */
export class Keeping {
  #store: Store;
  #here: Part[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  add(part: Part): void {
    this.#write([...this.#read(), part].slice(-MOST));
  }

  find(promise: string): Part | undefined {
    return this.#read().find((part) => part.promise === promise);
  }

  /** What was seen when the salt was about to be told. What was written down first stays. */
  note(promise: string, noted: Noted): void {
    this.#write(this.#read().map((part) => (part.promise === promise && !part.noted ? { ...part, noted } : part)));
  }

  /** All that was noted at a table, the latest last. */
  of(table: string): Part[] {
    return this.#read().filter((part) => part.noted?.table === table);
  }

  #read(): Part[] {
    try {
      return (JSON.parse(this.#store.getItem(KEY) ?? 'null') as Part[] | null) ?? this.#here;
    } catch {
      return this.#here;
    }
  }

  #write(parts: Part[]): void {
    this.#here = parts;
    try {
      this.#store.setItem(KEY, JSON.stringify(parts));
    } catch {
      // a browser that stores nothing
    }
  }
}
