// A deal that Ada's browser took part in, made without a line of the code that is tested.
import { createHash } from 'node:crypto';

import { note, type Part, type Told } from '../../src/shuffle/shuffleCheck';
import type { Store } from '../../src/shuffle/keptGames';

export const hash = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

export const SEED = '5e'.repeat(32);
export const ADA = { salt: '0a'.repeat(32), promise: hash('0a'.repeat(32)) };
export const BOB = { salt: '0b'.repeat(32), promise: hash('0b'.repeat(32)) };

/** A record as the server writes it, made without a line of the code that is tested. */
export function honest({ seed = SEED, ada = ADA.salt, bob = BOB.salt, options = ' target=30', table = 'abc' } = {}): string {
  const seats = `A person ${hash(ada)}\nB bot level3\nC person ${hash(bob)}`;
  const commit = hash(`pioche 2\ntable ${table}\ndeal rules=2 kolpa 3${options}\n${seats}\nseed ${seed}`);
  const key = hash(Buffer.concat([Buffer.from('pioche 2\n'), Buffer.from(seed, 'hex'), Buffer.from(`\nA=${ada}\nC=${bob}`)]));
  const fair = `fair 2 commit=${commit} seed=${seed} table=${table} A=person:${ada} B=bot:level3 C=person:${bob}`;
  return `record 1 rules=2\ndeal kolpa 3 key=${key}${options}\n${fair}\nA R1\nend 1 5f0c3a9e12b4d678\n`;
}

export const commitOf = (record: string): string => /commit=(\w+)/.exec(record)?.[1] ?? '';

export const told = (over: Partial<Told> = {}): Told & { status: string } => ({
  id: 'abc', game: 'kolpa', players: 3, options: { target: 30 }, deal: 'rules=2 kolpa 3 target=30', commitment: commitOf(honest()), status: 'shuffling',
  chairs: [{ kind: 'person', you: true, promise: ADA.promise }, { kind: 'bot', bot: 'level3' }, { kind: 'person', promise: BOB.promise }], ...over,
}); // prettier-ignore

export const kept = (): Part => ({ ...ADA, table: 'abc', noted: note(told(), 0) });

/** A browser's storage. */
export function shelf(): Store {
  const texts = new Map<string, string>();
  return { getItem: (key) => texts.get(key) ?? null, setItem: (key, text) => void texts.set(key, text), removeItem: (key) => void texts.delete(key) };
}
