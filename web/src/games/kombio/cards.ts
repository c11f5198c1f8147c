// What is printed on the cards of Kombio: a value, and from 7 on what the card lets one do.
import { special, type Print } from '../../board/cardFaces';

/** The highest value of each kind, its colour, its icon and its caption. */
const KINDS: [most: number, colour: string, icon: string | null, caption: string | null][] = [
  [0, 'G', null, null], [6, 'S', null, null],
  [8, 'B', 'kombio-own', 'own'], [10, 'P', 'kombio-other', 'other'], [12, 'O', 'kombio-exchange', 'exchange'],
  [13, 'R', 'kombio-own-exchange', 'look_exchange'], [14, 'R', 'kombio-two-exchange', 'two_exchange'],
]; // prettier-ignore

export function printCard(face: string): Print {
  const [, colour, icon, caption] = KINDS.find(([most]) => Number(face) <= most) ?? [14, 'N', null, null];
  const numeral = face.replace('-', '−');
  const more = { numeral, middle: icon ? 'icon' : 'text', icon, caption: caption && `caption.${caption}`, details: { number: numeral } } as const;
  return special('value', colour, more);
}
