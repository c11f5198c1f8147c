// The games that have a folder here. They are found, not listed.
import { gameIn } from './gameFolder';
import type { GameScreen, Screen } from './gameScreen';
import { anyGame } from './generic/anyGame';

const FOUND = import.meta.glob<GameScreen>('./*/index.ts', { eager: true, import: 'default' });

/** Every game that has a folder, by its name. */
export const GAMES = new Map(Object.entries(FOUND).map(([path, game]) => [gameIn(path), game]));

export const gameOf = (game: string): GameScreen => GAMES.get(game) ?? anyGame;

/** The screen of a game's table. */
export const screenOf = async (game: string): Promise<Screen> => (await gameOf(game).screen()).default;
