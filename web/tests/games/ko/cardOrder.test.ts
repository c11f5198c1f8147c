import { describe, expect, it } from 'vitest';

import { readView } from '../../../src/board/viewNotation';
import { inOrder, suiteSlots } from '../../../src/games/ko/cardOrder';
import { verdict } from '../../../src/games/ko/forecast';

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
