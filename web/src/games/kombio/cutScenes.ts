// An update of Kombio in scenes: at the end of a round what led to it, then all cards turned up, with the points.
import { lastOf, type Cut } from '../../board/sceneCuts';
import type { SeenEvent } from '../../net/messages';

const BEFORE = 500; // ms that each is looked at
const SLAP = 1500;
const ROUND = 7000;

const ENDS = ['turn', 'caller_best', 'caller_beaten', 'limit_turns', 'empty'];

export function cutScenes(events: SeenEvent[]): Cut[] {
  const score = events.findIndex(({ kind }) => kind === 'score');
  if (score < 0) return [];
  let start = score;
  while (start > 0 && ENDS.includes(events[start - 1]?.kind ?? '')) start--;
  const end = lastOf(events, ({ kind }) => kind === 'score') + 1;
  const slapped = events.some(({ kind }) => kind === 'right' || kind === 'wrong');
  return [{ events: events.slice(0, start), hold: slapped ? SLAP : BEFORE }, { events: events.slice(start, end), hold: ROUND, brief: true }];
}
