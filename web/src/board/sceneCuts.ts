// How a game's folder cuts an update into scenes.
import type { SeenEvent } from '../net/messages';

export interface Cut {
  events: SeenEvent[];
  /** How long it is looked at, in ms. */
  hold: number;
  /** It may be cut short when the game has gone on meanwhile. */
  brief?: boolean;
  /** Its cards move all at once. */
  together?: boolean;
}

/** The scenes before the last one, which is the new standing itself; none for what is seen at a glance. */
export type Cutter = (events: SeenEvent[]) => Cut[];

/** Where the last such event is; -1 if there is none. */
export function lastOf(events: SeenEvent[], is: (event: SeenEvent) => boolean): number {
  return events.reduce((last, event, i) => (is(event) ? i : last), -1);
}
