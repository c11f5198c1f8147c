// A review: a seat's decisions, each beside the best one. Plain values for the curve; the judgement is the server's.

/** What was played at a position of the replay, what would have been best, and each one's share of a victory. */
export interface Decision {
  step: number;
  move: string;
  share: number;
  best: string;
  best_share: number;
}

export interface Review {
  seat: number;
  /** How many decisions there are; 0 if there is none, or nobody has asked. */
  total: number;
  /** Those judged so far. */
  decisions: Decision[];
  /** Once all are: the most costly ones, the worst first. */
  costly: number[];
  failed: boolean;
  /** There are more decisions than are judged. */
  more: boolean;
}

const SMALL = 0.02; // of a victory: less is within what the estimates differ by

export const isDone = ({ total, decisions }: Review): boolean => decisions.length >= total;
export const costOf = ({ share, best_share }: Decision): number => Math.max(0, best_share - share);
export const isCostly = (decision: Decision): boolean => costOf(decision) >= SMALL;
export const worstOf = (review: Review): Decision[] => review.costly.map((i) => review.decisions[i]).filter((each) => each !== undefined);

/** The decision that is made at a position. */
export const decisionAt = (review: Review, step: number): Decision | undefined => review.decisions.find((each) => each.step === step);

export function nearest(decisions: Decision[], step: number): Decision | undefined {
  return [...decisions].sort((a, b) => Math.abs(a.step - step) - Math.abs(b.step - step))[0];
}

/** A point in hundredths of the picture: the game from left to right, a sure victory at the top. */
export interface Point {
  x: number;
  y: number;
}

export interface Drop {
  x: number;
  /** Where the best move would have been, and where the one that was played is. */
  best: number;
  played: number;
}

const across = (step: number, last: number): number => round((step / Math.max(1, last)) * 100);
const up = (share: number): number => round((1 - share) * 100);
const round = (value: number): number => Math.round(value * 100) / 100;

export const pointsOf = (decisions: Decision[], last: number): Point[] => decisions.map(({ step, share }) => ({ x: across(step, last), y: up(share) }));

export function dropsOf(decisions: Decision[], last: number): Drop[] {
  return decisions.filter(isCostly).map(({ step, share, best_share }) => ({ x: across(step, last), best: up(best_share), played: up(share) }));
}
