// The game as this browser saw it, kept beside its part of the shuffle: so that the record can't be of another game.
import type { SeenEntry, State, Update } from '../net/messages';
import { letter } from '../board/viewNotation';
import { sha256 } from './sha256';

/** What one's own seat saw of a game, from the deal on. */
export interface Seen {
  /** The part of the shuffle that the game was dealt with. */
  promise: string;
  seat: number;
  /** How far it goes in the stream of that seat. */
  epoch: string;
  seq: number;
  /** Nothing was missed in between. */
  whole: boolean;
  over: boolean;
  /** `A take 1`, a move (`B ?`: a hidden one); `= 0123456789abcdef`, the beginning of a view's hash. */
  lines: string[];
}

const MOST = 4000; // lines of a game
const VIEW = '= ';
const DIGITS = 16; // of a view's hash

const empty = (promise: string, seat: number): Seen => ({ promise, seat, epoch: '', seq: 0, whole: true, over: false, lines: [] });

/** What was seen after a message; null before the deal. */
export function see(before: Seen | null, message: State | Update, promise: string, seat: number): Seen | null {
  if (!message.game) return before;
  const seen = before ?? empty(promise, seat);
  const { news, whole } = newsOf(seen, message);
  const lines = [...seen.lines, ...news.flatMap(movesIn)];
  const view = VIEW + sha256(message.game.view).slice(0, DIGITS);
  if (lines.at(-1) !== view) lines.push(view);
  const { epoch, seq, over } = message;
  return { ...seen, epoch, seq: Math.max(seq, seen.epoch === epoch ? seen.seq : 0), whole: whole && lines.length <= MOST, over: seen.over || over, lines: lines.slice(0, MOST) };
}

/** The entries that are new, and whether none is missing before them. */
function newsOf(seen: Seen, message: State | Update): { news: SeenEntry[]; whole: boolean } {
  const entries = message.type === 'state' ? (message.history ?? []) : message.entries;
  if (!seen.seq) return fromDeal(entries);
  if (seen.epoch !== message.epoch) return { news: [], whole: false };
  const news = entries.filter(({ seq }) => seq > seen.seq);
  return { news, whole: seen.whole && news.length === Math.max(0, message.seq - seen.seq) };
}

function fromDeal(entries: SeenEntry[]): { news: SeenEntry[]; whole: boolean } {
  const deal = entries.findIndex(({ kind }) => kind === 'dealt');
  return { news: entries.slice(deal + 1), whole: deal >= 0 };
}

const movesIn = (entry: SeenEntry): string[] =>
  (entry.events ?? []).flatMap(({ kind, details }) => (kind === 'play' ? [`${details['seat']} ${details['move']}`] : []));

/** A record's moves, as it writes them. */
export const movesOf = (record: string): string[] => record.split('\n').map((line) => line.trimEnd()).filter((line) => /^[A-Z] \S/.test(line));

/** Are all moves that were seen in the record, in this order? And one's own, if nothing was missed, no more than these. */
export function seenIn(record: string, seen: Seen): { ok: boolean; outcome: string; details: Record<string, string> } {
  const [moves, told] = [seen.lines.filter((line) => !line.startsWith(VIEW)), movesOf(record)];
  const lost = firstLost(moves, told);
  const [seat = '', move = ''] = [moves[lost]?.slice(0, 1), moves[lost]?.slice(2)];
  if (lost >= 0) return { ok: false, outcome: 'no', details: { number: String(lost + 1), seat, move } };
  const [mine, recorded] = [moves, told].map((lines) => lines.filter((line) => line.startsWith(`${letter(seen.seat)} `)).length);
  const whole = seen.whole && seen.over;
  if (whole && mine !== recorded) return { ok: false, outcome: 'own', details: { seat: letter(seen.seat) } };
  return { ok: true, outcome: whole ? 'yes' : 'some', details: { moves: String(moves.length) } };
}

/** The first move that is not found behind those before it; -1 if all are. */
function firstLost(moves: string[], told: string[]): number {
  let at = 0;
  return moves.findIndex((move) => {
    while (at < told.length && !isMove(move, told[at] ?? '')) at++;
    return at++ >= told.length;
  });
}

const isMove = (seen: string, told: string): boolean => seen === told || (seen.endsWith(' ?') && told.startsWith(seen.slice(0, 2)));
