import { describe, expect, it } from 'vitest';

import { flightsOf } from '../src/board/flightsFromEvents';
import { inOrder, suiteSlots } from '../src/games/ko/cardOrder';
import { verdict } from '../src/games/ko/forecast';
import { readView } from '../src/board/viewNotation';
import { faceOf, kept, namesOf, toggled } from '../src/board/cardSelection';
import { spot, spread } from '../src/board/cardLayout';

describe('cards spread in a box', () => {
  it.each([[15, 340, 150], [15, 1100, 170], [30, 340, 150], [40, 260, 190], [1, 300, 100], [0, 300, 100]])('keeps %i cards within %i × %i', (count, width, height) => {
    const laid = spread(count, { width, height, most: 112 });
    for (let at = 0; at < count; at++) {
      const { x, y } = spot(at, laid);
      expect(x).toBeGreaterThanOrEqual(-0.01);
      expect(x + laid.card).toBeLessThanOrEqual(width + 0.01);
      expect(y + laid.card * 1.4).toBeLessThanOrEqual(height + 0.01);
    }
    expect(laid.card).toBeGreaterThanOrEqual(32);
  });

  it('scrolls rather than draws cards that nobody can read', () => {
    const laid = spread(90, { width: 240, height: 120, most: 74 });
    expect(laid.card).toBe(32);
    expect(laid.height).toBeGreaterThan(120);
  });

  it('does not overlap where there is room', () => {
    const laid = spread(5, { width: 600, height: 160, most: 100 });
    expect(laid.across).toBeGreaterThan(laid.card);
    expect(laid.card).toBe(100);
  });
});

describe('picked cards', () => {
  it('are told apart, and outlive another order', () => {
    expect(namesOf(['R1', 'KO', 'KO'])).toEqual(['R1#0', 'KO#0', 'KO#1']);
    expect(faceOf('KO#1')).toBe('KO');
    expect(toggled(['R1#0'], 'KO#1')).toEqual(['R1#0', 'KO#1']);
    expect(toggled(['R1#0', 'KO#1'], 'R1#0')).toEqual(['KO#1']);
    expect(kept(['R1#0', 'KO#1'], ['KO', 'R1'])).toEqual(['R1#0']);
  });
});

describe('cards of KO', () => {
  const cards = ['PEEK1', '?', 'T2', 'B3', 'R10', 'R9', 'KO', 'O3'];
  it('are sorted by colour or by number', () => {
    expect(inOrder(cards, 'colour')).toEqual(['R9', 'R10', 'O3', 'B3', 'T2', 'KO', 'PEEK1', '?']);
    expect(inOrder(cards, 'number')).toEqual(['T2', 'O3', 'B3', 'R9', 'R10', 'KO', 'PEEK1', '?']);
  });
  it('lie in fifteen slots of a suite', () => {
    const { slots, loose } = suiteSlots(['R3', 'T15', 'KO']);
    expect([slots[2], slots[14], slots[0]]).toEqual(['R3', 'T15', '_']);
    expect(loose).toEqual(['KO']);
  });
  it('say what they would lead to', () => {
    expect(verdict(readView('ko turn=A phase=refill need=3\n'))).toEqual({ key: 'ko.then_draw', details: { need: 3 } });
    expect(verdict(readView('ko turn=A phase=effect fresh=REV\n')).key).toBe('ko.then_effect');
    expect(verdict(readView('ko turn=A over=yes\n')).key).toBe('ko.wins');
    expect(verdict(null).key).toBe('ko.legal');
  });
});

describe('movements of several moves', () => {
  it('are one for each card', () => {
    const move = (card: string, source: string, target: string) => ({ kind: 'move', details: { card, source, target } });
    const events = [move('R5', 'A.hand', 'A.chosen'), move('R6', 'A.hand', 'A.chosen'), move('R6', 'A.chosen', 'open'), move('R5', 'A.chosen', 'open'), move('?', 'stock', 'A.hand')];
    expect(flightsOf([{ seq: 1, at: 0, kind: 'moved', events }])).toEqual([
      { face: 'R5', source: 'A.hand', target: 'open' },
      { face: 'R6', source: 'A.hand', target: 'open' },
      { face: '?', source: 'stock', target: 'A.hand' },
    ]);
  });
});
