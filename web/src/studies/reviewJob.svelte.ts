// A review that is under way: begun once, then looked at until it is done.
import { api } from '../net/api';
import { isDone, type Review } from './review';
import { arrive } from '../app/session.svelte';
import { tell } from '../app/toastQueue.svelte';

const AGAIN = 1000; // ms until it is looked at again
const LATER = 4000; // the same when the server did not answer

export class Reviewing {
  review: Review | null = $state.raw(null);
  seat: number | null = $state(null);
  readonly #table: string;
  #timer = 0;

  constructor(table: string) {
    this.#table = table;
  }

  async begin(seat: number): Promise<void> {
    this.stop();
    [this.seat, this.review] = [seat, null];
    try {
      await arrive();
      this.#follow(seat, await api.beginReview(this.#table, seat));
    } catch (error) {
      if (this.seat === seat) this.seat = null;
      tell(error);
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #follow(seat: number, found: Review): void {
    if (seat !== this.seat) return; // another seat was chosen meanwhile
    this.review = found;
    if (!isDone(found) && !found.failed) this.#look(seat, AGAIN);
  }

  #look(seat: number, ms: number): void {
    this.stop();
    this.#timer = window.setTimeout(() => {
      api.review(this.#table, seat).then((found) => this.#follow(seat, found), () => this.#look(seat, LATER));
    }, ms);
  }
}
