import { describe, expect, it } from 'vitest';

import { costOf, decisionAt, dropsOf, isCostly, isDone, nearest, pointsOf, worstOf, type Decision, type Review } from '../../src/studies/review';

const decision = (step: number, share: number, best_share = share): Decision => ({ step, move: 'draw', share, best: best_share > share ? 'take 1' : 'draw', best_share });
const decisions = [decision(0, 0.5), decision(4, 0.25, 0.75), decision(10, 0.6, 0.61)];
const review: Review = { seat: 1, total: 3, decisions, costly: [1], failed: false, more: false };

describe('a review', () => {
  it('is done when every decision is judged', () => {
    expect(isDone(review)).toBe(true);
    expect(isDone({ ...review, total: 4 })).toBe(false);
  });

  it('knows its costly decisions; next to nothing is no cost', () => {
    expect(decisions.map(isCostly)).toEqual([false, true, false]);
    expect(costOf(decision(0, 0.5, 0.4))).toBe(0);
    expect(worstOf(review)).toEqual([decisions[1]]);
  });

  it('finds the decision of a position, and the next one to a point', () => {
    expect(decisionAt(review, 4)).toBe(decisions[1]);
    expect(decisionAt(review, 5)).toBeUndefined();
    expect(nearest(decisions, 6.5)).toBe(decisions[1]);
    expect(nearest([], 3)).toBeUndefined();
  });
});

describe('its curve', () => {
  it('goes from left to right, a victory at the top', () => {
    expect(pointsOf(decisions, 20)).toEqual([{ x: 0, y: 50 }, { x: 20, y: 75 }, { x: 50, y: 40 }]);
    expect(pointsOf([decision(0, 1)], 0)).toEqual([{ x: 0, y: 0 }]);
  });

  it('shows what the best move would have given where a decision cost something', () => {
    expect(dropsOf(decisions, 20)).toEqual([{ x: 20, best: 25, played: 75 }]);
  });
});
