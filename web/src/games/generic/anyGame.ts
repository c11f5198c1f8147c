// A game that has no folder here: the generic screen plays it, from its views alone.
import { printPlain } from '../../board/cardFaces';
import type { GameScreen } from '../gameScreen';

export const anyGame: GameScreen = {
  screen: () => import('./Generic.svelte'),
  cards: { print: printPlain, back: { colour: '#1f3a66', pattern: 'back-plain' } },
  moves: { verbs: [] },
  preview: { moments: 1, cards: [] },
  length: { minutes: 20 },
};
