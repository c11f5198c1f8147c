// Every word on screen: the client's own catalogue, and the server's (shared sentences, rules, log lines).
import { kindOf } from '../app/botChoices';
import { readMove } from '../board/moveText';
import { letter, seatOf } from '../board/viewNotation';
import { gameOf } from '../games';
import { api, type GameOption, type Words } from '../net/api';
import type { Chair, Reaction, Refused, SeenEntry, SeenEvent } from '../net/messages';
import { fill, sentence, type Details, type Lang } from './translate';
import { settings } from '../app/settings.svelte';
import { WORDS } from './words';

const fetched: { fr?: Words; en?: Words } = $state.raw({});
let version = $state(0); // counts catalogues that have come
const SLOW = 60_000; // ms
const RETRY = 2000; // ms
const asked = new Map<Lang, Promise<void>>();

/** Ask for the server's sentences in a language, once; done when they are there, or can't be had. */
export function loadWords(lang: Lang): Promise<void> {
  const known = asked.get(lang) ?? api.words(lang).then(
    (words) => {
      fetched[lang] = words;
      version++;
    },
    () => {
      asked.delete(lang);
      setTimeout(() => void loadWords(lang), RETRY);
    },
  ); // prettier-ignore
  asked.set(lang, known);
  return known;
}

/** The sentence for a key; with a game, the game's own come first: the server's, then those of its folder here. */
export function say(key: string, details: Details = {}, game?: string): string {
  const lang = settings.lang;
  const words = version >= 0 ? fetched[lang] : undefined;
  const own = game && (words?.games[game]?.[key] ?? WORDS[lang][`${game}.${key}`]);
  return own ? fill(own, details) : sentence([WORDS[lang], words?.shared], key, details);
}

export const hasWords = (): boolean => version > 0 && fetched[settings.lang] !== undefined;

export const gameTitle = (game: string): string => (hasWords() ? say('title', {}, game) : '');

/** "3 rouge", "red 3", "petit coup d’œil et vol d’une carte". */
export const cardName = (game: string, face: string): string => named('card', game, face);

/** The same inside a sentence: "le 3 rouge", "the red 3". */
export const theCard = (game: string, face: string): string => named('the', game, face);

function named(way: 'card' | 'the', game: string, face: string): string {
  if (face === '?') return say(`${way}.back`);
  if (face === '_') return say('card.none');
  const { name, details } = gameOf(game).cards.print(face);
  return say(name.replace('card', way), details['colour'] ? { ...details, colour: colourName(game, details['colour']) } : details, game);
}

export const colourName = (game: string, colour: string): string => say(`colour.${colour}`, {}, game);

/** Who has won, one or several. */
export function winnersLine(names: string[]): string {
  const [last = '', ...others] = [...names].reverse();
  return others.length ? say('end.winners', { others: others.reverse().join(', '), last }) : say('end.winner', { names: last });
}

/** A value of an option, in words where it is one. */
export function optionValue(game: string, option: GameOption, value: string | number): string {
  return option.words ? say(`option.${option.name}.${value}`, {}, game) : String(value);
}

export function botName(bot: string): string {
  return WORDS[settings.lang][`bot.${kindOf(bot)}`] ?? bot;
}

export function chairName(chair: Chair | undefined, seat: number): string {
  if (!chair || chair.kind === 'open') return letter(seat);
  return chair.kind === 'bot' ? `${botName(chair.bot ?? '')} ${letter(seat)}` : (chair.name ?? letter(seat));
}

/** `A3` as a person says it: whose, and which. */
function slotName(slot: string, chairs: Chair[]): string {
  return /^[A-Z]\d+$/.test(slot) ? `${chairName(chairs[seatOf(slot)], seatOf(slot))} ${slot.slice(1)}` : slot;
}

/** Arguments of a sentence, as people say them: names for seats, colours and cards in words. */
export function spoken(game: string, details: Details, chairs: Chair[]): Details {
  const seat = (value: string): string => chairName(chairs[seatOf(value)], seatOf(value));
  const seats = (value: string): string => value.split(', ').map(seat).join(', ');
  const cards = (value: string): string => value.split(' ').map((face) => theCard(game, face)).join(', ');
  const ways: Record<string, (value: string) => string> = {
    seat, target: seat, last_seat: seat, seats, others: seats,
    card: cards, cards, colour: (value) => colourName(game, value),
    call: (value) => (/[A-Z]/.test(value) ? colourName(game, value) : value),
    move: (value) => moveLine(game, value, chairs), slot: (value) => slotName(value, chairs), other: (value) => slotName(value, chairs),
  }; // prettier-ignore
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, typeof value === 'string' && value ? (ways[name]?.(value) ?? value) : value]));
}

/** The log line of an event; null if it has none. */
export function eventLine(game: string, event: SeenEvent, chairs: Chair[]): string | null {
  if (!event.key || !hasWords()) return null;
  return begin(say(event.key, spoken(game, event.details, chairs), game));
}

/** A sentence made of parts: its first letter is a capital, and French articles melt into what is before them. */
function begin(text: string): string {
  const whole = settings.lang === 'fr' ? text.replace(/\bde le /g, 'du ').replace(/\bà le /g, 'au ') : text;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}

/** Why a move was refused, with cards and moves in words where the catalogue has the sentence. */
export function refusalLine(game: string, refused: Refused, chairs: Chair[]): string {
  const known = refused.code.startsWith('refuse.') && hasWords();
  if (!known) return refused.message;
  const details = Object.entries(refused.details ?? {}).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  return begin(say(refused.code, spoken(game, Object.fromEntries(details) as Details, chairs), game));
}

/** All lines of an entry, its own events or what happened at the table. */
export function entryLines(game: string, entry: SeenEntry, chairs: Chair[]): string[] {
  if (entry.kind === 'moved') {
    const lines = (entry.events ?? []).map((event) => eventLine(game, event, chairs));
    return [...lines.filter((line) => line !== null), ...raceLine(entry, chairs)];
  }
  const seat = entry.seat ?? 0;
  const name = entry.seats?.map((each) => chairName(chairs[each], each)).join(', ') || entry.name || chairName(chairs[seat], seat);
  return [say(`entry.${entry.kind}`, { seat: letter(seat), name })];
}

/** Reactions that are worth telling: a card that lay there all the time was not raced for. */
export const timed = (entry: SeenEntry): Reaction[] => (entry.race ?? []).filter(({ ms }) => ms < SLOW);

export function raceLine(entry: SeenEntry, chairs: Chair[]): string[] {
  const times = timed(entry).map(({ seat, ms }) => say('entry.race', { name: chairName(chairs[seat], seat), ms }));
  return times.length ? [times.join(' · ')] : [];
}

/** "62 %". */
export const percent = (share: number): string => new Intl.NumberFormat(settings.lang, { style: 'percent' }).format(share);

/** A legal move as a sentence: "Piocher une carte". */
export function moveLine(game: string, move: string, chairs: Chair[]): string {
  const said = readMove(gameOf(game).moves, move);
  return said ? say(`do.${said.verb}`, spoken(game, said.details, chairs), game) : move;
}
