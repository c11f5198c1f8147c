// The shuffle, checked by the browser itself: what it promised, what it saw before the deal, and what the record says.
import { letter } from '../board/viewNotation';
import { movesOf, seenIn, type Seen } from './seenGame';
import { sha256 } from './sha256';

/** What the server says of a table while the cards are shuffled; `Facts` are such. */
export interface Told {
  id: string;
  game: string;
  players: number;
  options: Record<string, string | number | boolean>;
  commitment: string;
  /** What is dealt, as the commitment says it. */
  deal?: string;
  pace?: { kind: string };
  chairs: { kind: 'person' | 'bot' | 'open'; bot?: string; you?: boolean; reserved?: boolean; owes?: boolean; promise?: string; revealed?: boolean }[];
}

/** What this browser saw before it told its salt. */
export interface Noted {
  table: string;
  commitment: string;
  seat: number;
  game: string;
  players: number;
  options: Record<string, string | number | boolean>;
  deal: string;
  /** The middle of each seat's line in the commitment: `person <promise>`, `bot <name>`. */
  chairs: string[];
  /** By correspondence a salt may wait for the others' for days. */
  days?: true;
}

/** One's own part of a shuffle. */
export interface Part {
  promise: string;
  salt: string;
  /** Where it was given; by the address, not by what the server says later. */
  table?: string;
  noted?: Noted;
  /** It is in no deal: the shuffle came to nothing, or one left before. */
  void?: true;
  /** The cards were dealt with what was noted: now it can't be void any more. */
  dealt?: true;
  /** How many shuffles of this table came to nothing before, after this browser had told its salt. */
  anew?: number;
}

/** One thing that was looked at; `ok` null: it could not be. The sentence is `check.NAME.FOUND` of the catalogue. */
export interface Check {
  name: string;
  ok: boolean | null;
  found: string;
  details: Record<string, string>;
}

interface Seat {
  kind: string; // `person`, `bot`
  /** A person's salt, `-` if it gave none; a bot's name. */
  word: string;
}

/** A record's first lines: all of it that the shuffle is about. */
export interface Dealt {
  version: 1 | 2;
  game: string;
  players: string;
  options: string[];
  /** What the commitment says of the deal. */
  words: string;
  key: string;
  commit: string;
  seed: string;
  table: string;
  seats: Seat[];
}

const SALT_BYTES = 32;
const MOST_SEATS = 26;
const HEX = /^[0-9a-f]{64}$/;

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** A new salt, and the promise that is told first. `getRandomValues` is there on every page, `subtle` is not. */
export function newPart(): Part {
  const salt = hex(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
  return { salt, promise: sha256(salt) };
}

/** What this browser keeps before it tells its salt. */
export function note(told: Told, seat: number): Noted {
  const { id: table, commitment, game, players, options, deal = '' } = told;
  const chairs = told.chairs.map((chair) => (chair.kind === 'bot' ? `bot ${chair.bot ?? ''}` : `person ${chair.promise || '-'}`));
  return { table, commitment, seat, game, players, options, deal, chairs, ...(told.pace?.kind === 'days' && { days: true }) };
}

/** A seat's line of the commitment, without its letter. */
const line = ({ kind, word }: Seat): string => `${kind} ${kind === 'person' && word !== '-' ? sha256(word) : word}`;

/** The text that the commitment is the hash of. */
export function commitmentText(dealt: Dealt): string {
  const seats = dealt.seats.map((seat, n) => `${letter(n)} ${line(seat)}`);
  return ['pioche 2', `table ${dealt.table}`, `deal ${dealt.words}`, ...seats, `seed ${dealt.seed}`].join('\n');
}

export const commitmentOf = (dealt: Dealt): string => sha256(dealt.version === 2 ? commitmentText(dealt) : bytesOf(dealt.seed));

/** The key that the cards were dealt by: of the seed, and of every salt. */
export function keyOf({ version, seed, seats }: Dealt): string {
  const salts = seats.flatMap(({ kind, word }, n) => (kind === 'person' && word !== '-' ? [`\n${letter(n)}=${word}`] : []));
  const [head, tail] = [`pioche ${version}\n`, salts.join('')].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array];
  return sha256(Uint8Array.from([...head, ...bytesOf(seed), ...tail]));
}

/** The first lines of a record; null if they say nothing about a shuffle of a key. */
export function readDealt(record: string): Dealt | null {
  const [head = '', deal = '', fair = ''] = record.split('\n').map((each) => each.trim());
  const [version, ...rest] = deal.split(' ');
  const key = rest.find((word) => word.startsWith('key='))?.slice(4) ?? '';
  if (!/^record 1\b/.test(head) || version !== 'deal' || !HEX.test(key) || !/^fair\b/.test(fair)) return null;
  const [game = '', players = '', ...options] = rest.filter((word) => !word.startsWith('key='));
  const words = [...head.split(' ').slice(2), game, players, ...options].join(' ');
  return { ...readFair(fair.split(' ').slice(1), Number(players)), game, players, options, words, key };
}

/** `2 commit=… seed=… table=… A=person:SALT B=bot:NAME`; in records of before, `commit=… seed=… A=SALT`. */
function readFair(words: string[], players: number): Pick<Dealt, 'version' | 'commit' | 'seed' | 'table' | 'seats'> {
  const version = words[0] === '2' ? 2 : 1;
  const said: Record<string, string> = Object.fromEntries(words.filter((word) => word.includes('=')).map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]));
  const seats = Array.from({ length: Math.min(MOST_SEATS, players || 0) }, (_, n) => seatOf(said[letter(n)] ?? '', version));
  return { version, commit: said['commit'] ?? '', seed: said['seed'] ?? '', table: said['table'] ?? '', seats };
}

function seatOf(said: string, version: 1 | 2): Seat {
  if (version === 1) return { kind: 'person', word: said || '-' };
  const at = said.indexOf(':');
  return { kind: said.slice(0, at), word: said.slice(at + 1) };
}

/** The part that this table's deal was made with, as far as this browser knows. */
export const liveOf = (parts: Part[]): Part | undefined => parts.filter((part) => !part.void).at(-1);

/** Check a finished record against what this browser kept; `parts` are all that it kept of this table, the latest last; `elsewhere`: shuffles at other tables that came to nothing before. */
export function check(record: string, table: string, parts: Part[] = [], seen: Seen | null = null, elsewhere = 0): Check[] {
  const dealt = readDealt(record);
  if (!dealt) return [found('deal', false, 'none'), ...left(record)];
  const own = ofKept(dealt, record, parts, seen);
  return [ofCommit(dealt), ofKey(dealt), ...(dealt.version === 2 ? [ofTable(dealt, table)] : []), ...own, ...anew(parts), ...abandoned(parts, elsewhere), ...left(record)];
}

/** How many shuffles came to nothing before this deal. */
export const timesOf = (checks: Check[]): number => checks.filter(({ name }) => name === 'anew' || name === 'elsewhere').reduce((sum, { details }) => sum + Number(details['times']), 0);

/** In a word: `wrong`, `unasked`, `doubted` (by the server's own check), `anew`, `fine`, or `part`. */
export function verdictOf(checks: Check[], server: { ok: boolean }[] = []): string {
  const wrong = checks.filter(({ ok }) => ok === false);
  if (wrong.length) return wrong.every(({ name }) => name === 'asked') ? 'unasked' : 'wrong';
  if (server.some(({ ok }) => !ok)) return 'doubted';
  if (timesOf(checks)) return 'anew';
  return ['noted', 'seen'].every((wanted) => checks.some(({ name, ok }) => name === wanted && ok)) ? 'fine' : 'part';
}

/** What this browser kept of a table, as `pioche verify --kept` reads it. */
export const keptText = (part: Part, seen: Seen | null): string => `${JSON.stringify({ ...part, ...(seen?.promise === part.promise && { seen }) }, null, 1)}\n`;

const found = (name: string, ok: boolean | null, outcome: string, details: Record<string, string> = {}): Check => ({ name, ok, found: outcome, details });
const judged = (name: string, ok: boolean, details: Record<string, string> = {}): Check => found(name, ok, ok ? 'yes' : 'no', details);

const ofCommit = (dealt: Dealt): Check => judged('commit', dealt.commit === commitmentOf(dealt));
const ofTable = (dealt: Dealt, table: string): Check => judged('table', dealt.table === table);

function ofKey(dealt: Dealt): Check {
  if (dealt.key !== keyOf(dealt)) return found('key', false, 'no');
  const seats = dealt.seats.flatMap(({ kind, word }, n) => (kind === 'person' && word !== '-' ? [letter(n)] : []));
  return found('key', true, seats.length ? 'yes' : 'alone', { seats: seats.join(', ') });
}

/** What was kept; a promise that the house took and never came back to is worse than none. */
function ofKept(dealt: Dealt, record: string, parts: Part[], seen: Seen | null): Check[] {
  const live = liveOf(parts);
  if (!live) return [found('noted', null, parts.length ? 'void' : 'none')];
  if (!live.noted) return [found('asked', false, 'no')];
  return [...ofNoted(dealt, live.noted), ofSalt(dealt, live, live.noted.seat), ofSeen(record, seen?.promise === live.promise ? seen : null)];
}

/** Is it what was committed to, and what was agreed on, before this browser told its salt? */
function ofNoted(dealt: Dealt, noted: Noted): Check[] {
  const commit = judged('noted', dealt.commit === noted.commitment, { commit: noted.commitment });
  const game = judged('game', isGame(dealt, noted) && (dealt.words === noted.deal || !noted.deal));
  const others = dealt.seats.flatMap((seat, n) => (line(seat) === noted.chairs[n] ? [] : [letter(n)]));
  return [commit, game, judged('chairs', others.length === 0, { seats: others.join(', ') })];
}

function isGame({ game, players, options }: Dealt, noted: Noted): boolean {
  const worded = Object.entries(noted.options).map(([name, value]) => `${name}=${value === true ? 'on' : value === false ? 'off' : value}`);
  const same = [...options].sort().join(' ') === worded.sort().join(' ');
  return same && game === noted.game && players === String(noted.players);
}

/** One's own salt, where one sat. */
function ofSalt(dealt: Dealt, part: Part, seat: number): Check {
  const mine = dealt.seats[seat];
  return judged('own', mine?.kind === 'person' && mine.word === part.salt, { seat: letter(seat) });
}

/** The moves of the record are those that were seen to be played. */
function ofSeen(record: string, seen: Seen | null): Check {
  if (!seen) return found('seen', null, 'none');
  const { ok, outcome, details } = seenIn(record, seen);
  return found('seen', ok, outcome, details);
}

/** Whoever begins again until the cards are good makes shuffles come to nothing: how often it happened is said. */
function anew(parts: Part[]): Check[] {
  const live = liveOf(parts);
  const times = parts.reduce((sum, part) => sum + (part.anew ?? 0) + Number(part.noted && part !== live), 0);
  return times > 0 ? [found('anew', null, 'times', { times: String(times) })] : [];
}

/** So does whoever closes tables that are shuffled, and opens others. It is nothing to somebody who took no part in this deal. */
const abandoned = (parts: Part[], times: number): Check[] => (times > 0 && liveOf(parts)?.noted ? [found('elsewhere', null, 'times', { times: String(times) })] : []);

/** What a browser can't do: it does not know the rules. */
const left = (record: string): Check[] => [found('moves', null, 'left', { moves: String(movesOf(record).length) })];
