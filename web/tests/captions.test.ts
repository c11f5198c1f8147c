import { describe, expect, it } from 'vitest';

import { CAPTIONS, linesOf } from '../src/cards';
import { WORDS } from '../src/words';

describe('a caption', () => {
  it('stands on one line, or on two of about the same length', () => {
    expect(linesOf('Carte KO')).toEqual(['Carte KO']);
    expect(linesOf('Passe ton tour')).toEqual(['Passe', 'ton tour']);
    expect(linesOf('Changement de sens')).toEqual(['Changement', 'de sens']);
  });

  it('fits on its card', () => {
    const texts = CAPTIONS.flatMap((caption) => [WORDS.fr[caption] ?? '', WORDS.en[caption] ?? '']);
    for (const line of texts.flatMap(linesOf)) expect(line.length, line).toBeLessThanOrEqual(11);
    for (const text of texts) expect(linesOf(text).length, text).toBeLessThanOrEqual(2);
  });
});
