// About how long a game takes.

/** What a game's folder says of it. */
export interface GameLength {
  /** Minutes of a game of three. */
  minutes: number;
  /** Options that make it longer in proportion. */
  grows?: string[];
  /** Options that make it twice as long where they are on. */
  doubles?: string[];
}

type Chosen = Record<string, { value: string | number; usual: string | number }>;

/** Minutes in steps of five: more seats and higher limits make a game longer. */
export function minutesOf({ minutes, grows = [], doubles = [] }: GameLength, seats = 3, options: Chosen = {}): number {
  const scale = grows.map((name) => options[name]).reduce((all, each) => (each ? (all * Number(each.value)) / Number(each.usual) : all), 1);
  const twice = doubles.some((name) => options[name]?.value === 'on') ? 2 : 1;
  return Math.max(5, Math.round((minutes * (0.4 + 0.2 * seats) * scale * twice) / 5) * 5);
}
