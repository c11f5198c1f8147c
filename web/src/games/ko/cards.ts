// What is printed on the cards of KO: colours and numbers, trumps, and cards with an effect.
import { numbered, special, type Print } from '../../board/cardFaces';

/** Colour and icon of the cards with an effect; their words are `card.FACE` and `caption.FACE`. */
const EFFECTS: Record<string, [colour: string, icon: string]> = {
  REV: ['B', 'ko-reverse'], SKIP: ['O', 'ko-skip'], SWAP: ['G', 'ko-swap'], ROT: ['P', 'ko-rotate'],
  PEEK1: ['Y', 'peek'], PEEK2: ['Y', 'ko-peek2'], STEAL: ['R', 'steal'], KO: ['T', 'ko-burst'],
}; // prettier-ignore

export function printCard(face: string): Print {
  const effect = EFFECTS[face];
  if (effect) return special(face, effect[0], { icon: effect[1], caption: `caption.${face}` });
  return face[0] === 'T' ? numbered(face, { name: 'card.trump', details: { number: face.slice(1) } }) : numbered(face);
}
