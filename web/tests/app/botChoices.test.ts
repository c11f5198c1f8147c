import { describe, expect, it } from 'vitest';

import { curious, kindOf, levelOf, LEVELS, USUAL } from '../../src/app/botChoices';
import { WORDS } from '../../src/i18n/words';

describe('bots', () => {
  it('are levels, or for the curious', () => {
    expect(LEVELS.map(levelOf)).toEqual([1, 2, 3, 4, 5]);
    expect(curious(['random', 'thumb', 'search', 'level1', 'level5'])).toEqual(['random', 'thumb', 'search']);
    expect(LEVELS).toContain(USUAL);
  });

  it('all have names, whatever their budget', () => {
    for (const bot of [...LEVELS, 'random', 'thumb', kindOf('search:1s')]) expect(WORDS.fr).toHaveProperty([`bot.${bot}`]);
  });
});
