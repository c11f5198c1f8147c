import { describe, expect, it } from 'vitest';

import { placesNear } from '../../src/board/flightsFromEvents';
import { count, placeAt, readView, seatPlace } from '../../src/board/viewNotation';
import samples from '../views.json';

describe('a view of every game', () => {
  for (const { game, players, views, faces } of samples) {
    it(`${game} for ${players}: its seats and cards`, () => {
      for (const text of views) {
        const view = readView(text);
        expect(view.game).toBe(game);
        expect(view.seats.map((seat) => seat.letter).join('')).toBe('ABCDEF'.slice(0, players));
        const cards = [...view.places, ...view.seats.flatMap((seat) => seat.places)].flatMap((place) => place.cards);
        expect(cards.filter((card) => card !== '?' && card !== '_' && !faces.includes(card))).toEqual([]);
      }
      expect(count(placeAt(readView(views[0] ?? ''), 'stock'))).toBeGreaterThan(0);
    });
  }

  it('every place that events name is found, or is the box, or a card in the head line', () => {
    for (const { views, places } of samples) {
      const view = readView(views.at(-1) ?? '');
      const found = (label: string) => placesNear(label).slice(0, 2).some((near) => placeAt(view, near));
      const shown = places.filter((label) => !['drawn', 'box'].includes(label) && !/chosen|discard|gone|removed/.test(label));
      expect(shown.filter((label) => !found(label))).toEqual([]);
    }
  });
});

describe('the parts of a view', () => {
  const kolpa = readView('kolpa turn=A call=R target=30\nstock: ?*43\ndiscard: J G1\nA: hand G4 J; zone B3/B5 Y2; score -12\nB: hand ?*5; zone; score 0\n');

  it('reads keys, piles and scores', () => {
    expect(kolpa.keys).toEqual({ turn: 'A', call: 'R', target: '30' });
    expect(placeAt(kolpa, 'A.zone')?.piles).toEqual([['B3', 'B5'], ['Y2']]);
    expect(kolpa.seats[0]?.numbers).toEqual({ score: -12 });
    expect(seatPlace(kolpa.seats[1], 'hand')?.cards).toEqual(['?', '?', '?', '?', '?']);
    expect(count(placeAt(kolpa, 'stock'))).toBe(43);
  });

  it('finds a pile of a zone, and a slot of a grid, by the names that events give them', () => {
    expect(placeAt(kolpa, 'A.zone3')?.label).toBe('A.zone');
    expect(placesNear('B.grid12')).toEqual(['B.grid12', 'B.grid', 'B', 'middle']);
    expect(placesNear('discard')).toEqual(['discard', 'middle']);
  });

  it('reads empty slots and known ones', () => {
    const view = readView('kombio turn=A drawn=-1\nstock: ?*9\ndiscard: 5\nA: grid -1 _ ? 12; knows A1 B3; score 0; last 2\nB: grid ? ? ? ?');
    expect(placeAt(view, 'A.grid')?.cards).toEqual(['-1', '_', '?', '12']);
    expect(count(placeAt(view, 'A.grid'))).toBe(3);
    expect(view.seats[0]?.knows).toEqual({ A1: [], B3: [] });
    expect(view.seats[0]?.numbers).toEqual({ score: 0, last: 2 });
  });

  it('reads known hands, rows that are gone and seats that are out', () => {
    const ko = readView('ko turn=A\nopen: R1 T2\nA: hand KO; suite; knows C:Y12,P13 B:?,?');
    expect(ko.seats[0]?.knows).toEqual({ C: ['Y12', 'P13'], B: ['?', '?'] });
    const coloretto = readView('coloretto turn=B drawn=S\nrow1:\nrow2: taken\nA: cards R + J; out');
    expect(placeAt(coloretto, 'row2')).toMatchObject({ cards: [], words: ['taken'] });
    expect(coloretto.seats[0]).toMatchObject({ flags: ['out'] });
    expect(placeAt(coloretto, 'A.cards')?.cards).toEqual(['R', '+', 'J']);
  });
});
