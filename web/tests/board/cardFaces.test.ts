import { describe, expect, it } from 'vitest';

import { glyph, linesOf, TEXTS } from '../../src/board/cardFaces';
import { GAMES, gameOf } from '../../src/games';
import { WORDS } from '../../src/i18n/words';
import samples from '../views.json';

const print = (game: string, face: string) => gameOf(game).cards.print(face);
const CAPTIONS = Object.keys(WORDS.fr).filter((key) => key.includes('.caption.'));

describe('what is printed on cards', () => {
  it('every face of every game has a name in both languages, and a caption where it acts', () => {
    for (const { game, faces } of samples) {
      for (const face of faces) {
        const { name, caption, colour, numeral, icon, wheel } = print(game, face);
        for (const key of [name, name.replace('card', 'the')]) expect([key in WORDS.fr, `${game}.${key}` in WORDS.fr], `${game} ${face}`).toContain(true);
        if (caption) expect(WORDS.fr, `${game} ${face}`).toHaveProperty([`${game}.${caption}`]);
        expect('ROYGBPSTN').toContain(colour);
        expect(numeral !== '' || icon !== null || wheel !== undefined || print(game, face).middle === 'text', `${game} ${face}`).toBe(true);
      }
    }
  });

  it('two faces of a game never look the same', () => {
    for (const { game, faces } of samples) {
      const looks = faces.map((face) => {
        const { colour, numeral, sign, icon, wheel } = print(game, face);
        return JSON.stringify([colour, numeral, sign, icon, wheel]);
      });
      expect(new Set(looks).size, game).toBe(faces.length);
    }
  });

  it('every text on a card is drawn, under a name of its own', () => {
    for (const { game, faces } of samples) {
      const drawn = [...TEXTS, ...(gameOf(game).cards.texts ?? [])];
      const printed = faces.map((face) => print(game, face)).flatMap(({ numeral, sign = '', caption, middle }) => [numeral || (caption ? '' : sign), middle === 'text' ? numeral || sign : '']);
      expect(printed.filter((text) => text && !drawn.includes(text)), game).toEqual([]);
    }
    const all = new Set([...TEXTS, ...[...GAMES.values()].flatMap(({ cards }) => cards.texts ?? []), ...CAPTIONS]);
    expect(new Set([...all].map(glyph)).size).toBe(all.size);
  });
});

describe('a caption', () => {
  it('stands on one line, or on two of about the same length', () => {
    expect(linesOf('Carte KO')).toEqual(['Carte KO']);
    expect(linesOf('Passe ton tour')).toEqual(['Passe', 'ton tour']);
    expect(linesOf('Changement de sens')).toEqual(['Changement', 'de sens']);
  });

  it('is the name of the card, or a part of it', () => {
    for (const words of [WORDS.fr, WORDS.en]) {
      for (const face of ['KO', 'REV', 'SKIP', 'SWAP', 'ROT', 'PEEK1', 'PEEK2', 'STEAL']) {
        const name = (words[`ko.card.${face}`] ?? '').toLowerCase();
        const caption = (words[`ko.caption.${face}`] ?? '').toLowerCase().replace(/.\(\d\)$|\.$/, '');
        expect(caption).not.toBe('');
        expect(name.startsWith(caption), `${caption}: ${name}`).toBe(true);
      }
    }
    const all = CAPTIONS.map((caption) => WORDS.fr[caption]);
    expect(all.length).toBeGreaterThan(12);
    expect(new Set(all).size).toBe(all.length);
  });

  it('fits on its card', () => {
    const texts = CAPTIONS.flatMap((caption) => [WORDS.fr[caption] ?? '', WORDS.en[caption] ?? '']);
    for (const line of texts.flatMap(linesOf)) expect(line.length, line).toBeLessThanOrEqual(11);
    for (const text of texts) expect(linesOf(text).length, text).toBeLessThanOrEqual(2);
  });
});
