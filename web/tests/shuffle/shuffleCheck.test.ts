import { describe, expect, it } from 'vitest';

import { check, commitmentOf, keptText, keyOf, newPart, note, readDealt, timesOf, verdictOf, type Part } from '../../src/shuffle/shuffleCheck';
import type { Seen } from '../../src/shuffle/seenGame';
import { ADA, BOB, SEED, commitOf, hash, honest, kept, told } from './dealForTests';

const seen = (over: Partial<Seen> = {}): Seen => ({ promise: ADA.promise, seat: 0, epoch: 'e', seq: 9, whole: true, over: true, lines: ['A R1'], ...over });

const wrong = (record: string, parts: Part[] = [kept()], game: Seen | null = null): string[] => check(record, 'abc', parts, game).flatMap(({ name, ok }) => (ok === false ? [name] : []));

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
    const checks = check(honest(), 'abc', [kept()], seen());
    expect(checks.filter(({ ok }) => ok).map(({ name }) => name)).toEqual(['commit', 'key', 'table', 'noted', 'game', 'chairs', 'own', 'seen']);
    expect(verdictOf(checks)).toBe('fine');
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

  it('is never plainly fine where other tables were closed during their shuffle', () => {
    const checks = check(honest(), 'abc', [kept()], seen(), 2);
    expect(checks.find(({ name }) => name === 'elsewhere')?.details).toEqual({ times: '2' });
    expect([verdictOf(checks), timesOf(checks)]).toEqual(['anew', 2]);
    expect(check(honest(), 'abc', [], seen(), 2).some(({ name }) => name === 'elsewhere')).toBe(false);
  });

  it('is never plainly fine where the shuffle began anew, and says how often', () => {
    const checks = check(honest(), 'abc', [{ ...BOB, void: true, anew: 3, noted: note(told(), 0) }, kept()], seen());
    expect(checks.find(({ name }) => name === 'anew')?.details).toEqual({ times: '4' });
    expect(verdictOf(checks)).toBe('anew');
  });

  it('catches a house that never asked for the salt that it took a promise for', () => {
    const ground = honest({ seed: 'ff'.repeat(32) }).replace(`A=person:${ADA.salt}`, 'A=person:-');
    const checks = check(ground, 'abc', [{ ...ADA, table: 'abc' }]);
    expect(checks.find(({ name }) => name === 'asked')?.ok).toBe(false);
    expect(verdictOf(checks.filter(({ name }) => !['commit', 'key'].includes(name)))).toBe('unasked');
  });

  it('is not misled by a shuffle that came to nothing', () => {
    const others = honest({ ada: '0c'.repeat(32), seed: 'ff'.repeat(32) });
    const checks = check(others, 'abc', [{ ...kept(), void: true }]);
    expect(checks.filter(({ ok }) => ok === false)).toEqual([]);
    expect(checks.find(({ name }) => name === 'noted')?.found).toBe('void');
    expect(verdictOf(checks)).toBe('anew');
  });

  it('is not fine where the server’s own check finds something wrong, or the moves were not seen', () => {
    const checks = check(honest(), 'abc', [kept()], seen());
    expect(verdictOf(checks, [{ ok: true }, { ok: false }])).toBe('doubted');
    expect(verdictOf(check(honest(), 'abc', [kept()]))).toBe('part');
    expect(verdictOf(check(honest(), 'abc', [kept()], seen({ promise: BOB.promise })))).toBe('part');
  });

  it('catches a record of another game of the same key', () => {
    expect(wrong(honest().replace('A R1', 'A R2'), [kept()], seen())).toEqual(['seen']);
  });

  it('is copied with all that was kept', () => {
    expect(JSON.parse(keptText(kept(), seen()))).toEqual({ ...kept(), seen: seen() });
    expect(JSON.parse(keptText(kept(), seen({ promise: BOB.promise })))).toEqual(kept());
  });

  it('knows the records of before', () => {
    const key = hash(Buffer.concat([Buffer.from('pioche 1\n'), Buffer.from(SEED, 'hex'), Buffer.from('\nA=4f')]));
    const record = `record 1\ndeal kolpa 2 key=${key}\nfair commit=${hash(Buffer.from(SEED, 'hex'))} seed=${SEED} A=4f\nend 0 00\n`;
    const dealt = readDealt(record);
    expect(dealt && [commitmentOf(dealt), keyOf(dealt)]).toEqual([dealt?.commit, dealt?.key]);
    expect(wrong(record, [])).toEqual([]);
  });
});
