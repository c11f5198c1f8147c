// What a person has begun at a Kombio table and not yet finished: a slap without its card, a take without its slot.
import type { Board } from '../../board/board';
import { letter } from '../../board/viewNotation';
import { common, directMove, moveOn, pairsOf, pairsWith, type Pair } from './slotMoves';

export class Touch {
  armed = $state(false);
  taking = $state(false);
  picks: string[] = $state([]);
  /** Moves to choose from, where a click could mean several. */
  offered: string[] = $state([]);
  readonly #board: () => Board;

  constructor(board: () => Board) {
    this.#board = board;
  }

  get moves(): string[] {
    return this.#board().moves;
  }
  get seat(): string {
    const seat = this.#board().seat;
    return seat === null ? '' : letter(seat);
  }
  get canSlap(): boolean {
    return this.moves.some((move) => move.startsWith('slap '));
  }
  get canTake(): boolean {
    return this.moves.some((move) => move.startsWith('take '));
  }
  get pairs(): Pair[] {
    return pairsOf(this.moves);
  }
  /** The slots that are settled: those picked, and those that every choice has. */
  get picked(): string[] {
    return [...new Set([...common(this.pairs), ...this.picks])];
  }

  reset(): void {
    [this.armed, this.taking, this.picks, this.offered] = [false, false, [], []];
  }

  /** Would a click on this slot lead on? */
  ready(slot: string): boolean {
    if (this.armed) return this.moves.includes(`slap ${slot}`);
    if (directMove(this.moves, slot, this.seat, this.taking)) return true;
    const pairs = this.pairs;
    return pairs.length > 1 && pairsWith(pairs, this.picked).some(({ slots }) => slots.includes(slot)) && !common(pairs).includes(slot);
  }

  use(slot: string): void {
    if (!this.seat) return;
    if (this.armed) return this.#playOr(`slap ${slot}`);
    const direct = directMove(this.moves, slot, this.seat, this.taking);
    if (direct) return this.#play(direct);
    if (this.pairs.length > 1 && this.#pick(slot)) return;
    const about = ['take', 'slap'].map((verb) => moveOn(this.moves, verb, slot, this.seat)).filter((move) => move !== undefined);
    if (about.some((move) => move.startsWith('take'))) this.offered = about;
    else if (about.length) this.armed = true;
    else this.#board().why(this.#wanted(slot));
  }

  /** Pick a slot of two; the second one plays. */
  #pick(slot: string): boolean {
    if (this.picks.includes(slot)) {
      this.picks = this.picks.filter((each) => each !== slot);
      return true;
    }
    const found = pairsWith(this.pairs, [...this.picked, slot]);
    if (!found.length) return false;
    if (this.picked.length && found[0]) this.#play(found[0].move);
    else this.picks = [slot];
    return true;
  }

  /** What somebody wanted who clicked where nothing is allowed: the server says why it is not. */
  #wanted(slot: string): string {
    const pair = this.pairs[0];
    if (pair) return `${pair.move.split(' ')[0]} ${[pair.slots.find((each) => each !== slot), slot].join(' ')}`;
    return this.moves.some((move) => move.startsWith('look ')) ? `look ${slot}` : `slap ${slot}`;
  }

  useStock(): void {
    this.#playOr('draw');
  }

  useDiscard(): void {
    if (!this.seat) return;
    if (this.armed || this.taking) this.reset();
    else if (this.moves.includes('discard')) this.#play('discard');
    else if (this.canTake) this.taking = true;
    else if (this.canSlap) this.armed = true;
    else this.#board().why('take 1');
  }

  /** The slap begins: every card is a target now; again, and it is called off. */
  slap(): void {
    const was = this.armed;
    this.reset();
    this.armed = !was && this.canSlap;
  }

  /** A card was pulled from a pile onto a place. */
  drop(from: 'drawn' | 'discard', target: string): void {
    if (target === 'discard' && from === 'drawn') return this.#playOr('discard');
    const slot = /^([A-Z])\.grid(\d+)$/.exec(target);
    if (slot?.[1] === this.seat) this.#playOr(`${from === 'drawn' ? 'keep' : 'take'} ${slot[2]}`);
  }

  play(move: string): void {
    this.#play(move);
  }

  #playOr(move: string): void {
    if (!this.seat) return;
    if (this.moves.includes(move)) this.#play(move);
    else this.#board().why(move);
  }

  #play(move: string): void {
    this.reset();
    this.#board().play(move);
  }
}
