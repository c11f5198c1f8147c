import { describe, expect, it } from 'vitest';

import type { SeenEntry, SeenEvent } from '../../src/net/messages';
import { placeAt, readView } from '../../src/board/viewNotation';
import { scenesOf, withEvents } from '../../src/board/updateScenes';
import { gameOf } from '../../src/games';

const move = (card: string, source: string, target: string): SeenEvent => ({ kind: 'move', details: { card, source, target } });
const turn = (card: string, source: string): SeenEvent => ({ kind: 'turn', details: { card, source, target: source } });
const said = (kind: string, details: Record<string, string | number> = {}): SeenEvent => ({ kind, details, key: `event.${kind}` });
const entry = (...events: SeenEvent[]): SeenEntry[] => [{ seq: 1, at: 0, kind: 'moved', events }];

const FIVE = readView('5211 turn=3\nstock: ?*9\ndiscard: ?*2\nA: hand B1 G2 Y3 O4; table G1 B2 O1; chosen P2; pile\nB: hand ?*5; table G3 G4 B1; chosen; pile');
const CHOOSE = [said('play', { seat: 'B', move: '?' }), move('?', 'B.hand', 'B.chosen')];
const SHOW = [said('reveal', { seat: 'A', cards: 'P2' }), move('P2', 'A.chosen', 'A.table'), said('reveal', { seat: 'B', cards: 'P6' }), move('P6', 'B.chosen', 'B.table')];
const DRAW = [move('Y1', 'stock', 'A.hand'), move('?', 'stock', 'B.hand')];

describe('a 5211 update', () => {
  it('without a reveal is seen at a glance', () => {
    expect(scenesOf(gameOf('5211').cut, FIVE, entry(...CHOOSE))).toEqual([]);
  });

  it('reveals all together before anybody draws', () => {
    const scenes = scenesOf(gameOf('5211').cut, FIVE, entry(...CHOOSE, ...SHOW, ...DRAW));
    expect(scenes.map(({ events }) => events.length)).toEqual([2, 4]);
    expect(placeAt(scenes[1]!.view, 'B.table')?.cards).toEqual(['P6', 'G3', 'G4', 'B1']);
    expect(placeAt(scenes[1]!.view, 'A.hand')?.cards).toHaveLength(4);
    expect(scenes[1]!.together).toBe(true);
  });

  it('shows each verdict by itself, tied colours together, then what scores', () => {
    const verdicts = [said('tied', { colour: 'B', count: 2 }), said('tied', { colour: 'P', count: 2 }), said('majority', { colour: 'O', count: 1 })];
    const collect = [move('O1', 'A.table', 'A.pile'), move('G1', 'A.table', 'discard'), said('scored', { seat: 'A', points: 1, total: 1 })];
    const scenes = scenesOf(gameOf('5211').cut, FIVE, entry(...CHOOSE, ...SHOW, ...DRAW, ...verdicts, ...collect, said('round')));
    expect(scenes.map(({ events }) => events.map(({ kind }) => kind).at(-1))).toEqual(['move', 'move', 'move', 'tied', 'majority', 'scored']);
    expect(scenes[3]!.events).toHaveLength(2);
    expect(placeAt(scenes[4]!.view, 'A.pile')?.cards).toEqual([]);
    expect(placeAt(scenes[5]!.view, 'A.pile')?.cards).toEqual(['O1']);
  });
});

describe('a Kombio update', () => {
  const view = readView('kombio turn=B called=A\nstock: ?*9\ndiscard: 5\nA: grid ? _ 4 12\nB: grid ? ? ? ? ?');
  const end = [turn('3', 'A.grid1'), turn('4', 'A.grid3'), turn('0', 'B.grid5'), said('caller_best', { seat: 'A' }), said('score', { seat: 'A', points: 3, total: 3 })];

  it('at the end of a round shows what led to it, then all cards', () => {
    const scenes = scenesOf(gameOf('kombio').cut, view, entry(said('play', { seat: 'B' }), move('5', 'B.grid2', 'discard'), ...end, { kind: 'shuffle', details: {} }, move('?', 'stock', 'A.grid1')));
    expect(scenes).toHaveLength(2);
    expect(placeAt(scenes[0]!.view, 'B.grid')?.cards).toEqual(['?', '_', '?', '?', '?']);
    expect(placeAt(scenes[1]!.view, 'A.grid')?.cards).toEqual(['3', '_', '4', '12']);
    expect(placeAt(scenes[1]!.view, 'B.grid')?.cards[4]).toBe('0');
    expect(scenes[1]!.brief).toBe(true);
  });

  it('in mid-round is seen at a glance', () => {
    expect(scenesOf(gameOf('kombio').cut, view, entry(turn('3', 'A.grid1')))).toEqual([]);
  });

  it('an extra card makes a new slot, and the view before it stays as it was', () => {
    expect(placeAt(withEvents(view, [move('?', 'stock', 'A.grid6')]), 'A.grid')?.cards).toEqual(['?', '_', '4', '12', '_', '?']);
    expect(placeAt(view, 'A.grid')?.cards).toHaveLength(4);
  });
});
