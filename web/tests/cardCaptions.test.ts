import { describe, expect, it } from 'vitest';

import { CAPTIONS, linesOf } from '../src/board/cardFaces';
import { WORDS } from '../src/i18n/words';

describe('a caption', () => {
  it('stands on one line, or on two of about the same length', () => {
    expect(linesOf('Carte KO')).toEqual(['Carte KO']);
    expect(linesOf('Passe ton tour')).toEqual(['Passe', 'ton tour']);
    expect(linesOf('Changement de sens')).toEqual(['Changement', 'de sens']);
  });

  it('is the name of the card, or a part of it', () => {
    for (const words of [WORDS.fr, WORDS.en]) {
      for (const face of ['KO', 'REV', 'SKIP', 'SWAP', 'ROT', 'PEEK1', 'PEEK2', 'STEAL']) {
        const name = (words[`card.${face}`] ?? '').toLowerCase();
        const caption = (words[`caption.${face}`] ?? '').toLowerCase().replace(/.\(\d\)$|\.$/, '');
        expect(name.startsWith(caption), `${caption}: ${name}`).toBe(true);
      }
    }
    const all = CAPTIONS.map((caption) => WORDS.fr[caption]);
    expect(new Set(all).size).toBe(all.length);
  });

  it('fits on its card', () => {
    const texts = CAPTIONS.flatMap((caption) => [WORDS.fr[caption] ?? '', WORDS.en[caption] ?? '']);
    for (const line of texts.flatMap(linesOf)) expect(line.length, line).toBeLessThanOrEqual(11);
    for (const text of texts) expect(linesOf(text).length, text).toBeLessThanOrEqual(2);
  });
});
