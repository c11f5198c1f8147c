import { describe, expect, it } from 'vitest';

import { spot, spread } from '../../src/board/cardLayout';

describe('cards spread in a box', () => {
  it.each([[15, 340, 150], [15, 1100, 170], [30, 340, 150], [40, 260, 190], [1, 300, 100], [0, 300, 100]])('keeps %i cards within %i × %i', (count, width, height) => {
    const laid = spread(count, { width, height, most: 112 });
    for (let at = 0; at < count; at++) {
      const { x, y } = spot(at, laid);
      expect(x).toBeGreaterThanOrEqual(-0.01);
      expect(x + laid.card).toBeLessThanOrEqual(width + 0.01);
      expect(y + laid.card * 1.4).toBeLessThanOrEqual(height + 0.01);
    }
    expect(laid.card).toBeGreaterThanOrEqual(32);
  });

  it('scrolls rather than draws cards that nobody can read', () => {
    const laid = spread(90, { width: 240, height: 120, most: 74 });
    expect(laid.card).toBe(32);
    expect(laid.height).toBeGreaterThan(120);
  });

  it('does not overlap where there is room', () => {
    const laid = spread(5, { width: 600, height: 160, most: 100 });
    expect(laid.across).toBeGreaterThan(laid.card);
    expect(laid.card).toBe(100);
  });
});
