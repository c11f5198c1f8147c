// The score sheet, from the totals that the server gives after each round.

export interface Cell {
  gained: string;
  total: number;
}

/** What each round changed, beside the total after it. */
export function rowsOf(totals: number[][]): Cell[][] {
  return totals.map((row, i) => row.map((total, seat) => ({ gained: signed(total - (totals[i - 1]?.[seat] ?? 0)), total })));
}

/** A number with its sign. */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : points > 0 ? `+${points}` : '0');
