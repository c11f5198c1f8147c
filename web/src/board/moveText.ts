// Moves are text (docs/notation.md). Here they are read, so that they can be said to a person.

type Details = Record<string, string>;
type Pattern = [RegExp, string];

/** The verb of every move, game by game, and what its groups are. */
const VERBS: Record<string, Pattern[]> = {
  kolpa: [
    [/^zone (?<card>\w+)$/, 'zone'], [/^kolpa (?<card>\w+)$/, 'kolpa'], [/^J (?<call>\w)$/, 'joker'],
    [/^J$/, 'last_joker'], [/^(?<word>callout|pass)$/, ''], [/^(?<card>\w+)$/, 'play'],
  ],
  '5211': [[/^(?<cards>\w+( \w+)*)$/, 'choose']],
  ko: [
    [/^effect none$/, 'no_effect'], [/^from stock$/, 'from_stock'], [/^from open$/, 'from_open'],
    [/^(?<word>recolour|done)$/, ''], [/^target (?<target>\w)$/, 'target'],
    [/^(?<word>discard|lay|effect|take) (?<card>\w+)$/, ''],
  ],
  kombio: [
    [/^hand over$/, 'hand_over'], [/^keep card$/, 'keep_card'],
    [/^look (?<slot>\w+) (?<other>\w+)$/, 'look_two'], [/^exchange (?<slot>\w+) (?<other>\w+)$/, 'exchange'],
    [/^(?<word>take|keep|give|look|slap) (?<slot>\w+)$/, ''], [/^(?<word>draw|kombio|idle|discard|skip|pass)$/, ''],
  ],
  coloretto: [
    [/^(?<word>take|place) (?<row>\d)$/, ''], [/^choose (?<colour>\w)$/, 'choose'], [/^draw$/, 'draw'],
  ],
}; // prettier-ignore

export interface Said {
  verb: string;
  details: Details;
}

/** A move as a verb and its arguments; null for a text that is no move of the game. */
export function readMove(game: string, move: string): Said | null {
  for (const [pattern, name] of VERBS[game] ?? []) {
    const found = pattern.exec(move);
    if (!found) continue;
    const { word, ...details } = { ...found.groups } as Details;
    return { verb: name || word || '', details };
  }
  return null;
}
