import { describe, expect, it } from 'vitest';

import { GAMES, gameOf } from '../../src/games';
import shared from '../../src/i18n/fr.toml';
import { fill, sentence } from '../../src/i18n/translate';
import { gathered, WORDS } from '../../src/i18n/words';
import { SOURCES, type Source } from '../sources';
import samples from '../views.json';

const FROM_SERVER = /^(status|colour|place|option|refuse|move|event|title|idea)\b/;
const CODES = ['table.not_found', 'table.not_seated', 'table.started', 'table.not_shuffling']; // of refusals, which are no sentences of ours

const CODE = SOURCES.filter(({ path }) => /\.(ts|svelte)$/.test(path));
const KEYS = Object.keys(WORDS.fr);
const TOPICS = new Set(KEYS.map((key) => key.split('.')[0]));

/** Is it a key as it stands, or with a game before it? A file of a game's folder means its own. */
const isKey = (key: string, { game }: Source): boolean => key in WORDS.fr || `${game}.${key}` in WORDS.fr;
const begins = (start: string, { game }: Source): boolean => KEYS.some((key) => key.startsWith(start) || key.startsWith(`${game}.${start}`) || (game === null && key.includes(`.${start}`)));

/** Keys that the code says as a whole, wherever they stand, and the beginnings of those that are put together. */
function keysIn({ text }: Source): { whole: string[]; begun: string[] } {
  const quoted = [...text.matchAll(/'([a-z\d]\w*(?:\.\w+)+)'/g)].map((found) => found[1] ?? '');
  const calls = [...text.matchAll(/\bsay\(((?:[^()]|\([^()]*\))*)/g)].map((found) => found[1] ?? '');
  const said = calls.flatMap((call) => [...call.matchAll(/'([a-z\d]\w*(?:\.\w+)*)'/g)].map((found) => found[1] ?? ''));
  const begun = calls.flatMap((call) => [...call.matchAll(/`((?:[a-z\d]\w*\.)+\w*)\$\{/g)].map((found) => found[1] ?? ''));
  const whole = [...quoted.filter((key) => TOPICS.has(key.split('.')[0])), ...said.filter((key) => key.includes('.') || key === 'guest')];
  return { whole: whole.filter((key) => !CODES.includes(key) && !FROM_SERVER.test(key)), begun: begun.filter((start) => !FROM_SERVER.test(start)) };
}

describe('the catalogues', () => {
  it('say the same things in both languages, with the same arguments', () => {
    expect(KEYS.length).toBeGreaterThan(500);
    expect(Object.keys(WORDS.en).sort()).toEqual([...KEYS].sort());
    const holes = (text: string | undefined) => [...(text ?? '').matchAll(/\{\w+\}/g)].map(String).sort();
    for (const key of KEYS) expect(holes(WORDS.en[key]), key).toEqual(holes(WORDS.fr[key]));
  });

  it('have every key that is used', () => {
    const used = CODE.map((source) => ({ source, ...keysIn(source) }));
    expect(used.flatMap(({ whole }) => whole).length).toBeGreaterThan(400);
    expect(used.flatMap(({ source, whole }) => whole.filter((key) => !isKey(key, source)))).toEqual([]);
    expect(used.flatMap(({ source, begun }) => begun.filter((start) => !begins(start, source)))).toEqual([]);
  });

  it('have no key that nobody uses', () => {
    const code = CODE.map(({ text }) => text).join('\n');
    const begun = [...CODE.flatMap((source) => keysIn(source).begun), 'bot.'].filter((start) => start.includes('.'));
    const unused = KEYS.filter((key) => !code.includes(`'${key}'`) && !begun.some((start) => key.startsWith(start)) && !/(^|\.)(card|the|caption|do)\./.test(key));
    expect(unused).toEqual([]);
  });

  it('have no card, caption or move that no game has', () => {
    const moves = samples.flatMap(({ game, verbs }) => Object.keys(verbs).map((verb) => `${game}.do.${verb}`));
    const prints = samples.flatMap(({ game, faces }) => faces.map((face) => ({ game, ...gameOf(game).cards.print(face) })));
    const names = prints.flatMap(({ game, name }) => [name, `${game}.${name}`]).flatMap((name) => [name, name.replace('card.', 'the.')]);
    const captions = prints.map(({ game, caption }) => `${game}.${caption}`);
    const known = new Set([...moves, ...names, ...captions, 'card.back', 'card.none', 'the.back']);
    expect(KEYS.filter((key) => /(^|\.)(card|the|caption|do)\./.test(key) && !known.has(key))).toEqual([]);
  });

  it('have no table of all games with the name of one', () => {
    expect(Object.keys(shared).filter((table) => GAMES.has(table))).toEqual([]);
  });
});

describe('a sentence', () => {
  it('comes from the first catalogue that has it', () => {
    expect(sentence([undefined, { a: '{x}!' }, { a: 'no' }], 'a', { x: 3 })).toBe('3!');
    expect(sentence([{}], 'lost.key')).toBe('lost.key');
    expect(fill('{a} {b}', { a: 1 })).toBe('1 {b}');
  });

  it('of a game’s folder has the game before its key', () => {
    const words = gathered({ app: { lead: 'Play' }, guest: 'Guest' }, { '../games/g2048/en.toml': { do: { slide: 'Slide' }, over: 'Over' } });
    expect(words).toEqual({ 'app.lead': 'Play', guest: 'Guest', '2048.do.slide': 'Slide', '2048.over': 'Over' });
  });
});
