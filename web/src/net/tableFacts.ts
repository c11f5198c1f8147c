// What is known of a table, asked over the line: an unknown one is an answer there, not an error of the network.
import { line } from '../app/session.svelte';
import type { Facts, TableMessage } from './messages';

/** The facts of a table; null if there is none. */
export function factsOf(id: string): Promise<Facts | null> {
  return new Promise((done) => {
    const receive = (message: TableMessage): void => {
      if (message.type !== 'state' && message.type !== 'refused') return;
      line.unwatch(id);
      done(message.type === 'state' ? message.facts : null);
    };
    line.watch(id, { epoch: '', seq: 0, receive });
  });
}
