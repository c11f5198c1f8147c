// A study that is under way: begun once, then looked at until it is done.
import { address } from '../app/basePath';
import { api, type Study, type StudyWish } from '../net/api';
import { arrive } from '../app/session.svelte';
import { tell } from '../app/toastQueue.svelte';

const AGAIN = 700; // ms until it is looked at again
const LATER = 4000; // the same when the server did not answer

export class Studying {
  study: Study | null = $state.raw(null);
  busy = $state(false);
  #timer = 0;

  get report(): string {
    return this.study?.ready ? address(`/api/lab/${this.study.id}/report`) : '';
  }

  async begin(wish: StudyWish): Promise<void> {
    this.leave();
    [this.busy, this.study] = [true, null];
    try {
      await arrive();
      this.#follow(await api.beginStudy(wish));
    } catch (error) {
      this.busy = false;
      tell(error);
    }
  }

  stop(): void {
    if (this.study) api.stopStudy(this.study.id).then((found) => this.#follow(found), tell);
  }

  /** Look no more. */
  leave(): void {
    clearTimeout(this.#timer);
  }

  #follow(found: Study): void {
    this.study = found;
    this.busy = !found.ready && !found.failed;
    this.leave();
    if (this.busy) this.#look(AGAIN);
  }

  #look(ms: number): void {
    const id = this.study?.id ?? '';
    this.#timer = window.setTimeout(() => {
      api.study(id).then((found) => this.#follow(found), () => this.#look(LATER));
    }, ms);
  }
}
