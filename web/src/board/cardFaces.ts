// What is printed on a card: from the game and the face alone. The words are in words.ts.

export type Icon =
  | 'joker' | 'golden' | 'plus' | 'last' | 'chameleon' | 'dodo' | 'ko' | 'crown'
  | 'reverse' | 'skip' | 'swap' | 'rotate' | 'peek' | 'peek2' | 'steal'
  | 'own' | 'other' | 'exchange' | 'own-exchange' | 'two-exchange'; // prettier-ignore

export interface Print {
  /** R O Y G B P S, T for trumps and other dark cards, N for plain paper. */
  colour: string;
  /** In the corners; empty: the symbol stands there. */
  numeral: string;
  icon: Icon | null;
  /** Key of the two-word caption. */
  caption: string | null;
  /** Key of the card's name, and its arguments. */
  name: string;
  details: Record<string, string>;
}

/** Everything that stands in a corner, and every caption: drawn once for the page, in CardDefs. */
export const NUMERALS = ['−1', ...Array.from({ length: 16 }, (_, i) => String(i)), '+2', 'J', '★', '!'];
export const CAPTIONS = [
  'caption.KO', 'caption.REV', 'caption.SKIP', 'caption.SWAP', 'caption.ROT', 'caption.PEEK1', 'caption.PEEK2',
  'caption.STEAL', 'caption.own', 'caption.other', 'caption.exchange', 'caption.look_exchange', 'caption.two_exchange',
]; // prettier-ignore

/** The name under which such a text is drawn. */
export const glyph = (text: string): string => `txt-${NUMERALS.includes(text) ? NUMERALS.indexOf(text) : text.replace('.', '-')}`;

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

const KO_ICONS: Record<string, Icon> = {
  REV: 'reverse', SKIP: 'skip', SWAP: 'swap', ROT: 'rotate', PEEK1: 'peek', PEEK2: 'peek2', STEAL: 'steal', KO: 'ko',
}; // prettier-ignore
const KO_COLOURS: Record<string, string> = {
  REV: 'B', SKIP: 'O', SWAP: 'G', ROT: 'P', PEEK1: 'Y', PEEK2: 'Y', STEAL: 'R', KO: 'T',
}; // prettier-ignore
const COLORETTO: Record<string, [string, Icon, string]> = {
  '+': ['S', 'plus', 'plus'], J: ['N', 'joker', 'joker'], K: ['Y', 'golden', 'golden'], L: ['T', 'last', 'last'],
}; // prettier-ignore

/** What is on the face of a card. */
export function print(game: string, face: string): Print {
  if (game === 'kombio') return kombio(face);
  if (game === 'coloretto') return coloretto(face);
  if (game === 'ko') return ko(face);
  if (face === 'J') return card('N', 'J', 'joker', null, 'card.joker');
  return numbered(face, game === '5211' && face.endsWith('1') ? 'dodo' : null);
}

function card(colour: string, numeral: string, icon: Icon | null, caption: string | null, name: string): Print {
  return { colour, numeral, icon, caption, name, details: {} };
}

function numbered(face: string, icon: Icon | null): Print {
  const [colour = 'N', number] = [face[0], face.slice(1)];
  const name = icon === 'dodo' ? 'card.kododo' : 'card.number';
  return { colour, numeral: number, icon, caption: null, name, details: { colour, number } };
}

function ko(face: string): Print {
  const icon = KO_ICONS[face];
  if (icon) return card(KO_COLOURS[face] ?? 'S', '', icon, `caption.${face}`, `card.${face}`);
  if (face[0] !== 'T') return numbered(face, null);
  const number = face.slice(1);
  return { colour: 'T', numeral: number, icon: 'crown', caption: null, name: 'card.trump', details: { number } };
}

function coloretto(face: string): Print {
  const special = COLORETTO[face];
  if (special) return card(special[0], face === '+' ? '+2' : '', special[1], null, `card.${special[2]}`);
  return { colour: face, numeral: '', icon: 'chameleon', caption: null, name: 'card.colour', details: { colour: face } };
}

function kombio(face: string): Print {
  const value = Number(face);
  const [colour, icon, caption]: [string, Icon | null, string | null] =
    value <= 0 ? ['G', null, null]
    : value < 7 ? ['S', null, null]
    : value < 9 ? ['B', 'own', 'caption.own']
    : value < 11 ? ['P', 'other', 'caption.other']
    : value < 13 ? ['O', 'exchange', 'caption.exchange']
    : value < 14 ? ['R', 'own-exchange', 'caption.look_exchange']
    : ['R', 'two-exchange', 'caption.two_exchange']; // prettier-ignore
  const numeral = face.replace('-', '−');
  return { colour, numeral, icon, caption, name: 'card.value', details: { number: numeral } };
}
