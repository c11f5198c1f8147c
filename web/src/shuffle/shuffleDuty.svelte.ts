// The browser's part of the shuffle: it promises, keeps what it sees, tells its salt; and begins anew when all do.
import { newPart } from './shuffleCheck';
import { say } from '../i18n/i18n.svelte';
import { Keeping, Seeing, storage } from './keptGames';
import { api, Refusal, type TableWish } from '../net/api';
import type { Facts, TableMessage } from '../net/messages';
import { see } from './seenGame';
import { isWished, ownChair, stepOf, type Step } from './shuffleStep';

const AGAIN = [0, 300, 1000, 2000, 4000]; // ms before each try; who has not answered after 10 s loses the seat

const LATE = ['table.not_shuffling', 'table.not_seated', 'table.started', 'table.closed'];

export const keeping = new Keeping(storage());
export const seeing = new Seeing(storage());
const busy = new Set<string>(); // what is being told, by promise or by table

/** A part for a table, kept before anybody hears of it: another one only if its salt was told. */
function promise(table?: string): string {
  const waiting = table === undefined ? undefined : keeping.waiting(table);
  const part = waiting ?? { ...newPart(), ...(table !== undefined && { table }) };
  if (!waiting) keeping.add(part);
  return part.promise;
}

/** A new table; a position is not shuffled. */
export async function create(wish: TableWish): Promise<Facts> {
  const given = wish.position ? '' : promise();
  const facts = await api.create(wish, given);
  if (!isWished(wish, facts)) throw new Error(say('shuffle.other'));
  return goOn(facts.id, facts, given);
}

export const sit = (table: string, seat?: number): Promise<Facts> => api.sit(table, promise(table), seat).then((facts) => goOn(table, facts));

export async function rematch(table: string): Promise<Facts> {
  const given = promise();
  const facts = await api.rematch(table, given);
  return goOn(facts.id, facts, given);
}

/** A seat in a game under way: its cards were dealt without this browser. */
export function takeOver(table: string, seat: number): Promise<Facts> {
  keeping.forget(table);
  return api.sit(table, '', seat);
}

/** Do what the shuffle of this table now asks of this browser; the facts after it. */
export async function goOn(table: string, facts: Facts, given = ''): Promise<Facts> {
  if (facts.id !== table) return facts;
  const step = lookAt(facts, given);
  if (step.does === 'promise') return (await once(table, () => patiently(() => api.promise(table, promise(table)))).catch(tooLate)) ?? facts;
  if (step.does !== 'reveal') return facts;
  const { part, noted } = step;
  keeping.note(part.promise, noted);
  return (await once(part.promise, () => patiently(() => api.salt(table, part.salt))).catch(tooLate)) ?? facts;
}

/** What is asked for, by what is told of a table; and what has become of one's promises there is kept. */
export function lookAt(facts: Facts, given = ''): Step {
  for (const each of [given, ownChair(facts)?.promise ?? '']) keeping.bind(each, facts.id);
  return stepOf(facts, keeping.judge(facts));
}

/** What the table shows to one's seat is kept beside the note. */
export function witness(table: string, seat: number | null, message: TableMessage): void {
  if (seat === null || (message.type !== 'state' && message.type !== 'update')) return;
  const part = keeping.of(table).at(-1);
  if (!part || part.noted?.seat !== seat) return;
  const before = seeing.of(table);
  const seen = see(before?.promise === part.promise ? before : null, message, part.promise, seat);
  if (seen) seeing.keep(table, seen);
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

/** The network may fail for a moment: the others wait for this salt, or for this promise. */
async function patiently(does: () => Promise<Facts>): Promise<Facts> {
  let failure: unknown;
  for (const wait of AGAIN) {
    await new Promise((done) => setTimeout(done, wait));
    try {
      return await does();
    } catch (error) {
      if (error instanceof Refusal && error.status < 500 && error.status !== 429) throw error;
      failure = error;
    }
  }
  throw failure;
}
