// What a person is about to do, and what the server says of it: would it be legal, what may be added, what would follow.
import type { Board } from '../../board/board';
import type { Answer, Refused } from '../../net/messages';
import { readView, type View } from '../../board/viewNotation';

/** A thing to do: cards picked for one verb, after a first move, and closed by a last one. */
export interface Intent {
  first: string[];
  verb: string;
  picks: string[];
  last: string[];
}

export class Plan {
  /** Moves that could come next. */
  next: string[] = $state.raw([]);
  /** What to send; empty as long as it would not be legal. */
  batch: string[] = $state.raw([]);
  refused: Refused | null = $state.raw(null);
  /** How the table would look to us. */
  then: View | null = $state.raw(null);
  #run = 0;

  may(move: string): boolean {
    return this.next.includes(move);
  }

  /** Ask about an intent; an answer that comes too late is forgotten. */
  async consider(board: Board, { first, verb, picks, last }: Intent): Promise<void> {
    const run = ++this.#run;
    const moves = [...first, ...picks.map((face) => `${verb} ${face}`)];
    if (!picks.length) this.#become(first.length ? [] : board.moves, [], null, null);
    if (!moves.length) return;
    const picked = await board.ask(...moves);
    if (run !== this.#run || !picked) return;
    if (picked.type !== 'tried') return this.#refuse(picked);
    if (!picks.length) return this.#become(picked.moves ?? [], [], null, null);
    const then = picked.view ? readView(picked.view) : null;
    const closing = then?.keys['over'] ? [] : last;
    if (!closing.length) return this.#become(picked.moves ?? [], moves, then, null);
    const closed = await board.ask(...moves, ...closing);
    if (run !== this.#run || !closed) return;
    const legal = closed.type === 'tried';
    this.#become(picked.moves ?? [], legal ? [...moves, ...closing] : [], legal && closed.view ? readView(closed.view) : null, closed.type === 'refused' ? closed : null);
  }

  #refuse(answer: Answer): void {
    this.#become([], [], null, answer.type === 'refused' ? answer : null);
  }

  #become(next: string[], batch: string[], then: View | null, refused: Refused | null): void {
    [this.next, this.batch, this.then, this.refused] = [next, batch, then, refused];
  }
}
