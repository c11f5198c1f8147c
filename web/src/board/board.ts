// What a game's screen is given: the same for a live table, a replay and a position by link.
import type { Answer, Chair, SeenEntry, SeenEvent, Weighed } from '../net/messages';
import type { View } from './viewNotation';

export interface Board {
  readonly game: string;
  readonly view: View | null;
  /** Through whose eyes: a seat, or null for those who watch. */
  readonly seat: number | null;
  /** The seat's legal moves, as text. */
  readonly moves: string[];
  /** The best of them, where one has asked for a hint. */
  readonly hints: Weighed[];
  readonly chairs: Chair[];
  readonly scores: number[];
  /** What the table counts for its players, by the game's own names for it. */
  readonly figures: Record<string, number[]>;
  /** What has just happened: the entries of the update that is shown. */
  readonly news: SeenEntry[];
  /** Have the cards just been dealt? */
  readonly fresh: boolean;
  /** Who may act, and without whom it does not go on. */
  readonly actors: number[];
  readonly waited: number[];
  readonly reacting: boolean;
  readonly winners: number[];
  readonly over: boolean;
  readonly options: Record<string, string | number>;
  readonly memoryAid: boolean;
  /** The events of the scene that is shown, and of those before it in the same update; empty in between. */
  readonly scene: SeenEvent[];
  /** When the time of each waited-for seat is up. */
  readonly deadlines: Record<number, number>;
  readonly present: number[];
  /** What a seat says just now. */
  readonly said: Record<number, string>;
  /** What happened, the latest last. */
  readonly log: SeenEntry[];
  /** Is the answer to a move of ours still to come? */
  readonly pending: boolean;
  /** Send legal moves: all of them are played, or none. */
  play(...moves: string[]): void;
  /** Ask why a move is not legal; the answer is shown with its rule. */
  why(move: string): void;
  /** Would these moves be legal, one after the other? Nothing is shown; null where nobody plays. */
  ask(...moves: string[]): Promise<Answer | null>;
}

/** The seats in the order they sit, beginning with the one at the bottom of the screen. */
export function seatsFrom(seat: number | null, seats: number): number[] {
  return Array.from({ length: seats }, (_, i) => ((seat ?? 0) + i) % seats);
}
