import { describe, expect, it } from 'vitest';

import { newPart, note, type Part } from '../../src/shuffle/shuffleCheck';
import { Keeping, Seeing, storage } from '../../src/shuffle/keptGames';
import { ADA, kept, shelf, told } from './dealForTests';

const noted = (table: string, commitment = told().commitment) => note({ ...told(), id: table, commitment }, 0);
const at = (table: string): Part => ({ ...newPart(), table });
const full = (text: string | null = null) => ({ getItem: () => text, setItem: () => { throw new Error('full'); }, removeItem: () => {} }); // prettier-ignore

describe('what is kept', () => {
  it('is found again by promise and by table, and what was noted first stays', () => {
    const store = shelf();
    new Keeping(store).add({ ...ADA, table: 'abc' });
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

  it('loses nothing that was noted to promises that came to nothing', () => {
    const keeping = new Keeping(shelf());
    keeping.add(at('abc'));
    keeping.note(keeping.waiting('abc')!.promise, noted('abc'));
    for (let n = 0; n < 300; n++) keeping.add(newPart());
    for (let n = 0; n < 300; n++) keeping.add(at('xyz')); // one waits at a table
    expect(keeping.of('abc')).toHaveLength(1);
    expect(keeping.all('xyz')).toHaveLength(1);
  });

  it('never loses a promise that still stands, nor what was just made', () => {
    const keeping = new Keeping(shelf());
    const letters = at('by letter');
    keeping.add(letters);
    for (let n = 0; n < 250; n++) {
      keeping.add(at(`t${n}`));
      keeping.note(keeping.waiting(`t${n}`)!.promise, noted(`t${n}`));
    }
    const last = newPart();
    keeping.add(last);
    expect([keeping.find(letters.promise), keeping.find(last.promise)]).toEqual([letters, last]);
    expect([keeping.of('t0'), keeping.of('t249')].map((parts) => parts.length)).toEqual([0, 1]);
  });

  it('counts the shuffles that came to nothing, however many', () => {
    const keeping = new Keeping(shelf());
    for (let n = 0; n < 250; n++) {
      keeping.add(at('abc'));
      keeping.note(keeping.waiting('abc')!.promise, noted('abc', String(n)));
      keeping.judge({ ...told({ commitment: '', chairs: [{ kind: 'person', you: true, owes: true }] }), status: 'open' });
    }
    expect(keeping.all('abc')).toMatchObject([{ void: true, anew: 249 }]);
  });

  it('counts the tables that were closed while their cards were shuffled, since the last deal', () => {
    const keeping = new Keeping(shelf());
    const shuffled = (table: string, days = false): void => {
      keeping.add(at(table));
      keeping.note(keeping.waiting(table)!.promise, { ...noted(table), ...(days && { days: true as const }) });
    };
    const become = (table: string, status: string): void => void keeping.judge({ ...told({ id: table, commitment: status === 'playing' ? told().commitment : '', chairs: [] }), status });
    for (const table of ['long ago', 'old']) shuffled(table);
    become('old', 'playing');
    keeping.add(at('good')); // sat down first, dealt last
    for (const table of ['closed', 'gone', 'by letter', 'closed letters']) shuffled(table, table.includes('letter'));
    for (const table of ['closed', 'closed letters']) become(table, 'closed');
    keeping.note(keeping.waiting('good')!.promise, noted('good'));
    become('good', 'playing');
    expect(keeping.elsewhere('good')).toBe(3);
    expect(keeping.elsewhere('old')).toBe(1);
    shuffled('later');
    expect([keeping.elsewhere('good'), keeping.elsewhere('later'), keeping.elsewhere('unknown')]).toEqual([3, 0, 0]);
  });

  it('is the promise that was given before, as long as its salt was not told', () => {
    const keeping = new Keeping(shelf());
    keeping.add({ ...ADA, table: 'abc' });
    expect(keeping.waiting('abc')?.promise).toBe(ADA.promise);
    keeping.note(ADA.promise, note(told(), 0));
    expect(keeping.waiting('abc')).toBeUndefined();
  });

  it('belongs to the table of the answer, once', () => {
    const keeping = new Keeping(shelf());
    keeping.add(ADA);
    keeping.bind(ADA.promise, 'abc');
    keeping.bind(ADA.promise, 'xyz');
    expect(keeping.find(ADA.promise)?.table).toBe('abc');
    keeping.forget('abc');
    expect(keeping.find(ADA.promise)).toBeUndefined();
  });

  it('lasts as long as the page where nothing is stored', () => {
    for (const text of [null, '[]', '{}', 'nonsense', '[null, 3]']) {
      const keeping = new Keeping(full(text));
      keeping.add(ADA);
      expect(keeping.find(ADA.promise), String(text)).toEqual(ADA);
    }
  });

  it('passes over what is no list', () => {
    for (const text of ['{}', '"x"', '[null, 3]']) {
      const store = shelf();
      store.setItem('pioche-shuffles', text);
      const keeping = new Keeping(store);
      expect(keeping.find(ADA.promise)).toBeUndefined();
      keeping.add(ADA);
      expect(new Keeping(store).find(ADA.promise)).toEqual(ADA);
    }
  });

  it('is remembered where the browser blocks its storage', () => {
    const keeping = new Keeping(storage(() => { throw new Error('blocked'); })); // prettier-ignore
    keeping.add(ADA);
    expect(keeping.find(ADA.promise)).toEqual(ADA);
  });
});

describe('games that were seen', () => {
  const seen = (seq: number) => ({ promise: ADA.promise, seat: 0, epoch: 'e', seq, whole: true, over: false, lines: ['A R1'] });

  it('are those of the latest tables', () => {
    const store = shelf();
    for (let n = 0; n < 45; n++) new Seeing(store).keep(`t${n}`, seen(n));
    expect([new Seeing(store).of('t4'), new Seeing(store).of('t5'), new Seeing(store).of('t44')]).toEqual([null, seen(5), seen(44)]);
  });

  it('are remembered where nothing is stored', () => {
    const seeing = new Seeing(full('{}'));
    seeing.keep('abc', seen(3));
    expect(seeing.of('abc')).toEqual(seen(3));
    expect(seeing.of('xyz')).toBeNull();
  });
});
