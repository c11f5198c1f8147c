// All that the browser knows of 5211.
import type { GameScreen } from '../gameScreen';
import { printCard } from './cards';
import shapes from './cardShapes.svg?raw';
import { cutScenes } from './cutScenes';

export default {
  screen: () => import('./G5211.svelte'),
  cards: { print: printCard, back: { colour: '#14605a', pattern: 'back-5211' }, shapes },
  moves: { verbs: [[/^(?<cards>\w+( \w+)*)$/, 'choose']] },
  preview: {
    moments: 4,
    cards: [
      { face: '?', at: [[20, 120], [26, 50, -5], [26, 50, -5, 'Y5'], [14, 62, -18, 'Y5']] },
      { face: '?', at: [[42, -60], [42, 50, 2], [42, 50, 2, 'B2'], [42, 50, 2, 'B2']] },
      { face: '?', at: [[58, -60], [58, 50, -2], [58, 50, -2, 'B1'], [58, 50, -2, 'B1']] },
      { face: '?', at: [[120, 50], [74, 50, 6], [74, 50, 6, 'P1'], [86, 62, 18, 'P1']] },
    ],
  },
  length: { minutes: 20, doubles: ['long'] },
  cut: cutScenes,
  seatWords: { numbers: ['kept'] },
} satisfies GameScreen; // prettier-ignore
