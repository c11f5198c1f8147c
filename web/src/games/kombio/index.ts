// All that the browser knows of Kombio.
import type { GameScreen } from '../gameScreen';
import { stays } from '../preview';
import { printCard } from './cards';
import shapes from './cardShapes.svg?raw';
import { cutScenes } from './cutScenes';

export default {
  screen: () => import('./Kombio.svelte'),
  cards: { print: printCard, back: { colour: '#4d2f7d', pattern: 'back-kombio' }, shapes, texts: ['−1'] },
  moves: {
    verbs: [
      [/^hand over$/, 'hand_over'], [/^keep card$/, 'keep_card'],
      [/^look (?<slot>\w+) (?<other>\w+)$/, 'look_two'], [/^exchange (?<slot>\w+) (?<other>\w+)$/, 'exchange'],
      [/^(?<word>take|keep|give|look|slap) (?<slot>\w+)$/, ''], [/^(?<word>draw|kombio|idle|discard|skip|pass)$/, ''],
    ],
    places: { draw: { place: 'stock' }, discard: { place: 'discard' } },
  },
  preview: {
    moments: 4,
    cards: [
      { face: '?', at: [[22, 26], [22, 26, 0, '-1'], [22, 26]] }, stays('?', 36, 26),
      stays('?', 22, 75), { face: '?', at: [[36, 75], [36, 75], [36, 75], [64, 50, 8, '9']] },
      { face: '9', at: [[64, 50, -4]] }, stays('?', 84, 50, 3),
    ],
  },
  length: { minutes: 25, grows: ['limit'] },
  cut: cutScenes,
  seatWords: { numbers: ['last'] },
  memory: true,
  slaps: ['move.slap'],
} satisfies GameScreen; // prettier-ignore
