// All that the browser knows of Coloretto.
import type { GameScreen } from '../gameScreen';
import { stays } from '../preview';
import { printCard } from './cards';
import shapes from './cardShapes.svg?raw';

export default {
  screen: () => import('./Coloretto.svelte'),
  cards: {
    print: printCard, back: { colour: '#8a4a16', pattern: 'back-coloretto' }, shapes, texts: ['+2', '!'],
    tints: { P: 'K' },
  },
  moves: {
    verbs: [[/^(?<word>take|place) (?<row>\d)$/, ''], [/^choose (?<colour>\w)$/, 'choose'], [/^draw$/, 'draw']],
    places: { draw: { place: 'stock' } },
  },
  preview: {
    moments: 4,
    cards: [
      stays('R', 22, 40), { face: 'Y', at: [[86, -60], [22, 66], [22, 66], [-30, 66]] },
      stays('G', 44, 40), { face: 'J', at: [[86, -60], [86, -60], [44, 66]] },
      stays('+', 66, 40), stays('?', 88, 48, 4),
    ],
  },
  length: { minutes: 25 },
  seatWords: { flags: ['out'] },
} satisfies GameScreen; // prettier-ignore
