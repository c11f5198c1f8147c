import { describe, expect, it } from 'vitest';

import { GAMES } from '../../src/games';
import { minutesOf } from '../../src/games/gameLength';
import { SOURCES } from '../sources';
import samples from '../views.json';

const COMMON = SOURCES.find(({ path }) => path === 'parts/CardDefs.svelte')?.text ?? '';
const idsIn = (svg: string): string[] => [...svg.matchAll(/\bid="([^"{]+)"/g)].map((found) => found[1] ?? '');

describe('a game’s folder', () => {
  it('is found, with its sentences in both languages', () => {
    expect([...GAMES.keys()].sort()).toEqual([...new Set(samples.map(({ game }) => game))].sort());
    for (const game of GAMES.keys()) {
      const files = SOURCES.filter((source) => source.game === game).map(({ path }) => path.split('/').at(-1));
      expect(files, game).toEqual(expect.arrayContaining(['index.ts', 'fr.toml', 'en.toml']));
    }
  });

  it('is named by no file outside', () => {
    const names = new RegExp(`\\b(?:${[...GAMES.keys()].join('|')})\\b`, 'i');
    expect(SOURCES.filter(({ game, path, text }) => game === null && (names.test(text) || names.test(path))).map(({ path }) => path)).toEqual([]);
  });

  it('takes nothing out of another one', () => {
    const imports = ({ text }: { text: string }): string[] => [...text.matchAll(/(?:from|import\() ?'(\.\.\/[^.'][^']*)'/g)].map((found) => found[1] ?? '');
    const inside = SOURCES.filter(({ game }) => game !== null);
    expect(inside.flatMap(imports).filter((path) => !/^\.\.\/(gameScreen|preview)$/.test(path))).toEqual([]);
  });

  it('draws what its cards show, under names of its own', () => {
    const seen: string[] = idsIn(COMMON);
    for (const [game, { cards }] of GAMES) {
      const own = idsIn(cards.shapes ?? '');
      const icons = samples.filter((sample) => sample.game === game).flatMap(({ faces }) => faces.map((face) => cards.print(face).icon)).filter((icon) => icon !== null);
      for (const id of [cards.back.pattern, ...icons.map((icon) => `ico-${icon}`)]) expect([...own, ...idsIn(COMMON)], game).toContain(id);
      for (const id of own) expect(id).toMatch(new RegExp(`^(back|ico)-${game}(-|$)`));
      seen.push(...own);
    }
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('has a moving picture of cards that there are', () => {
    for (const [game, { preview }] of GAMES) {
      const faces = samples.find((sample) => sample.game === game)?.faces ?? [];
      const shown = preview.cards.flatMap(({ face, at }) => [face, ...at.map(([, , , other]) => other ?? face)]);
      expect(shown.filter((face) => face !== '?' && !faces.includes(face)), game).toEqual([]);
      for (const { at } of preview.cards) expect(at.length, game).toBeLessThanOrEqual(preview.moments);
    }
  });
});

describe('how long a game takes', () => {
  it('is longer for more seats, higher limits and long games, in steps of five minutes', () => {
    const length = { minutes: 20, grows: ['target'], doubles: ['long'] };
    expect(minutesOf(length)).toBe(20);
    expect(minutesOf(length, 5)).toBe(30);
    expect(minutesOf(length, 3, { target: { value: 100, usual: 50 }, limit: { value: 9, usual: 1 } })).toBe(40);
    expect(minutesOf(length, 3, { long: { value: 'on', usual: 'off' } })).toBe(40);
    expect(minutesOf(length, 2, { target: { value: 1, usual: 50 } })).toBe(5);
  });
});

describe('the name of a module or component', () => {
  it('is that of one file, but for those in games’ folders', () => {
    const modules = SOURCES.filter(({ game, path }) => game === null && /\.(ts|svelte)$/.test(path));
    const names = modules.map(({ path }) => (path.split('/').at(-1) ?? '').replace(/(\.svelte)?\.\w+$/, '').toLowerCase());
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });
});
