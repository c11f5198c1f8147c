// A board that nobody plays at: a replay's step, or a position by link.
import type { Board } from './board';
import type { Chair, SeenEntry, SeenEvent, Weighed } from '../net/messages';
import { readView, type View } from './viewNotation';

export interface Picture {
  view: string;
  scores: number[];
  actors: number[];
  winners: number[];
  over: boolean;
  moves?: string[];
  figures?: Record<string, number[]>;
  /** What led here. */
  events?: SeenEvent[];
}

export class Still implements Board {
  readonly deadlines = {};
  readonly present: number[] = [];
  readonly said = {};
  readonly options = {};
  readonly memoryAid = true;
  readonly pending = false;
  readonly reacting = false;
  readonly fresh = false;
  readonly hints: Weighed[] = [];
  news: SeenEntry[] = $state.raw([]);
  readonly scene: SeenEvent[] = [];
  chairs: Chair[] = $state.raw([]);
  seat: number | null = $state(null);
  #picture: Picture = $state.raw({ view: '', scores: [], actors: [], winners: [], over: false });
  #shown = 0; // how often; not a state, for showing must not depend on itself
  #log: SeenEntry[] = $state.raw([]);
  #view: View | null = $state.raw(null);

  show(picture: Picture, events: SeenEvent[] = []): void {
    this.#log = [{ seq: ++this.#shown, at: 0, kind: 'moved', events }];
    this.#picture = picture;
    this.#view = picture.view ? readView(picture.view) : null;
    this.news = picture.events?.length ? [{ seq: 0, at: 0, kind: 'moved', events: picture.events }] : [];
  }

  get game(): string {
    return this.#view?.game ?? '';
  }
  get view(): View | null {
    return this.#view;
  }
  get moves(): string[] {
    return this.#picture.moves ?? [];
  }
  get scores(): number[] {
    return this.#picture.scores;
  }
  get figures(): Record<string, number[]> {
    return this.#picture.figures ?? {};
  }
  get actors(): number[] {
    return this.#picture.actors;
  }
  get waited(): number[] {
    return this.#picture.actors;
  }
  get winners(): number[] {
    return this.#picture.winners;
  }
  get over(): boolean {
    return this.#picture.over;
  }
  get log(): SeenEntry[] {
    return this.#log;
  }
  play(): void {}
  ask(): Promise<null> {
    return Promise.resolve(null);
  }
  why(): void {}
}
