// Moves are text (docs/notation.md). Here they are read, so that they can be said to a person.
import type { Thing } from './clickedMoves';

type Details = Record<string, string>;

/** A form that moves have, its groups being the arguments, and the verb; empty: the group `word` is the verb. */
export type Pattern = [form: RegExp, verb: string];

/** What a game's folder says of its moves. */
export interface Moves {
  /** The first form that fits counts. */
  verbs: Pattern[];
  /** Where moves are that name no card, slot, row or seat, by their verb; `.hand` is one's own. */
  places?: Record<string, Thing>;
  /** Where the cards lie that a move names, by its verb, if it is not one's hand. */
  homes?: Record<string, string>;
}

export interface Said {
  verb: string;
  details: Details;
}

/** A move as a verb and its arguments; null for a text that is no move of the game. */
export function readMove({ verbs }: Moves, move: string): Said | null {
  for (const [form, verb] of verbs) {
    const found = form.exec(move);
    if (!found) continue;
    const { word, ...details } = { ...found.groups } as Details;
    return { verb: verb || word || '', details };
  }
  return null;
}
