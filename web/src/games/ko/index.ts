// All that the browser knows of KO.
import type { GameScreen } from '../gameScreen';
import { stays } from '../preview';
import { printCard } from './cards';
import shapes from './cardShapes.svg?raw';

export default {
  screen: () => import('./Ko.svelte'),
  cards: { print: printCard, back: { colour: '#8c1d2f', pattern: 'back-ko' }, shapes },
  moves: {
    verbs: [
      [/^effect none$/, 'no_effect'], [/^from stock$/, 'from_stock'], [/^from open$/, 'from_open'],
      [/^(?<word>recolour|done)$/, ''], [/^target (?<target>\w)$/, 'target'],
      [/^(?<word>discard|lay|effect|take) (?<card>\w+)$/, ''],
    ],
    places: { from_stock: { place: 'stock' }, from_open: { place: 'open' } },
    homes: { take: 'market', effect: 'open' },
  },
  preview: {
    moments: 4,
    cards: [
      stays('G6', 18, 26), { face: 'G7', at: [[34, 140], [34, 26]] }, { face: 'G8', at: [[50, 140], [50, 140], [50, 26]] },
      stays('T9', 66, 26), { face: 'KO', at: [[82, 140], [82, 140], [82, 140], [82, 26]] },
      stays('R2', 36, 76, -6), stays('STEAL', 50, 74), stays('B12', 64, 76, 6),
    ],
  },
  length: { minutes: 45 },
} satisfies GameScreen; // prettier-ignore
