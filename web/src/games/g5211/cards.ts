// What is printed on the cards of 5211: a colour and a number, and on every 1 the Kododo.
import { numbered, type Print } from '../../board/cardFaces';

export const isKododo = (face: string): boolean => face.endsWith('1');

export const printCard = (face: string): Print => (isKododo(face) ? numbered(face, { icon: '5211-dodo', name: 'card.kododo' }) : numbered(face));
