import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Facts, State } from '../../src/net/messages';
import { told } from './dealForTests';

const api = vi.hoisted(() => ({ create: vi.fn(), sit: vi.fn(), promise: vi.fn(), salt: vi.fn() }));
vi.mock('../../src/net/api', () => ({ api, Refusal: class extends Error {} }));
vi.mock('../../src/i18n/i18n.svelte', () => ({ say: (key: string) => key }));

const { create, goOn, keeping, lookAt, seeing, sit, takeOver, witness } = await import('../../src/shuffle/shuffleDuty.svelte');

const [mine, ...others] = told().chairs;
const facts = (chair: object, over: object = {}) => ({ ...told(), chairs: [{ ...mine!, promise: '', ...chair }, ...others], ...over }) as unknown as Facts;
const open = (id: string) => facts({ owes: true }, { id, status: 'open', commitment: '' });
const wish = { game: 'kolpa', seats: [{ kind: 'you' as const }, { kind: 'bot' as const, bot: 'level3' }, { kind: 'open' as const }], options: { target: 30 } };

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});

/** As long as the others may have to wait. */
async function settled<T>(does: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(10_000);
  return does;
}

describe('a promise', () => {
  it('is told again while the network fails, and it is the same one', async () => {
    api.promise.mockRejectedValueOnce(new TypeError('gone')).mockRejectedValueOnce(new TypeError('gone')).mockResolvedValue(open('t1'));
    await settled(goOn('t1', open('t1')));
    await settled(goOn('t1', open('t1'))); // the house says once more that it has none
    const given = api.promise.mock.calls.map(([, promise]) => promise as string);
    expect([given.length, new Set(given).size]).toEqual([4, 1]);
    expect(keeping.all('t1')).toHaveLength(1);
  });

  it('belongs to the table of the address', async () => {
    await settled(goOn('t2', open('another')));
    expect(api.promise).not.toHaveBeenCalled();
    expect(keeping.all('another')).toEqual([]);
  });

  it('that the house never comes back to is noticed, and stays so', async () => {
    api.sit.mockImplementation((id: string, promise: string) => Promise.resolve(facts({ promise }, { id, status: 'playing' })));
    const sat = await settled(sit('t3'));
    expect(lookAt(sat).does).toBe('unasked');
    expect(lookAt(facts({ promise: '' }, { id: 't3', status: 'over' })).does).toBe('unasked');
    expect(keeping.all('t3')).toMatchObject([{ table: 't3' }]);
    expect(api.salt).not.toHaveBeenCalled();
  });

  it('is not given for a seat in a game that was dealt', async () => {
    api.sit.mockImplementation((id: string) => Promise.resolve(facts({}, { id, status: 'playing' })));
    const sat = await settled(takeOver('t4', 0));
    expect(api.sit).toHaveBeenCalledWith('t4', '', 0);
    expect(lookAt(sat).does).toBe('nothing');
  });
});

describe('a salt', () => {
  const made = (promise: string, over: object = {}) => facts({ promise }, { id: 't5', chairs: [{ ...mine!, promise }, { kind: 'bot', bot: 'level3' }, { kind: 'open' }], ...over });

  it('is told at the table that was wished for, after it was noted', async () => {
    api.create.mockImplementation((_: unknown, promise: string) => Promise.resolve(made(promise)));
    api.salt.mockImplementation(() => Promise.resolve(keeping.of('t5').length));
    expect(await settled(create(wish))).toBe(1);
  });

  it('is not told at another one', async () => {
    for (const other of [{ game: 'ko' }, { options: {} }, { id: 't6', chairs: [mine!] }]) {
      api.create.mockImplementation((_: unknown, promise: string) => Promise.resolve(made(promise, other)));
      await expect(create(wish)).rejects.toThrow('shuffle.other');
    }
    expect(api.salt).not.toHaveBeenCalled();
  });
});

describe('the game', () => {
  const dealt = (id: string): State => ({
    type: 'state', table: id, epoch: 'e', seq: 4, seat: 0, moves: [], over: false, facts: facts({}, { id }),
    history: [{ seq: 4, at: 0, kind: 'dealt' }], game: { view: 'v0', scores: [], actors: [], waited: [] },
  }); // prettier-ignore

  it('is kept beside the note, through the eyes of one’s seat', async () => {
    api.sit.mockImplementation((id: string, promise: string) => Promise.resolve(facts({ promise }, { id })));
    await settled(sit('t7'));
    for (const seat of [null, 1]) witness('t7', seat, dealt('t7'));
    witness('t8', 0, dealt('t8'));
    expect([seeing.of('t7'), seeing.of('t8')]).toEqual([null, null]);
    witness('t7', 0, dealt('t7'));
    expect(seeing.of('t7')).toMatchObject({ seq: 4, whole: true, promise: keeping.of('t7')[0]?.promise });
  });
});
