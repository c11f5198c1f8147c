import { describe, expect, it } from 'vitest';

import type { Facts, SeenEntry, State, Update } from '../../src/net/messages';
import { follow, newsOf } from '../../src/net/tableState';

const facts = { id: 't', game: 'coloretto', status: 'playing', chairs: [] } as unknown as Facts;
const view = 'coloretto turn=A\nstock: ?*9\nrow1: R\nA: cards\nB: cards';
const state: State = {
  type: 'state', table: 't', epoch: 'e', seq: 4, seat: 0, facts, moves: ['draw'], over: false,
  game: { view, scores: [0, 1], actors: [0], waited: [0] }, clock: { left: { 0: 5000 }, reserve: [1, 2] },
  history: [{ seq: 4, at: 0, kind: 'dealt' }], present: [0], watchers: 2,
}; // prettier-ignore
const entry = (seq: number, events: SeenEntry['events'] = []): SeenEntry => ({ seq, at: 0, kind: 'moved', seat: 0, events });
const update = (seq: number, entries: SeenEntry[]): Update => ({ type: 'update', table: 't', epoch: 'e', seq, entries, moves: [], over: false });

describe('how a table stands', () => {
  it('is all there after a state', () => {
    const standing = follow(null, state, 1000);
    expect(standing).toMatchObject({ seq: 4, seat: 0, moves: ['draw'], deadlines: { 0: 6000 }, reserve: [1, 2], watchers: 2 });
    expect(standing?.view?.places.map((place) => place.name)).toEqual(['stock', 'row1']);
  });

  it('goes on with an update, and keeps the facts if they are not said again', () => {
    const after = follow(follow(null, state, 0), update(6, [entry(5), entry(6)]), 0);
    expect(after).toMatchObject({ seq: 6, facts, view: null, deadlines: {} });
    expect(after?.log.map((each) => each.seq)).toEqual([4, 5, 6]);
  });

  it('does not tell twice what it has told', () => {
    const before = follow(null, state, 0);
    const again = update(5, [entry(4), entry(5)]);
    expect(newsOf(before, again).map((each) => each.seq)).toEqual([5]);
    expect(follow(before, again, 0)?.log.map((each) => each.seq)).toEqual([4, 5]);
  });

  it('knows nothing before the first state', () => {
    expect(follow(null, update(5, []), 0)).toBeNull();
    expect(newsOf(null, update(5, [entry(5)]))).toEqual([]);
  });

  it('notes who is there', () => {
    const after = follow(follow(null, state, 0), { type: 'presence', table: 't', present: [0, 1], watchers: 0 }, 0);
    expect(after).toMatchObject({ present: [0, 1], watchers: 0, seq: 4 });
  });
});
