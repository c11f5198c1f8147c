// What the shuffle asks of this browser now, and what has become of the promises that it gave.
import { liveOf, note, type Noted, type Part, type Told } from './shuffleCheck';
import type { TableWish } from '../net/api';

/** `elsewhere`: the promise in one's chair is none of this browser's; `changed`: it was given for another deal; `unasked`: the house deals without the salt that was promised. */
export type Step = { does: 'nothing' | 'promise' | 'elsewhere' | 'changed' | 'unasked' } | { does: 'reveal'; part: Part; noted: Noted };

type Seated = Told & { status: string };
type Chair = Told['chairs'][number];

const DEALT = ['playing', 'over'];

const ownSeat = (told: Told): number => told.chairs.findIndex((chair) => chair.you && !chair.reserved);
export const ownChair = (told: Told): Chair | undefined => told.chairs[ownSeat(told)];

/** `parts` are those that this browser gave at this table, judged by what is told now. */
export function stepOf(told: Seated, parts: Part[]): Step {
  const chair = ownChair(told);
  if (!chair) return { does: 'nothing' };
  if (told.status === 'open') return { does: whenOpen(chair, parts) };
  if (told.status === 'shuffling') return whenShuffling(told, chair, parts);
  return { does: DEALT.includes(told.status) ? whenDealt(told, parts) : 'nothing' };
}

/** A promise is asked for, or the one that was given is not there. After a deal there is no other. */
function whenOpen(chair: Chair, parts: Part[]): 'nothing' | 'promise' | 'changed' {
  if (!chair.owes && (chair.promise || !parts.length)) return 'nothing';
  return parts.some((part) => part.dealt) ? 'changed' : 'promise';
}

function whenShuffling(told: Seated, chair: Chair, parts: Part[]): Step {
  if (!chair.promise) return { does: liveOf(parts) && !liveOf(parts)?.noted ? 'unasked' : 'nothing' };
  const part = parts.find(({ promise }) => promise === chair.promise);
  if (!part) return { does: 'elsewhere' };
  const noted = note(told, ownSeat(told));
  if (part.noted && JSON.stringify(part.noted) !== JSON.stringify(noted)) return { does: 'changed' };
  if (parts.some((each) => each.dealt && each !== part)) return { does: 'changed' };
  if (chair.revealed) return { does: part.noted ? 'nothing' : 'unasked' };
  return { does: 'reveal', part, noted };
}

/** A table that begins from a position is not shuffled. */
function whenDealt(told: Seated, parts: Part[]): 'nothing' | 'changed' | 'unasked' {
  const live = liveOf(parts);
  if (!live || !told.deal) return 'nothing';
  if (!live.noted) return 'unasked';
  return told.commitment === live.noted.commitment ? 'nothing' : 'changed';
}

/** What has become of a part. What is shown may be older than what was answered: so a part can also stand again. */
export function fateOf(part: Part, told: Seated): Part {
  if (part.dealt) return part;
  if (part.noted) return fateOfNoted(part, part.noted, told);
  const chair = ownChair(told);
  if (chair?.promise === part.promise) return standing(part);
  if (chair && !chair.promise) return DEALT.includes(told.status) && told.deal ? standing(part) : part;
  return { ...part, void: true };
}

/** It holds as long as its commitment does; it is void where one sees that all began anew, or sits there no more as oneself. */
function fateOfNoted(part: Part, noted: Noted, told: Seated): Part {
  if (told.commitment === noted.commitment) return DEALT.includes(told.status) ? { ...standing(part), dealt: true } : standing(part);
  const chair = ownChair(told);
  if (chair?.promise === part.promise) return part;
  if (chair && !chair.promise && told.status !== 'open') return part;
  return { ...part, void: true };
}

function standing({ void: _, ...part }: Part): Part {
  return part;
}

/** Is this the table that was wished for? A salt is not told at another. */
export function isWished(wish: TableWish, told: Told): boolean {
  const options = (given: Record<string, string | number | boolean> = {}): string => JSON.stringify(Object.entries(given).map(([name, value]) => [name, String(value)]).sort());
  const chairs = wish.seats.every((seat, n) => isSeat(seat, told.chairs[n]));
  return chairs && told.chairs.length === wish.seats.length && told.game === wish.game && options(wish.options) === options(told.options);
}

function isSeat(wish: TableWish['seats'][number], chair: Chair | undefined): boolean {
  if (wish.kind === 'you') return !!chair?.you;
  return chair?.kind === wish.kind && (wish.kind !== 'bot' || chair.bot === wish.bot);
}
