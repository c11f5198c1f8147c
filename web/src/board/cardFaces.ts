// What is printed on a card: how a game's folder says it, and what all games share. The words are in the catalogues.

export interface Print {
  /** R O Y G B P S, T for trumps and other dark cards, N for plain paper. */
  colour: string;
  /** In the corners; empty: its sign stands there, or the symbol of its colour. */
  numeral: string;
  /** What a card without a number has in its corners, and a small card in its middle: ★, +2. */
  sign?: string;
  /** In the middle: the symbol of its colour, its numeral or sign, an icon on a disc, or a figure in its colour. */
  middle: 'symbol' | 'text' | 'icon' | 'figure';
  /** A drawing, `ico-NAME`: in the middle, or small above a symbol. */
  icon: string | null;
  /** A card of all these colours at once. */
  wheel?: string;
  /** Key of the two-word caption. */
  caption: string | null;
  /** Key of the card's name, and its arguments. */
  name: string;
  details: Record<string, string>;
}

/** What a game's folder says of its cards. */
export interface Cards {
  print: (face: string) => Print;
  /** The colour of the back, and the id of the pattern on it. */
  back: { colour: string; pattern: string };
  /** Its own drawings, an SVG: the pattern of the back, and icons of 48 × 48, `ico-GAME-NAME`. */
  shapes?: string;
  /** What stands on its cards beyond the TEXTS of all games. */
  texts?: string[];
  /** Colours that it shows as another one: `{ P: 'K' }`, pink for purple. */
  tints?: Record<string, string>;
}

/** What stands in the corners of any game's cards: drawn once for the page, in CardDefs. */
export const TEXTS = [...Array.from({ length: 16 }, (_, i) => String(i)), 'J', '★'];

/** The name under which a text is drawn: a numeral, or `GAME.caption.NAME`. */
export const glyph = (text: string): string => `txt-${text.replace(/\W/g, (letter) => `-${letter.charCodeAt(0)}`)}`;

const WIDE = 11; // letters that stand on a line of a card

/** A caption in one line, or in the two that are most alike. */
export function linesOf(text: string): string[] {
  const words = text.split(' ');
  if (text.length <= WIDE || words.length < 2) return [text];
  const cuts = words.slice(1).map((_, i): [string, string] => [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')]);
  const longest = ([one, other]: [string, string]): number => Math.max(one.length, other.length);
  return cuts.reduce((best, each) => (longest(each) < longest(best) ? each : best));
}

export const COLOURS = ['R', 'O', 'Y', 'G', 'B', 'P', 'S'];

/** A card of a colour and a number, and what else is on it. */
export function numbered(face: string, more: Partial<Print> = {}): Print {
  const [colour = 'N', number] = [face[0], face.slice(1)];
  return { colour, numeral: number, middle: 'symbol', icon: null, caption: null, name: 'card.number', details: { colour, number }, ...more };
}

/** A card with a name of its own, the key `card.NAME`. */
export function special(name: string, colour: string, more: Partial<Print> = {}): Print {
  return { colour, numeral: '', middle: 'icon', icon: null, caption: null, name: `card.${name}`, details: {}, ...more };
}

/** A card that stands for any of some colours. */
export const joker = (wheel: string, numeral = ''): Print => special('joker', 'N', { numeral, sign: '★', wheel });

/** Colours, numbers and a joker: for a game that says nothing else. */
export const printPlain = (face: string): Print => (face === 'J' ? joker('RYGBP', 'J') : numbered(face));
