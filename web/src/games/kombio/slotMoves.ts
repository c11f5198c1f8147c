// What a click on a slot means, from the legal moves alone: `keep 2`, `look B3`, `exchange A1 B2`, `slap C4`.

/** `A.grid3` is the place of slot `A3`. */
export const slotOf = (label: string): string => label.replace('.grid', '');
export const labelOf = (slot: string): string => `${slot[0]}.grid${slot.slice(1)}`;

export interface Pair {
  move: string;
  slots: [string, string];
}

/** Moves that name two slots. */
export function pairsOf(moves: string[]): Pair[] {
  return moves.map((move) => ({ move, words: move.split(' ') })).filter(({ words }) => words.length === 3)
    .map(({ move, words }) => ({ move, slots: [words[1] ?? '', words[2] ?? ''] })); // prettier-ignore
}

/** Pairs that have all the slots picked so far. */
export const pairsWith = (pairs: Pair[], picks: string[]): Pair[] => pairs.filter(({ slots }) => picks.every((pick) => slots.includes(pick)));

/** A slot that every pair has needs no picking. */
export function common(pairs: Pair[]): string[] {
  const [first, ...others] = pairs;
  return first && others.length ? first.slots.filter((slot) => others.every(({ slots }) => slots.includes(slot))) : [];
}

/** The legal moves of a verb about a slot; one's own slots are named by their number. */
export function moveOn(moves: string[], verb: string, slot: string, seat: string): string | undefined {
  const own = slot[0] === seat ? [`${verb} ${slot.slice(1)}`] : [];
  return [`${verb} ${slot}`, ...own].find((move) => moves.includes(move));
}

/** What a click does at once: a drawn card is kept there, a card is given or looked at, or taken once that is wanted. */
export function directMove(moves: string[], slot: string, seat: string, taking: boolean): string | undefined {
  const verbs = ['keep', 'give', 'look', ...(taking ? ['take'] : [])];
  return verbs.map((verb) => moveOn(moves, verb, slot, seat)).find((move) => move !== undefined);
}

export const verbsOf = (moves: string[]): Set<string> => new Set(moves.map((move) => (/^(look|exchange) \w+ \w+$/.test(move) ? `${move.split(' ')[0]}_two` : (move.split(' ')[0] ?? ''))));

/** What is asked of the seat: a key of a sentence, or none. */
export function promptOf(moves: string[], armed: boolean, taking: boolean): string | null {
  const verbs = verbsOf(moves);
  if (armed) return 'armed';
  if (taking) return 'take';
  if (moves.includes('hand over') || moves.includes('keep card')) return 'decide';
  const order = ['keep', 'give', 'look', 'look_two', 'exchange_two', 'draw', 'take', 'kombio', 'idle', 'skip', 'slap'];
  const found = order.find((verb) => verbs.has(verb));
  if (found === 'exchange_two' && pairsOf(moves).length === 1) return 'exchange_one';
  return found === 'take' || found === 'kombio' ? 'draw' : found === 'idle' ? null : (found ?? null);
}

/** Moves with a button of their own, in the order of the buttons. */
export const BUTTONS = ['hand over', 'keep card', 'kombio', 'skip', 'idle', 'pass'];
