// The HTTP interface: people, tables, games. Errors are the server's own sentences.
import { address } from '../app/basePath';
import type { Review } from '../studies/review';
import { fill, type Lang } from '../i18n/translate';
import { WORDS } from '../i18n/words';
import type { Facts, SeenEvent } from './messages';

export class Refusal extends Error {
  /** `wait`: seconds until it may go better, where the server says so. */
  constructor(readonly code: string, message: string, readonly status: number, readonly wait = 0) {
    super(message);
  }
}

export interface GameOption {
  name: string;
  default: number | string;
  text: string;
  low?: number;
  high?: number;
  words?: string[];
}

export interface GamePage {
  id: string;
  title: string;
  idea: string;
  players: [number, number];
  options: GameOption[];
  reactions: string[];
}

export interface RulesPage extends GamePage {
  intro: string;
  deck: string;
  rules: { id: string; text: string; origin: 'sheet' | 'published' | 'ruling' }[];
}

/** A position that shows a rule, with a move that it allows or forbids. */
export interface Picture {
  position: string;
  seat: number;
  move: string;
  refused?: { code: string; message: string; rule: string; details: Record<string, string | number> };
}

export type Summary = Facts & { updated: number };

export interface Words {
  shared: Record<string, string>;
  games: Record<string, Record<string, string>>;
}

export interface ReplayStep {
  view: string;
  scores: number[];
  actors: number[];
  events: SeenEvent[];
  figures: Record<string, number[]>;
  seat?: number;
}

export interface Replay {
  game: string;
  winners: number[];
  steps: ReplayStep[];
  /** The step that the next page begins with, where the game is longer than this one. */
  next?: number;
}

export interface PositionPage {
  game: string;
  seats: number;
  text: string;
  views: string[];
  actors: number[];
  moves: string[][];
  scores: number[];
  winners: number[];
  over: boolean;
  figures: Record<string, number[]>[];
}

export type SeatWish = { kind: 'you' } | { kind: 'open' } | { kind: 'bot'; bot: string };

export interface TableWish {
  game: string;
  seats: SeatWish[];
  options?: Record<string, string | number>;
  pace?: { kind: 'live' | 'relaxed' | 'days'; move?: number; reserve?: number; days?: number };
  public?: boolean;
  race?: string;
  memory_aid?: boolean;
  late?: boolean;
  position?: string;
}

export interface StudyWish {
  game: string;
  players: string;
  set: Record<string, string>;
  bots: string[];
  games: number;
  compare: boolean;
  lang: string;
}

/** A study as far as it is; `ready` when its report can be read. */
export interface Study {
  id: string;
  done: number;
  total: number;
  ready: boolean;
  failed: string;
  /** What else there is to say: that its time was up. */
  note: string;
}

let speaking: () => Lang = () => 'fr';

/** Errors come in this language. */
export function speakApi(lang: () => Lang): void {
  speaking = lang;
}

const PATIENCE = 3; // seconds that are waited without a word
const TRIES = 3;

/** What went wrong where the answer does not say it in words of ours: a proxy spoke, or the server before it had read all. */
const SENTENCES: Record<number, string> = { 408: 'net.slow', 413: 'net.long', 421: 'net.misdirected', 429: 'net.too_much', 431: 'net.cookies', 502: 'app.failed', 503: 'net.busy', 504: 'app.failed' };

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await askOnce<T>(method, path, body);
    } catch (error) {
      if (!isPatient(error) || tries === TRIES) throw error;
      await new Promise((done) => setTimeout(done, error.wait * 1000));
    }
  }
}

/** What was too much at once was not done, and may be asked again when the server says. */
function isPatient(error: unknown): error is Refusal {
  return error instanceof Refusal && error.status === 429 && error.wait > 0 && error.wait <= PATIENCE;
}

async function askOnce<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { 'accept-language': speaking() };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const answer = await fetch(address(`/api${path}`), { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  const text = await answer.text();
  if (answer.ok) return (text && answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as T;
  const wait = Number(answer.headers.get('retry-after')) || 0;
  const { code = '', message = inWords(answer.status, wait) } = parse(text);
  throw new Refusal(code, message, answer.status, wait);
}

function inWords(status: number, wait: number): string {
  const words = WORDS[speaking()] ?? WORDS.fr;
  const said = fill(words[SENTENCES[status] ?? 'net.odd'] ?? '', { status });
  return wait ? `${said} ${fill(words['net.wait'] ?? '', { wait })}` : said;
}

function parse(text: string): { code?: string; message?: string } {
  try {
    const { code, message } = JSON.parse(text) as { code?: string; message?: string };
    return message ? { code: code ?? '', message } : {};
  } catch {
    return {};
  }
}

const at = (table: string): string => `/tables/${encodeURIComponent(table)}`;

const study = (id: string): string => `/lab/${encodeURIComponent(id)}`;

const asked = new Map<string, Promise<GamePage[]>>();

/** The games do not change while a page is open: they are asked for once in a language. */
function games(lang: string): Promise<GamePage[]> {
  const known = asked.get(lang) ?? ask<GamePage[]>('GET', `/games?lang=${lang}`);
  asked.set(lang, known);
  known.catch(() => asked.delete(lang));
  return known;
}

export const api = {
  me: () => ask<{ id: string; name: string }>('GET', '/me'),
  welcome: (name: string) => ask<{ id: string; name: string }>('POST', '/people', { name }),
  rename: (name: string) => ask<{ id: string; name: string }>('PATCH', '/me', { name }),
  ticket: () => ask<{ ticket: string }>('POST', '/ticket').then((answer) => answer.ticket),
  countDevices: () => ask<{ devices: number }>('GET', '/me/tokens').then((answer) => answer.devices),
  signOut: () => ask<string>('DELETE', '/me/token'),
  signOutEverywhere: () => ask<string>('DELETE', '/me/tokens?everywhere=true'),
  makeLink: () => ask<{ code: string }>('POST', '/me/link').then((answer) => answer.code),
  useLink: (code: string) => ask<{ id: string; name: string }>('POST', '/link', { code }),

  words: (lang: string) => ask<Words>('GET', `/words/${lang}`),
  games,
  rules: (game: string, lang: string) => ask<RulesPage>('GET', `/games/${encodeURIComponent(game)}/rules?lang=${lang}`),
  pictures: (game: string) => ask<Record<string, Picture>>('GET', `/games/${encodeURIComponent(game)}/pictures`),
  bots: () => ask<string[]>('GET', '/bots'),

  openTables: () => ask<Summary[]>('GET', '/tables'),
  ownTables: () => ask<Summary[]>('GET', '/me/tables'),
  findCode: (code: string) => ask<{ id: string }>('GET', `/codes/${encodeURIComponent(code)}`),
  create: (wish: TableWish, promise: string) => ask<Facts>('POST', '/tables', { ...wish, promise }),
  table: (table: string) => ask<Facts>('GET', at(table)),
  sit: (table: string, promise: string, seat?: number) => ask<Facts>('POST', `${at(table)}/sit`, seat === undefined ? { promise } : { seat, promise }),
  promise: (table: string, promise: string) => ask<Facts>('POST', `${at(table)}/promise`, { promise }),
  salt: (table: string, salt: string) => ask<Facts>('POST', `${at(table)}/salt`, { salt }),
  leave: (table: string) => ask<Facts>('POST', `${at(table)}/leave`),
  start: (table: string) => ask<Facts>('POST', `${at(table)}/start`),
  close: (table: string) => ask<Facts>('POST', `${at(table)}/close`),
  rematch: (table: string, promise: string) => ask<Facts>('POST', `${at(table)}/rematch`, { promise }),
  setSeat: (table: string, seat: number, wish: { kind: 'open' } | { kind: 'bot'; bot: string }) => ask<Facts>('PUT', `${at(table)}/seats/${seat}`, wish),
  record: (table: string) => ask<string>('GET', `${at(table)}/record`),
  verify: (table: string, lang: string) => ask<{ ok: boolean; checks: { ok: boolean; text: string }[] }>('GET', `${at(table)}/verify?lang=${lang}`),
  replay: (table: string, seat: number | null, from = 0) => ask<Replay>('GET', `${at(table)}/replay?${new URLSearchParams({ ...(seat === null ? {} : { seat: `${seat}` }), from: `${from}` })}`),
  beginReview: (table: string, seat: number) => ask<Review>('POST', `${at(table)}/review?seat=${seat}`),
  review: (table: string, seat: number) => ask<Review>('GET', `${at(table)}/review?seat=${seat}`),
  sheet: (table: string) => ask<{ totals: number[][] }>('GET', `${at(table)}/sheet`),
  beginStudy: (wish: StudyWish) => ask<Study>('POST', '/lab', wish),
  study: (id: string) => ask<Study>('GET', study(id)),
  stopStudy: (id: string) => ask<Study>('DELETE', study(id)),
  position: (position: string) => ask<PositionPage>('POST', '/positions', { position }),
};
