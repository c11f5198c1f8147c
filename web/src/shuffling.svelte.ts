// The browser's part of the shuffle: it promises, keeps what it sees, tells its salt; and begins anew when all do.
import { newPart, stepOf, type Part } from './fair';
import { Keeping } from './keeping';
import { api, Refusal, type TableWish } from './net/api';
import type { Facts } from './net/messages';

const AGAIN = [0, 300, 1000, 2000, 4000]; // ms before each try; who has not answered after 10 s loses the seat

const LATE = ['table.not_shuffling', 'table.not_seated', 'table.started', 'table.closed'];

export const keeping = new Keeping(localStorage);
const busy = new Set<string>(); // what is being told, by promise or by table

/** A new part, kept before anybody hears of it. */
function promise(): string {
  const part = newPart();
  keeping.add(part);
  return part.promise;
}

export const create = (wish: TableWish): Promise<Facts> => api.create(wish, promise()).then(goOn);
export const sit = (table: string, seat?: number): Promise<Facts> => api.sit(table, promise(), seat).then(goOn);
export const rematch = (table: string): Promise<Facts> => api.rematch(table, promise()).then(goOn);

/** Do what the shuffle now asks of this browser; the facts after it. */
export async function goOn(facts: Facts): Promise<Facts> {
  const step = stepOf(facts, (wanted) => keeping.find(wanted));
  if (step.does === 'promise') return (await once(facts.id, () => api.promise(facts.id, promise()))) ?? facts;
  if (step.does !== 'reveal') return facts;
  keeping.note(step.part.promise, step.noted);
  return (await once(step.part.promise, () => reveal(facts.id, step.part)).catch(tooLate)) ?? facts;
}

/** Who was too late is told by the table, which has begun anew. */
function tooLate(error: unknown): null {
  if (error instanceof Refusal && LATE.includes(error.code)) return null;
  throw error;
}

/** Two messages about the same thing are one answer. */
async function once(about: string, does: () => Promise<Facts>): Promise<Facts | null> {
  if (busy.has(about)) return null;
  busy.add(about);
  try {
    return await does();
  } finally {
    busy.delete(about);
  }
}

/** The network may fail for a moment: the others wait for this salt. */
async function reveal(table: string, { salt }: Part): Promise<Facts> {
  let failure: unknown;
  for (const wait of AGAIN) {
    await new Promise((done) => setTimeout(done, wait));
    try {
      return await api.salt(table, salt);
    } catch (error) {
      if (error instanceof Refusal && error.status < 500 && error.status !== 429) throw error;
      failure = error;
    }
  }
  throw failure;
}
