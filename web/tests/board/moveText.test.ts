import { describe, expect, it } from 'vitest';

import { readMove } from '../../src/board/moveText';
import { gameOf } from '../../src/games';
import { WORDS } from '../../src/i18n/words';
import samples from '../views.json';

const movesOf = (game: string) => gameOf(game).moves;

describe('moves in words', () => {
  for (const { game, verbs } of samples) {
    it(`${game}: every verb is known and has a sentence`, () => {
      for (const [verb, move] of Object.entries(verbs)) {
        expect(readMove(movesOf(game), move)?.verb, move).toBe(verb);
        expect(WORDS.fr, move).toHaveProperty([`${game}.do.${verb}`]);
      }
    });
  }

  it('what is no move is left as it is', () => {
    expect(readMove(movesOf('coloretto'), 'fly')).toBeNull();
    expect(readMove(movesOf('kombio'), 'exchange A1 B2')).toEqual({ verb: 'exchange', details: { slot: 'A1', other: 'B2' } });
  });
});
