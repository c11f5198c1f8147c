import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { fill, sentence } from '../src/i18n/translate';
import { WORDS } from '../src/i18n/words';

const SOURCE = new URL('../src', import.meta.url).pathname;
const FROM_SERVER = /^(status|colour|place|option|refuse|move|event|title|idea)\b/;

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? sources(path) : /\.(ts|svelte)$/.test(name) && name !== 'words.ts' ? [readFileSync(path, 'utf8')] : [];
  });
}

/** Every key that the code says: whole ones, and the beginnings of those that are put together. */
function keysUsed(text: string): { whole: string[]; begun: string[] } {
  const calls = [...text.matchAll(/\bsay\(((?:[^()]|\([^()]*\))*)/g)].map((found) => found[1] ?? '');
  const whole = calls.flatMap((call) => [...call.matchAll(/'([a-z]\w*(?:\.\w+)*)'/g)].map((found) => found[1] ?? ''));
  const begun = calls.flatMap((call) => [...call.matchAll(/`([a-z]\w*\.)\$\{/g)].map((found) => found[1] ?? ''));
  return { whole: whole.filter((key) => key.includes('.') || key === 'guest'), begun };
}

describe('the catalogues', () => {
  const code = sources(SOURCE).join('\n');
  const { whole, begun } = keysUsed(code);

  it('say the same things in both languages, with the same arguments', () => {
    expect(Object.keys(WORDS.en).sort()).toEqual(Object.keys(WORDS.fr).sort());
    const holes = (text: string | undefined) => [...(text ?? '').matchAll(/\{\w+\}/g)].map(String).sort();
    for (const key of Object.keys(WORDS.fr)) expect(holes(WORDS.en[key]), key).toEqual(holes(WORDS.fr[key]));
  });

  it('have every key that is used', () => {
    expect(whole.length).toBeGreaterThan(100);
    expect(whole.filter((key) => !(key in WORDS.fr) && !FROM_SERVER.test(key))).toEqual([]);
    const keys = Object.keys(WORDS.fr);
    expect(begun.filter((start) => !keys.some((key) => key.startsWith(start)) && !FROM_SERVER.test(start))).toEqual([]);
  });

  it('have no key that nobody uses', () => {
    const unused = Object.keys(WORDS.fr).filter((key) => !code.includes(`'${key}'`) && !begun.some((start) => key.startsWith(start)) && !/^(card|the|caption|do|bot)\./.test(key));
    expect(unused).toEqual([]);
  });
});

describe('a sentence', () => {
  it('comes from the first catalogue that has it', () => {
    expect(sentence([undefined, { a: '{x}!' }, { a: 'no' }], 'a', { x: 3 })).toBe('3!');
    expect(sentence([{}], 'lost.key')).toBe('lost.key');
    expect(fill('{a} {b}', { a: 1 })).toBe('1 {b}');
  });
});
