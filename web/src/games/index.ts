// The games' screens. A game without one of its own gets the generic screen, which can play everything.
import type { Component } from 'svelte';

import type { Board } from '../board/board';

export type Screen = Component<{ board: Board }>;

const SCREENS: Record<string, () => Promise<{ default: Screen }>> = {
  ko: () => import('./ko/Ko.svelte'),
  kolpa: () => import('./kolpa/Kolpa.svelte'),
  coloretto: () => import('./coloretto/Coloretto.svelte'),
  '5211': () => import('./g5211/G5211.svelte'),
  kombio: () => import('./kombio/Kombio.svelte'),
};

/** Games whose screen turns cards up itself, where they lie. */
export const TURNS_CARDS = ['kombio'];

export async function screenOf(game: string): Promise<Screen> {
  const load = SCREENS[game] ?? (() => import('./generic/Generic.svelte'));
  return (await load()).default;
}

/** How long a game of three takes, in minutes. */
const MINUTES: Record<string, number> = { kolpa: 20, '5211': 20, ko: 45, kombio: 25, coloretto: 25 };

/** Options that make a game longer in proportion. */
const LENGTHS = ['target', 'limit'];

type Chosen = Record<string, { value: string | number; usual: string | number }>;

/** About how long a game takes, in steps of five minutes: more seats and higher limits make it longer. */
export function minutes(game: string, seats = 3, options: Chosen = {}): number {
  const scale = LENGTHS.map((name) => options[name]).reduce((all, each) => (each ? (all * Number(each.value)) / Number(each.usual) : all), 1);
  const long = options['long']?.value === 'on' ? 2 : 1;
  const about = (MINUTES[game] ?? 20) * (0.4 + 0.2 * seats) * scale * long;
  return Math.max(5, Math.round(about / 5) * 5);
}
