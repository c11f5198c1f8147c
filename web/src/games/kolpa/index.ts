// All that the browser knows of Kolpa!.
import { printPlain } from '../../board/cardFaces';
import type { GameScreen } from '../gameScreen';
import { stays } from '../preview';
import shapes from './cardShapes.svg?raw';

export default {
  screen: () => import('./Kolpa.svelte'),
  cards: { print: printPlain, back: { colour: '#1f3a66', pattern: 'back-kolpa' }, shapes },
  moves: {
    verbs: [
      [/^zone (?<card>\w+)$/, 'zone'], [/^kolpa (?<card>\w+)$/, 'kolpa'], [/^J (?<call>\w)$/, 'joker'],
      [/^J$/, 'last_joker'], [/^(?<word>callout|pass)$/, ''], [/^(?<card>\w+)$/, 'play'],
    ],
    places: { joker: { place: '.hand', face: 'J' }, last_joker: { place: '.hand', face: 'J' } },
    homes: { zone: '.zone' },
  },
  preview: {
    moments: 4,
    cards: [
      stays('?', 40, 36, -3), stays('R3', 57, 36, 4),
      { face: 'B3', at: [[36, 98, -8], [57, 36, -6]] },
      { face: 'G5', at: [[50, 96], [50, 96], [14, 50, -4]] },
      { face: 'J', at: [[64, 98, 8], [64, 98, 8], [64, 98, 8], [57, 36, 9]] },
      stays('?', 82, 33, 174), stays('?', 89, 35, 186),
    ],
  },
  length: { minutes: 20, grows: ['target'] },
  slaps: ['move.callout'],
  sample: 'kolpa turn=A\ndiscard: R3\nA: hand R1 G4 J; zone B3\nB: hand ?*5',
} satisfies GameScreen; // prettier-ignore
