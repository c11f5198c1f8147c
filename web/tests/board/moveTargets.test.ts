import { describe, expect, it } from 'vitest';

import { readView } from '../../src/board/viewNotation';
import { arrange, HEIGHT, spotsOf, WIDTH } from '../../src/board/moveTargets';
import { gameOf } from '../../src/games';
import samples from '../views.json';

const spots = (game: string, move: string, seat: string) => spotsOf(gameOf(game).moves, move, seat);

/** Moves that are only a word: their button shows them. */
const WORDS = ['callout', 'pass', 'choose', 'recolour', 'done', 'no_effect', 'kombio', 'idle', 'skip', 'hand_over', 'keep_card'];

describe('where a move is', () => {
  for (const { game, players, verbs, views, places } of samples.filter((sample, i) => samples.findIndex(({ game }) => game === sample.game) === i)) {
    it(`${game}: every verb is about something that lies on the table, or is only a word`, () => {
      const view = readView(views[0] ?? '');
      const known = new Set([...places, 'market', 'open', ...view.places.map(({ label }) => label), ...view.seats.flatMap((seat) => seat.places.map(({ label }) => label))].map((label) => label.replace(/\d+$/, '')));
      for (const [verb, move] of Object.entries(verbs)) {
        const found = spots(game, move, 'A');
        const word = WORDS.includes(verb) && !(game === '5211' && verb === 'choose');
        expect(found.length > 0, `${players} ${verb}: ${move}`).toBe(!word);
        for (const { place } of found) expect(known, move).toContain(place.replace(/\d+$/, ''));
      }
    });
  }

  it('a card of the hand, of the zone, of the market', () => {
    expect(spots('kolpa', 'kolpa G4', 'B')).toEqual([{ place: 'B.hand', face: 'G4' }]);
    expect(spots('kolpa', 'zone B3', 'A')).toEqual([{ place: 'A.zone', face: 'B3' }]);
    expect(spots('kolpa', 'J R', 'A')).toEqual([{ place: 'A.hand', face: 'J' }]);
    expect(spots('ko', 'take PEEK1', 'A')).toEqual([{ place: 'market', face: 'PEEK1' }]);
    expect(spots('5211', 'B1 O2', 'A')).toEqual([{ place: 'A.hand', face: 'B1' }, { place: 'A.hand', face: 'O2' }]);
  });

  it('a slot of one’s own by its number, another one by its name', () => {
    expect(spots('kombio', 'keep 2', 'C')).toEqual([{ place: 'C.grid2' }]);
    expect(spots('kombio', 'exchange A1 B12', 'C')).toEqual([{ place: 'A.grid1' }, { place: 'B.grid12' }]);
    expect(spots('coloretto', 'take 3', 'A')).toEqual([{ place: 'row3' }]);
    expect(spots('coloretto', 'fly', 'A')).toEqual([]);
  });
});

describe('badges', () => {
  it('do not lie over each other', () => {
    const [first, second, third] = arrange([{ x: 10, y: 50 }, { x: 30, y: 52 }, { x: 10 + WIDTH, y: 50 }], 400);
    expect(first).toEqual({ x: 10, y: 50 });
    expect(second?.y).toBeGreaterThanOrEqual(50 + HEIGHT);
    expect(third).toEqual({ x: 10 + WIDTH, y: 50 });
  });

  it('stay in the window', () => {
    const [right, left] = arrange([{ x: 390, y: -20 }, { x: -30, y: 100 }], 400);
    expect((right?.x ?? 999) + WIDTH).toBeLessThanOrEqual(400);
    expect(right?.y).toBeGreaterThanOrEqual(0);
    expect(left?.x).toBeGreaterThanOrEqual(0);
  });
});
