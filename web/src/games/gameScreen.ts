// All that the browser knows of a game. Each game's folder has one such object, the default of its index.ts; what only the
// page says of the game is beside it, in fr.toml and en.toml.
import type { Component } from 'svelte';

import type { Board } from '../board/board';
import type { Cards } from '../board/cardFaces';
import type { Moves } from '../board/moveText';
import type { Cutter } from '../board/sceneCuts';
import type { SeatWords } from '../board/viewNotation';
import type { GameLength } from './gameLength';
import type { Preview } from './preview';

export type Screen = Component<{ board: Board }>;

export interface GameScreen {
  /** The screen of its table: it is loaded when one is opened, all the rest is always there. */
  screen: () => Promise<{ default: Screen }>;
  cards: Cards;
  moves: Moves;
  preview: Preview;
  length: GameLength;
  /** Where an update is cut into scenes, in a game whose updates are more than the eye can follow. */
  cut?: Cutter;
  seatWords?: SeatWords;
  /** A memory game: its screen turns cards up itself, for a moment, and a table may keep showing those one knows. */
  memory?: boolean;
  /** Events that sound like a hand on the table. */
  slaps?: string[];
  /** A position to show how one is written. */
  sample?: string;
}
