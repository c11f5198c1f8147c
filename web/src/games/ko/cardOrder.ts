// How the cards of KO are shown: in which order, and where in the suite. Only what is printed on them counts here.

export type Order = 'colour' | 'number';

const COLOURS = 'ROYGBPST';
const BONUS = ['KO', 'REV', 'SKIP', 'SWAP', 'ROT', 'PEEK1', 'PEEK2', 'STEAL'];
export const SLOTS = Array.from({ length: 15 }, (_, i) => i + 1);

const isNumbered = (face: string): boolean => /^[A-Z]\d+$/.test(face);
export const numberOf = (face: string): number => (isNumbered(face) ? Number(face.slice(1)) : 0);

/** Numbered cards by colour or by number, then trumps, then the others; hidden ones last. */
export function inOrder(cards: string[], order: Order): string[] {
  return [...cards].sort((a, b) => {
    const [one, two] = [rank(a, order), rank(b, order)];
    return one[0] - two[0] || one[1] - two[1] || one[2] - two[2];
  });
}

function rank(face: string, order: Order): [number, number, number] {
  if (face === '?') return [99, 0, 0];
  if (!isNumbered(face)) return [50 + BONUS.indexOf(face), 0, 0];
  const colour = COLOURS.indexOf(face[0] ?? '');
  return order === 'colour' ? [colour, numberOf(face), 0] : [numberOf(face), colour, 0];
}

/** The fifteen slots of a suite, each with its card; cards that say no number (KO, backs) come after them. */
export function suiteSlots(cards: string[]): { slots: string[]; loose: string[] } {
  const slots = SLOTS.map((number) => cards.find((face) => numberOf(face) === number) ?? '_');
  return { slots, loose: cards.filter((face) => !numberOf(face)) };
}
