import { describe, expect, it } from 'vitest';

import { ALL, Told } from '../../src/wasm/told';
import { TOY } from './toyGame';

/** The head, then the parts that are given, in their order; 0 for one that was not wished for. */
function told(recipient: number, seats: number, ...parts: (number[] | null)[]): Told {
  const starts: number[] = [];
  const body = parts.reduce<number[]>((all, part) => {
    starts.push(part ? 10 + all.length : 0);
    return [...all, ...(part ?? [])];
  }, []);
  const missing = Array<number>(6 - parts.length).fill(0);
  return new Told(TOY, Int32Array.from([1, 10 + body.length, recipient, seats, ...starts, ...missing, ...body]));
}

describe('what one was told', () => {
  it('has the fields that everybody may see', () => {
    const seen = told(0, 2, [5, 10, 20, 0]);
    expect(seen.number('limit')).toBe(5);
    expect(seen.several('scores')).toEqual([10, 20]);
    expect(() => seen.number('rng')).toThrow('rng is not for this viewer');
    expect(() => seen.legal()).toThrow('not wished for');
  });

  it("has of a seat's own what is one's own", () => {
    expect(told(1, 2, [5, 0, 0, 1, 42]).own('secret', 1)).toBe(42);
    expect(told(1, 2, [5, 0, 0, 1, 42]).own('secret', 0)).toBeNull();
    expect(told(ALL, 2, [5, 0, 0, 2, 41, 42]).own('secret', 1)).toBe(42);
  });

  it('has the faces that are known, in a closed place none', () => {
    const cards = (at: number): number[] => [0, at, 3, 2, -1, -1, 3, 1, 1, 1];
    expect(told(0, 2, null, cards(12)).faces(1)).toEqual([2, -1, -1]);
    expect(told(1, 2, null, cards(12)).faces(1)).toEqual([-1, -1, -1]);
    expect(told(1, 2, null, cards(12)).knownAndUnknown(1)).toEqual([2, -1, -1]);
    expect(told(0, 2, null, cards(12)).faces(0)).toEqual([]);
    expect(told(0, 2, null, cards(12)).size(1)).toBe(3);
  });

  it('says how many cards each seat knows, and how many of those one knows oneself', () => {
    const seen = told(0, 2, null, [0, 12, 3, 2, -1, -1, 3, 1, 1, 0]);
    expect([0, 1].map((seat) => seen.knowers(1, seat))).toEqual([3, 1]);
    expect([0, 1].map((seat) => seen.knowers(1, seat, true))).toEqual([1, 0]);
    expect(told(ALL, 2, null, [0, 12, 2, 0, 1, 0b11, 0b10]).knowers(1, 0)).toBe(1);
  });

  it('has what happened, as the server would say it', () => {
    const rows = [[3, 0, 1, 0, 1], [3, 1, -1, 1, 0], [0, -1, 0, 1, 0], [1, 2, 0, 1, 1], [2, 0, 3, 0, 0], [16, 1, 2, 0, 0], [17, 0, 1, -1, -1]]; // prettier-ignore
    expect(told(0, 2, null, null, [rows.length, ...rows.flat()]).events()).toEqual([
      { kind: 'play', details: { seat: 'A', move: 'lay R1', card: 'R1' }, key: 'move.lay' },
      { kind: 'play', details: { seat: 'B', move: '?' }, key: 'move.waits' },
      { kind: 'move', details: { card: '?', source: 'box', target: 'A.hand' } },
      { kind: 'turn', details: { card: 'B1', source: 'box', target: 'A.hand' } },
      { kind: 'shuffle', details: { source: 'box', cards: 3 } },
      { kind: 'owed', details: { seat: 'B', card: 'B1', row: 1 }, key: 'event.owed' },
      { kind: 'shown', details: { cards: 'R1 R2' }, key: 'event.shown' },
    ]);
  });

  it('has moves, how things stand, and what is counted', () => {
    const seen = told(0, 2, null, null, null, [2, 0, 1, 1, 1], [1, -1, 0b01, 0b10, 7, -3], [5, 4, -999, 1, 2, -999]);
    expect(seen.legal()).toEqual([0, 1]);
    expect(seen.choices()).toEqual([1]);
    expect(seen.standing()).toEqual({ over: true, actor: -1, actors: [0], winners: [1], scores: [7, -3] });
    expect(seen.figures()).toEqual({ left: [4], hands: [1, 2] });
  });
});
