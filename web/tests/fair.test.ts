import { createHash } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { check, commitmentOf, keyOf, newPart, note, readDealt, stepOf, type Part, type Told } from '../src/fair';
import { Keeping } from '../src/keeping';

const hash = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

const SEED = '5e'.repeat(32);
const ADA = { salt: '0a'.repeat(32), promise: hash('0a'.repeat(32)) };
const BOB = { salt: '0b'.repeat(32), promise: hash('0b'.repeat(32)) };

/** A record as the server writes it, made without a line of the code that is tested. */
function honest({ seed = SEED, ada = ADA.salt, bob = BOB.salt, options = ' target=30', table = 'abc' } = {}): string {
  const seats = `A person ${hash(ada)}\nB bot level3\nC person ${hash(bob)}`;
  const commit = hash(`pioche 2\ntable ${table}\ndeal rules=2 kolpa 3${options}\n${seats}\nseed ${seed}`);
  const key = hash(Buffer.concat([Buffer.from('pioche 2\n'), Buffer.from(seed, 'hex'), Buffer.from(`\nA=${ada}\nC=${bob}`)]));
  const fair = `fair 2 commit=${commit} seed=${seed} table=${table} A=person:${ada} B=bot:level3 C=person:${bob}`;
  return `record 1 rules=2\ndeal kolpa 3 key=${key}${options}\n${fair}\nA R1\nend 1 5f0c3a9e12b4d678\n`;
}

const commitOf = (record: string): string => /commit=(\w+)/.exec(record)?.[1] ?? '';

const told = (over: Partial<Told> = {}): Told & { status: string } => ({
  id: 'abc', game: 'kolpa', players: 3, options: { target: 30 }, deal: 'rules=2 kolpa 3 target=30', commitment: commitOf(honest()), status: 'shuffling',
  chairs: [{ kind: 'person', you: true, promise: ADA.promise }, { kind: 'bot', bot: 'level3' }, { kind: 'person', promise: BOB.promise }], ...over,
}); // prettier-ignore

const kept = (): Part => ({ ...ADA, noted: note(told(), 0) });
const wrong = (record: string, parts = [kept()]): string[] => check(record, 'abc', parts).flatMap(({ name, ok }) => (ok === false ? [name] : []));

describe('a salt', () => {
  it('is 32 bytes, new each time, and its promise is its hash', () => {
    const [one, other] = [newPart(), newPart()];
    expect(one.salt).toMatch(/^[0-9a-f]{64}$/);
    expect(one.salt).not.toBe(other.salt);
    expect(one.promise).toBe(hash(one.salt));
  });
});

describe('the check of a record', () => {
  it('finds an honest one right in everything but the rules, which it does not know', () => {
    const checks = check(honest(), 'abc', [kept()]);
    expect(checks.filter(({ ok }) => ok).map(({ name }) => name)).toEqual(['commit', 'key', 'table', 'noted', 'game', 'chairs', 'own']);
    expect(checks.filter(({ ok }) => !ok)).toEqual([{ name: 'moves', ok: null, found: 'left', details: { moves: '1' } }]);
  });

  it('catches a server that drew another seed after the salts were told', () => {
    expect(wrong(honest({ seed: 'ff'.repeat(32) }))).toEqual(['noted']);
  });

  it('catches a server that drew another seed and names the old commitment', () => {
    const ground = honest({ seed: 'ff'.repeat(32) });
    expect(wrong(ground.replace(commitOf(ground), commitOf(honest())))).toEqual(['commit']);
  });

  it('catches another seat whose salt was chosen last', () => {
    const ground = honest({ bob: '0c'.repeat(32) });
    expect(wrong(ground)).toEqual(['noted', 'chairs']);
    expect(wrong(ground.replace(commitOf(ground), commitOf(honest())))).toEqual(['commit', 'chairs']);
  });

  it('catches a record that leaves out or changes one’s own salt', () => {
    expect(wrong(honest({ ada: '0c'.repeat(32) }))).toEqual(['noted', 'chairs', 'own']);
    expect(wrong(honest().replace(`A=person:${ADA.salt}`, 'A=person:-'))).toEqual(['commit', 'key', 'chairs', 'own']);
  });

  it('catches another key, another game, other options, another table', () => {
    expect(wrong(honest().replace(/key=\w+/, `key=${'00'.repeat(32)}`))).toEqual(['key']);
    expect(wrong(honest({ options: ' target=20' }))).toEqual(['noted', 'game']);
    expect(wrong(honest().replace('rules=2', 'rules=1'))).toEqual(['commit', 'game']);
    expect(wrong(honest({ table: 'xyz' }))).toEqual(['table', 'noted']);
    expect(wrong(honest().replace('B=bot:level3', 'B=bot:level5'))).toEqual(['commit', 'chairs']);
  });

  it('says what it could not check: nothing kept, nothing told', () => {
    const checks = check(honest(), 'abc');
    expect(checks.map(({ name, ok }) => [name, ok])).toEqual([['commit', true], ['key', true], ['table', true], ['noted', null], ['moves', null]]);
    expect(wrong(honest().replace(/^fair.*\n/m, ''))).toEqual(['deal']);
    expect(wrong('nonsense')).toEqual(['deal']);
  });

  it('says how often the shuffle began anew', () => {
    const checks = check(honest(), 'abc', [{ ...BOB, noted: note(told(), 0) }, kept()]);
    expect(checks.find(({ name }) => name === 'anew')?.details).toEqual({ times: '1' });
  });

  it('knows the records of before', () => {
    const key = hash(Buffer.concat([Buffer.from('pioche 1\n'), Buffer.from(SEED, 'hex'), Buffer.from('\nA=4f')]));
    const record = `record 1\ndeal kolpa 2 key=${key}\nfair commit=${hash(Buffer.from(SEED, 'hex'))} seed=${SEED} A=4f\nend 0 00\n`;
    const dealt = readDealt(record);
    expect(dealt && [commitmentOf(dealt), keyOf(dealt)]).toEqual([dealt?.commit, dealt?.key]);
    expect(wrong(record, [])).toEqual([]);
  });
});

describe('what is to be done', () => {
  const find = (part: Part) => (promise: string) => (promise === part.promise ? part : undefined);

  it('is to tell the salt, once one’s own promise is in one’s chair', () => {
    expect(stepOf(told(), find(ADA))).toMatchObject({ does: 'reveal', noted: { seat: 0, commitment: told().commitment } });
    const [mine, ...others] = told().chairs;
    expect(stepOf(told({ chairs: [{ ...mine!, revealed: true }, ...others] }), find(kept())).does).toBe('nothing');
  });

  it('is nothing for who gave no promise, watches, or plays already', () => {
    const [mine, ...others] = told().chairs;
    expect(stepOf(told({ chairs: [{ ...mine!, promise: '' }, ...others] }), find(ADA)).does).toBe('nothing');
    expect(stepOf(told({ chairs: [{ ...mine!, you: false }, ...others] }), find(ADA)).does).toBe('nothing');
    expect(stepOf({ ...told(), status: 'playing' }, find(ADA)).does).toBe('nothing');
  });

  it('is not to tell the salt for a promise of somebody else', () => {
    expect(stepOf(told(), find(BOB)).does).toBe('elsewhere');
  });

  it('is not to tell a salt again for another commitment', () => {
    expect(stepOf(told({ commitment: 'ff'.repeat(32) }), find(kept())).does).toBe('changed');
    expect(stepOf(told({ options: {} }), find(kept())).does).toBe('changed');
    expect(stepOf(told(), find(kept())).does).toBe('reveal'); // the network failed: once more
  });

  it('is to promise anew where a shuffle came to nothing', () => {
    const [mine, ...others] = told().chairs;
    const anew = { ...told({ commitment: '', chairs: [{ ...mine!, promise: '', owes: true }, ...others] }), status: 'open' };
    expect(stepOf(anew, find(ADA)).does).toBe('promise');
    expect(stepOf({ ...anew, chairs: [{ ...mine!, promise: '' }, ...others] }, find(ADA)).does).toBe('nothing'); // trusts the house
    expect(stepOf({ ...anew, chairs: [{ ...mine!, owes: true, reserved: true }, ...others] }, find(ADA)).does).toBe('nothing');
  });
});

describe('what is kept', () => {
  function shelf(): { getItem: (key: string) => string | null; setItem: (key: string, text: string) => void } {
    const kept = new Map<string, string>();
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => void kept.set(key, text) };
  }

  it('is found again by promise and by table, and what was noted first stays', () => {
    const store = shelf();
    new Keeping(store).add(ADA);
    new Keeping(store).note(ADA.promise, note(told(), 0));
    new Keeping(store).note(ADA.promise, note(told({ commitment: 'ff'.repeat(32) }), 0));
    expect(new Keeping(store).find(ADA.promise)).toEqual(kept());
    expect(new Keeping(store).of('abc')).toEqual([kept()]);
    expect(new Keeping(store).of('xyz')).toEqual([]);
  });

  it('does not grow for ever', () => {
    const keeping = new Keeping(shelf());
    const parts = Array.from({ length: 230 }, newPart);
    for (const part of parts) keeping.add(part);
    expect(keeping.find(parts[29]!.promise)).toBeUndefined();
    expect(keeping.find(parts[30]!.promise)).toEqual(parts[30]);
  });

  it('lasts as long as the page where nothing is stored', () => {
    const broken = { getItem: () => null, setItem: () => { throw new Error('full'); } };
    const keeping = new Keeping(broken);
    keeping.add(ADA);
    expect(keeping.find(ADA.promise)).toEqual(ADA);
  });
});
