import { describe, expect, it } from 'vitest';

import { choice, countOf, hasChosen, kododos, latest, marksOf, needed, onTable, sorted } from '../../../src/games/g5211/tableCount';
import { readView } from '../../../src/board/viewNotation';

const view = readView('5211 turn=2\nstock: ?*60\nA: hand B1 B3; table Y1 B3; chosen ?; pile\nB: hand ?*5; table G2 Y3; chosen; pile');
const said = (kind: string, colour: string, count: number) => ({ kind, details: { colour, count } });

describe('the count of 5211', () => {
  it('counts what lies face up', () => {
    const cards = onTable(view);
    expect([countOf(cards, 'Y'), countOf(cards, 'B'), countOf(cards, 'P'), kododos(cards)]).toEqual([2, 1, 0, 1]);
    expect([hasChosen(view, 0), hasChosen(view, 1)]).toEqual([true, false]);
    expect(sorted(['P1', 'B3', '?', 'B1', 'G6'])).toEqual(['B1', 'B3', 'G6', 'P1', '?']);
  });

  it('marks what was said of the colours, the latest verdict together', () => {
    const events = [said('over_limit', 'G', 7), said('tied', 'B', 3), said('tied', 'Y', 3), said('majority', 'O', 2)];
    expect(marksOf(events)).toEqual({ G: 'over_limit', B: 'tied', Y: 'tied', O: 'majority' });
    expect(latest(events.slice(0, 3)).map(({ details }) => details.colour)).toEqual(['B', 'Y']);
    expect(latest([])).toEqual([]);
  });
});

describe('a choice', () => {
  it('is a legal move, in whatever order its cards were picked', () => {
    const moves = ['B1 G2', 'B1 B1', 'G2 O3'];
    expect([needed(moves), needed(['B1']), needed([])]).toEqual([2, 1, 0]);
    expect(choice(moves, ['G2', 'B1'])).toBe('B1 G2');
    expect(choice(moves, ['B1', 'B1'])).toBe('B1 B1');
    expect(choice(moves, ['B1'])).toBeUndefined();
  });
});
