import { describe, expect, it } from 'vitest';

import type { SeenEntry, State, Update } from '../../src/net/messages';
import { movesOf, see, seenIn, type Seen } from '../../src/shuffle/seenGame';
import { hash } from './dealForTests';

const view = (text: string): string => `= ${hash(text).slice(0, 16)}`;
const dealt: SeenEntry = { seq: 4, at: 0, kind: 'dealt' };
const moved = (seq: number, ...moves: string[]): SeenEntry => ({
  seq, at: 0, kind: 'moved', seat: 0, events: moves.map((move) => ({ kind: 'play', details: { seat: move[0]!, move: move.slice(2) } })),
}); // prettier-ignore

const update = (seq: number, entries: SeenEntry[], text: string, over = false): Update => ({
  type: 'update', table: 't', epoch: 'e', seq, moves: [], over, entries, game: { view: text, scores: [], actors: [], waited: [] },
}); // prettier-ignore
const state = (seq: number, history: SeenEntry[], text: string, epoch = 'e'): State => ({ ...update(seq, [], text), type: 'state', epoch, seat: 0, history, facts: {} as State['facts'] });

const follow = (...messages: (State | Update)[]): Seen => messages.reduce<Seen | null>((seen, each) => see(seen, each, 'p', 0), null)!;

const RECORD = 'record 1\ndeal coloretto 2 key=00\nfair 2 commit=00\nA draw\nA place 1\nB draw\nB place 2\nA take 1\nend 5 00\n';
const GAME: (State | Update)[] = [
  update(4, [dealt], 'v0'), update(6, [moved(5, 'A draw'), moved(6, 'A place 1')], 'v2'), update(7, [moved(7, 'B draw', 'B place 2')], 'v4'), update(8, [moved(8, 'A take 1')], 'v5', true),
]; // prettier-ignore

describe('what is kept of a game', () => {
  it('is every move and every view, from the deal on', () => {
    const lines = [view('v0'), 'A draw', 'A place 1', view('v2'), 'B draw', 'B place 2', view('v4'), 'A take 1', view('v5')];
    expect(follow(...GAME)).toEqual({ promise: 'p', seat: 0, epoch: 'e', seq: 8, whole: true, over: true, lines });
  });

  it('has nothing twice, after a new connection or in two windows', () => {
    const again = [...GAME.slice(0, 2), state(6, [dealt, moved(5, 'A draw'), moved(6, 'A place 1')], 'v2'), ...GAME.slice(1)];
    expect(follow(...again)).toEqual(follow(...GAME));
  });

  it('says whether something was missed', () => {
    const missed = [GAME[0]!, GAME[1]!, GAME[3]!];
    expect(follow(...missed)).toMatchObject({ whole: false, over: true });
    expect(follow(GAME[0]!, state(8, [moved(5, 'A draw'), moved(6, 'A place 1'), moved(7, 'B draw', 'B place 2'), moved(8, 'A take 1')], 'v5')).whole).toBe(true);
    expect(follow(state(8, [moved(8, 'A take 1')], 'v5')).whole).toBe(false); // who comes in later
    expect(follow(GAME[0]!, state(3, [], 'v0', 'another')).whole).toBe(false);
  });

  it('does not grow for ever', () => {
    const long = Array.from({ length: 3000 }, (_, n) => update(5 + n, [moved(5 + n, 'A draw')], `v${n}`));
    const seen = follow(GAME[0]!, ...long);
    expect([seen.lines.length, seen.whole]).toEqual([4000, false]);
  });

  it('begins with the deal', () => {
    const { game: _, ...before } = update(3, [], '');
    expect(see(null, before, 'p', 0)).toBeNull();
  });
});

describe('the record of a game that was seen', () => {
  const found = (record: string, seen = follow(...GAME)) => seenIn(record, seen).outcome;

  it('has all these moves, in this order', () => {
    expect(movesOf(RECORD)).toHaveLength(5);
    expect(seenIn(RECORD, follow(...GAME))).toEqual({ ok: true, outcome: 'yes', details: { moves: '5' } });
    expect(found(RECORD, follow(GAME[0]!, GAME[1]!, GAME[3]!))).toBe('some');
  });

  it('is not one with other moves, or with moves in another order', () => {
    expect(seenIn(RECORD.replace('B place 2', 'B place 1'), follow(...GAME))).toEqual({ ok: false, outcome: 'no', details: { number: '4', seat: 'B', move: 'place 2' } });
    expect(found(RECORD.replace('A draw\nA place 1\n', 'A place 1\nA draw\n'))).toBe('no');
    expect(found(RECORD.replace('A take 1\n', ''))).toBe('no');
  });

  it('is not one in which oneself played more', () => {
    expect(found(RECORD.replace('end', 'A draw\nend'))).toBe('own');
    expect(found(RECORD.replace('end', 'A draw\nend'), follow(...GAME.slice(0, 3)))).toBe('some'); // it was not seen to the end
    expect(found(RECORD.replace('end', 'B draw\nend'))).toBe('yes'); // others may have moved unseen
  });

  it('may show what was hidden', () => {
    const hidden = follow(update(4, [dealt], 'v0'), update(6, [moved(5, 'B ?'), moved(6, 'A B1')], 'v2', true));
    expect(found('B B2\nA B1\n', hidden)).toBe('yes');
    expect(found('A B1\nB B2\n', hidden)).toBe('no');
  });
});
