import { describe, expect, it } from 'vitest';

import { endsRound, flightsOf, stagger, turnsOf } from '../../src/board/flightsFromEvents';
import type { SeenEntry } from '../../src/net/messages';

const entry = (seq: number, events: SeenEntry['events'] = []): SeenEntry => ({ seq, at: 0, kind: 'moved', seat: 0, events });

describe('which cards move', () => {
  const move = (card: string, source: string, target: string) => ({ kind: 'move', details: { card, source, target } });
  const turn = { kind: 'turn', details: { card: 'R1', source: 'A.hand', target: 'A.hand' } };

  it('every move of a card between two places, in order', () => {
    const entries = [entry(1, [{ kind: 'play', details: {} }, move('R', 'stock', 'drawn'), turn]), entry(2, [move('?', 'drawn', 'row1')])];
    expect(flightsOf(entries)).toEqual([{ face: 'R', source: 'stock', target: 'drawn' }, { face: '?', source: 'drawn', target: 'row1' }]);
    expect(turnsOf(entries)).toHaveLength(1);
  });

  it('a round ends where cards are turned up and shuffled', () => {
    expect(endsRound([entry(1, [turn])])).toBe(false);
    expect(endsRound([entry(1, [turn, { kind: 'shuffle', details: {} }])])).toBe(true);
  });

  it('many cards begin closer together', () => {
    expect(stagger(1)).toBe(110);
    expect(stagger(20)).toBe(26);
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
