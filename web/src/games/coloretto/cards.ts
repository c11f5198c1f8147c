// What is printed on the cards of Coloretto: chameleons of seven colours, jokers, points, and the card of the last round.
import { joker, special, type Print } from '../../board/cardFaces';

export function printCard(face: string): Print {
  if (face === '+') return special('plus', 'S', { numeral: '+2', sign: '+2', icon: 'coloretto-plus' });
  if (face === 'J') return joker('ROYGBPS');
  if (face === 'K') return special('golden', 'Y', { sign: '★', middle: 'text' });
  if (face === 'L') return special('last', 'T', { sign: '!', icon: 'coloretto-last' });
  return special('colour', face, { middle: 'figure', icon: 'coloretto-chameleon', details: { colour: face } });
}
