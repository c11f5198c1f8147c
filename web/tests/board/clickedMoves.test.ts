import { describe, expect, it } from 'vitest';

import { movesAbout } from '../../src/board/clickedMoves';

describe('which moves name a thing', () => {
  it('a card of the hand', () => {
    const moves = ['R1', 'zone R1', 'kolpa G4', 'J R', 'J 1'];
    expect(movesAbout(moves, { place: 'A.hand', face: 'R1' }, 0)).toEqual(['R1', 'zone R1']);
    expect(movesAbout(moves, { place: 'A.hand', face: 'J' }, 0)).toEqual(['J R', 'J 1']);
  });

  it('a slot by its number for its owner, by its name for the others', () => {
    const moves = ['take 1', 'slap B1', 'slap A1', 'exchange A1 B2', 'draw'];
    expect(movesAbout(moves, { place: 'A.grid1' }, 0)).toEqual(['take 1', 'slap A1', 'exchange A1 B2']);
    expect(movesAbout(moves, { place: 'B.grid1' }, 0)).toEqual(['slap B1']);
    expect(movesAbout(moves, { place: 'B.grid2' }, null)).toEqual(['exchange A1 B2']);
  });

  it('rows, the stock, and a pile that shows a bare number', () => {
    expect(movesAbout(['draw', 'take 2', 'place 3'], { place: 'row2' }, 0)).toEqual(['take 2']);
    expect(movesAbout(['draw', 'take 2'], { place: 'stock' }, 0)).toEqual(['draw']);
    expect(movesAbout(['keep 5', 'discard'], { place: 'discard', face: '5' }, 0)).toEqual(['discard']);
  });
});
