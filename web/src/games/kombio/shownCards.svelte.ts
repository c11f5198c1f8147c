// What lies face up for a moment: a card that is looked at, or shown to all. And where something has just happened.
import type { SeenEntry, SeenEvent } from '../../net/messages';
import { slotOf } from './slotMoves';

const LOOK = 4500; // ms that a card stays turned up
const TRACE = 2600; // ms that a place stays marked

export interface Trace {
  /** A card seen here; `?` if only others saw it. */
  face?: string;
  /** Who looked. */
  by?: string;
  /** A card has come here unseen. */
  moved?: boolean;
}

/** What an entry leaves on the table, slot by slot, in order. */
export function tracesOf(entry: SeenEntry): [string, Trace][] {
  const by = entry.events?.find(({ kind }) => kind === 'play')?.details['seat'];
  return (entry.events ?? []).flatMap((event) => traceOf(event, String(by ?? '')));
}

function traceOf({ kind, details }: SeenEvent, by: string): [string, Trace][] {
  const [source, target] = [String(details['source']), String(details['target'])];
  if (kind === 'turn') return [[slotOf(source), { face: String(details['card']), by }]];
  if (kind !== 'move') return [];
  const slots = [source, target].filter((label) => label.includes('.grid')).map(slotOf);
  return slots.map((slot) => [slot, slots.length === 2 || slot === slotOf(target) ? { moved: true } : {}]);
}

export class Memory {
  traces: Record<string, Trace> = $state({});

  note(news: SeenEntry[]): void {
    const over = news.some(({ events }) => events?.some(({ kind }) => kind === 'shuffle'));
    if (over) return this.forget(); // a new deal: nothing is where it was
    for (const [slot, trace] of news.flatMap(tracesOf)) this.leave(slot, trace);
  }

  leave(slot: string, trace: Trace, ms = trace.face ? LOOK : TRACE): void {
    this.traces[slot] = trace;
    const kept = this.traces[slot];
    setTimeout(() => this.traces[slot] === kept && delete this.traces[slot], ms);
  }

  forget(): void {
    this.traces = {};
  }
}
