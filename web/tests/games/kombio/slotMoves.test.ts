import { describe, expect, it } from 'vitest';

import { common, directMove, labelOf, moveOn, pairsOf, pairsWith, promptOf, slotOf } from '../../../src/games/kombio/slotMoves';
import { tracesOf } from '../../../src/games/kombio/shownCards.svelte';
import { isUnseen } from '../../../src/board/flightsFromEvents';
import { WORDS } from '../../../src/i18n/words';

describe('what a click on a slot means', () => {
  it('one’s own slots are named by their number, those of others by their name', () => {
    expect(directMove(['keep 1', 'keep 2', 'discard', 'slap A2'], 'A2', 'A', false)).toBe('keep 2');
    expect(directMove(['keep 1', 'keep 2'], 'B2', 'A', false)).toBeUndefined();
    expect(directMove(['look B2', 'skip'], 'B2', 'A', false)).toBe('look B2');
    expect(moveOn(['slap B2'], 'slap', 'B2', 'A')).toBe('slap B2');
    expect([slotOf('C.grid12'), labelOf('C12')]).toEqual(['C12', 'C.grid12']);
  });

  it('takes only once a take is wanted', () => {
    expect(directMove(['draw', 'take 3'], 'A3', 'A', false)).toBeUndefined();
    expect(directMove(['draw', 'take 3'], 'A3', 'A', true)).toBe('take 3');
  });

  it('picks two slots; one that every pair has is picked already', () => {
    const pairs = pairsOf(['exchange A3 B1', 'exchange A3 B2', 'skip', 'slap A1']);
    expect(common(pairs)).toEqual(['A3']);
    expect(pairsWith(pairs, ['A3', 'B2']).map(({ move }) => move)).toEqual(['exchange A3 B2']);
    expect(common(pairsOf(['exchange A1 B2']))).toEqual([]);
  });

  it('asks for what the moves are about, in both languages', () => {
    const asked: [string[], boolean, boolean, string | null][] = [
      [['draw', 'take 1', 'kombio', 'slap A1', 'pass'], false, false, 'draw'],
      [['draw', 'take 1', 'slap A1'], true, false, 'armed'],
      [['draw', 'take 1'], false, true, 'take'],
      [['keep 1', 'discard', 'slap B1'], false, false, 'keep'],
      [['look A1', 'skip'], false, false, 'look'],
      [['look A1 B1', 'look A1 B2', 'skip'], false, false, 'look_two'],
      [['exchange A1 B1', 'exchange A1 B2', 'skip'], false, false, 'exchange_two'],
      [['exchange A1 B1', 'skip'], false, false, 'exchange_one'],
      [['hand over', 'keep card'], false, false, 'decide'],
      [['give 1', 'give 2'], false, false, 'give'],
      [['slap A1', 'pass'], false, false, 'slap'],
      [['skip'], false, false, 'skip'],
      [['idle'], false, false, null],
      [[], false, false, null],
    ];
    for (const [moves, armed, taking, key] of asked) {
      expect(promptOf(moves, armed, taking), moves.join()).toBe(key);
      if (key) expect(WORDS.fr, key).toHaveProperty([`kombio.prompt.${key}`]);
    }
  });
});

describe('what is left on the table for a moment', () => {
  const entry = (...events: [string, Record<string, string>][]) => ({ seq: 1, at: 0, kind: 'moved', events: events.map(([kind, details]) => ({ kind, details })) });

  it('a look: the card for its seer, an eye for the others', () => {
    const look = entry(['play', { seat: 'B', move: 'look A1' }], ['turn', { card: '?', source: 'A.grid1', target: 'A.grid1' }]);
    expect(tracesOf(look)).toEqual([['A1', { face: '?', by: 'B' }]]);
  });

  it('an exchange marks both slots, a card that leaves marks nothing', () => {
    const swap = entry(['move', { card: '?', source: 'A.grid1', target: 'B.grid2' }]);
    expect(tracesOf(swap)).toEqual([['A1', { moved: true }], ['B2', { moved: true }]]);
    expect(tracesOf(entry(['move', { card: '5', source: 'A.grid1', target: 'discard' }]))).toEqual([['A1', {}]]);
  });

  it('cards change places unseen, but are seen on the discard', () => {
    expect(isUnseen({ face: '5', source: 'A.grid1', target: 'B.grid2' })).toBe(true);
    expect(isUnseen({ face: '5', source: 'A.grid1', target: 'discard' })).toBe(false);
  });
});
