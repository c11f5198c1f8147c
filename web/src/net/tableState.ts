// How a table stands, folded from what the server says: plain values, no browser, no framework.
import { readView, type View } from '../board/viewNotation';
import type { Clocks, Facts, SeenEntry, Sight, State, TableMessage, Update } from './messages';

export interface Standing {
  epoch: string;
  seq: number;
  seat: number | null;
  facts: Facts;
  game: Sight | null;
  view: View | null;
  moves: string[];
  over: boolean;
  /** When each waited-for seat's time is up, by this machine's clock. */
  deadlines: Record<number, number>;
  reserve: number[];
  log: SeenEntry[];
  present: number[];
  watchers: number;
}

const KEPT = 300; // lines of the log

/** The standing after a message; null as long as nothing is known. */
export function follow(before: Standing | null, message: TableMessage, now: number): Standing | null {
  if (message.type === 'state') return fromState(message, now);
  if (!before) return null;
  if (message.type === 'update') return fromUpdate(before, message, now);
  if (message.type === 'presence') return { ...before, present: message.present, watchers: message.watchers };
  return before;
}

function fromState(state: State, now: number): Standing {
  return {
    epoch: state.epoch, seq: state.seq, seat: state.seat, facts: state.facts, ...sight(state, now),
    log: state.history ?? [], present: state.present ?? [], watchers: state.watchers ?? 0,
  }; // prettier-ignore
}

function fromUpdate(before: Standing, update: Update, now: number): Standing {
  const news = update.entries.filter((entry) => entry.seq > before.seq);
  return {
    ...before, epoch: update.epoch, seq: update.seq, facts: update.facts ?? before.facts, ...sight(update, now),
    log: [...before.log, ...news].slice(-KEPT),
  }; // prettier-ignore
}

function sight(message: State | Update, now: number) {
  const game = message.game ?? null;
  return {
    game, view: game && readView(game.view), moves: message.moves, over: message.over,
    deadlines: deadlines(message.clock, now), reserve: message.clock?.reserve ?? [],
  }; // prettier-ignore
}

function deadlines(clock: Clocks | undefined, now: number): Record<number, number> {
  return Object.fromEntries(Object.entries(clock?.left ?? {}).map(([seat, left]) => [Number(seat), now + left]));
}

/** Entries of an update that are new to this standing. */
export const newsOf = (before: Standing | null, message: TableMessage): SeenEntry[] =>
  message.type === 'update' && before ? message.entries.filter((entry) => entry.seq > before.seq) : [];
