import { describe, expect, it } from 'vitest';

import { print } from '../src/board/cardFaces';
import { movesAbout } from '../src/board/clickedMoves';
import { readMove } from '../src/board/moveText';
import { WORDS } from '../src/i18n/words';
import samples from './views.json';

describe('moves in words', () => {
  for (const { game, verbs } of samples) {
    it(`${game}: every verb is known and has a sentence`, () => {
      for (const [verb, move] of Object.entries(verbs)) {
        expect(readMove(game, move)?.verb, move).toBe(verb);
        expect(WORDS.fr, move).toHaveProperty([`do.${game}.${verb}`]);
      }
    });
  }

  it('what is no move is left as it is', () => {
    expect(readMove('coloretto', 'fly')).toBeNull();
    expect(readMove('kombio', 'exchange A1 B2')).toEqual({ verb: 'exchange', details: { slot: 'A1', other: 'B2' } });
  });
});

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

describe('what is printed on cards', () => {
  it('every face of every game has a name in both languages, and a caption where it acts', () => {
    for (const { game, faces } of samples) {
      for (const face of faces) {
        const { name, caption, colour, numeral, icon } = print(game, face);
        const keys = [name, name.replace('card', 'the'), ...(caption ? [caption] : [])];
        for (const key of keys) expect(WORDS.fr, `${game} ${face}`).toHaveProperty([key]);
        expect('ROYGBPSTN').toContain(colour);
        expect(numeral !== '' || icon !== null, `${game} ${face}`).toBe(true);
      }
    }
  });

  it('two faces of a game never look the same', () => {
    for (const { game, faces } of samples) {
      const looks = faces.map((face) => JSON.stringify([print(game, face).colour, print(game, face).numeral, print(game, face).icon]));
      expect(new Set(looks).size, game).toBe(faces.length);
    }
  });
});
