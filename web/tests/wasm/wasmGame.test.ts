import { describe, expect, it } from 'vitest';

import { BrokenRule } from '../../src/wasm/wasmGame';
import { loadToy, TOY } from './toyGame';

describe('a game as WebAssembly', () => {
  it('is called by the names of its rules', async () => {
    const game = await loadToy();
    expect(game.call('doubled', 1.5, 40)).toBe(43);
    expect(() => game.call('doubled', 1)).toThrow('2 arguments');
    expect(() => game.call('score', 1)).toThrow(TypeError);
  });

  it('says when a rule broke off', async () => {
    const game = await loadToy();
    expect(() => game.deal({ luck: { seed: 1 } }).actor).toThrow(BrokenRule);
  });

  it('is read only in the form that is known', async () => {
    await expect(loadToy({ ...TOY, form: 2 })).rejects.toThrow('form');
    await expect(loadToy({ ...TOY, entries: { score: { export: 'score', arguments: [] } } })).rejects.toThrow('score');
  });

  it('is dealt from a seed by the rule that seeds, or from random words', async () => {
    const game = await loadToy();
    expect([...game.deal({ luck: { seed: 7 } }).luck.numbers]).toEqual([7n, 0n, 0n, 0n]);
    expect([...game.deal({ luck: { words: [1, 2, 3, 4] } }).luck.numbers]).toEqual([1n, 2n, 3n, 4n]);
    expect(game.words(5, 6)).toEqual([5, 6, 0, 0]);
  });

  it('takes the options that there are', async () => {
    const game = await loadToy();
    const table = game.deal({ players: 3, options: { limit: 9, long: 'on' }, luck: { seed: 1 } });
    expect(['seats', 'rules', 'limit', 'long'].map((name) => table.get(name))).toEqual([3, 2, 9, 1]);
    expect(game.deal({ luck: { seed: 1 } }).get('limit')).toBe(5);
    for (const options of [{ limit: 10 }, { limit: 'many' }, { long: 'perhaps' }, { short: 'on' }] as Record<string, string>[]) {
      expect(() => game.deal({ options, luck: { seed: 1 } })).toThrow(RangeError);
    }
    expect(() => game.deal({ players: 4, luck: { seed: 1 } })).toThrow('4 players');
  });
});

describe('a table', () => {
  it('names the rule that forbids a move', async () => {
    const table = (await loadToy()).deal({ luck: { seed: 1 } });
    expect(table.play(0, 'wait')).toBeNull();
    expect(table.play(0, 'lay R1')).toBe('TOY-07');
    expect(() => table.play(0, 'fly')).toThrow('fly');
  });

  it('has the randomness of a move that is played, and of a refused one its own again', async () => {
    const table = (await loadToy()).deal({ luck: { words: [1, 2, 3, 4] } });
    table.play(0, 'lay R1', [5, 6, 7, 8]);
    expect([...table.luck.numbers]).toEqual([1n, 2n, 3n, 4n]);
    table.play(0, 'wait', [5, 6, 7, 8]);
    expect([...table.luck.numbers]).toEqual([99n, 6n, 7n, 8n]);
  });

  it('is its bytes', async () => {
    const game = await loadToy();
    const table = game.deal({ options: { limit: 3 }, luck: { seed: 1 } });
    const again = game.table(table.bytes);
    expect(again.bytes).toEqual(table.bytes);
    expect(again.get('limit')).toBe(3);
    table.set('limit', 4);
    expect(again.get('limit')).toBe(3);
  });
});
