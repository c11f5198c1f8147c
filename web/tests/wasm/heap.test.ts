import { expect, it } from 'vitest';

import { Heap } from '../../src/wasm/heap';

const heap = (): Heap => new Heap(new WebAssembly.Memory({ initial: 1 }), 1000);

it('gives room behind what is in use, empty, and each to itself', () => {
  const memory = heap();
  const [a, b] = [memory.room('int16', 3), memory.room('float64', 2, 2)];
  expect(a.at).toBeGreaterThanOrEqual(1000);
  expect(b.at % 8).toBe(0);
  a.numbers.set([1, 2, 3]);
  b.numbers.set([0.5, 1, 2, 4]);
  expect([...a.numbers]).toEqual([1, 2, 3]);
  expect([...b.numbers]).toEqual([0.5, 1, 2, 4]);
});

it('gives again what was given back, empty', () => {
  const memory = heap();
  const room = memory.room('uint8', 20);
  room.numbers.fill(7);
  memory.give(room);
  const again = memory.room('int16', 10);
  expect(again.at).toBe(room.at);
  expect([...again.numbers]).toEqual(Array(10).fill(0));
  expect(memory.room('int16', 10).at).not.toBe(room.at);
});

it('grows, and what was there stays', () => {
  const memory = heap();
  const room = memory.room('int64', 2);
  room.numbers.set([1n, -1n]);
  const large = memory.room('float64', 100_000);
  large.numbers[99_999] = 1;
  expect([...room.numbers]).toEqual([1n, -1n]);
});

it('has parts', () => {
  const room = heap().room('uint8', 16);
  room.part(4, 'int32', 2).numbers.set([-1, 258]);
  expect([...room.numbers.slice(4, 12)]).toEqual([255, 255, 255, 255, 2, 1, 0, 0]);
});
