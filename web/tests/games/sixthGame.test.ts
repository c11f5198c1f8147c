// A game that is in no file of `src`: what its folder would say is put through all that asks for it.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

vi.mock('../../src/app/settings.svelte', () => ({ settings: { lang: 'en' } }));
vi.mock('../../src/net/api', () => ({ api: {} }));

import { numbered, special } from '../../src/board/cardFaces';
import { spotsOf } from '../../src/board/moveTargets';
import { readMove } from '../../src/board/moveText';
import { scenesOf } from '../../src/board/updateScenes';
import { placeAt, readView, seatPlace } from '../../src/board/viewNotation';
import { GAMES, gameOf, screenOf } from '../../src/games';
import { minutesOf } from '../../src/games/gameLength';
import type { GameScreen, Screen } from '../../src/games/gameScreen';
import { spotAt, stays } from '../../src/games/preview';
import { cardName, moveLine, say, theCard } from '../../src/i18n/i18n.svelte';
import { gathered, WORDS } from '../../src/i18n/words';
import type { SeenEvent } from '../../src/net/messages';

const Nest = (() => {}) as unknown as Screen;

const owls: GameScreen = {
  screen: () => Promise.resolve({ default: Nest }),
  cards: {
    print: (face) => (face === 'OWL' ? special('owl', 'B', { icon: 'owls-owl', caption: 'caption.owl' }) : numbered(face)),
    back: { colour: '#223355', pattern: 'back-owls' },
    shapes: '<svg xmlns="http://www.w3.org/2000/svg"><pattern id="back-owls" /><g id="ico-owls-owl" /></svg>',
    texts: ['16'],
    tints: { P: 'K' },
  },
  moves: {
    verbs: [[/^hoot at (?<target>\w)$/, 'hoot'], [/^(?<word>perch|feed) (?<card>\w+)$/, ''], [/^sleep$/, 'sleep']],
    places: { sleep: { place: '.nest' } },
    homes: { feed: '.nest' },
  },
  preview: { moments: 2, cards: [stays('OWL', 50, 50), { face: 'R3', at: [[0, 0], [20, 30, 4, 'R4']] }] },
  length: { minutes: 30, grows: ['nights'] },
  cut: (events) => {
    const dawn = events.findIndex(({ kind }) => kind === 'dawn');
    return dawn < 0 ? [] : [{ events: events.slice(0, dawn), hold: 900 }];
  },
  seatWords: { numbers: ['mice'], flags: ['asleep'] },
  slaps: ['move.hoot'],
};

const sentences = { dawn: 'Dawn: {count}', card: { owl: 'owl' }, the: { owl: 'the owl' }, do: { hoot: 'Hoot at {target}', perch: 'Perch {card}' } };

beforeAll(() => {
  GAMES.set('owls', owls);
  Object.assign(WORDS.en, gathered({}, { '../games/owls/en.toml': sentences }));
});
afterAll(() => void GAMES.delete('owls'));

describe('a sixth game needs nothing outside its folder', () => {
  it('for its screen', async () => {
    expect(await screenOf('owls')).toBe(Nest);
  });

  it('for its cards', () => {
    expect(gameOf('owls').cards.print('OWL')).toMatchObject({ colour: 'B', numeral: '', icon: 'owls-owl', name: 'card.owl' });
    expect(gameOf('owls').cards.print('R16')).toMatchObject({ colour: 'R', numeral: '16', middle: 'symbol' });
    expect([cardName('owls', 'OWL'), theCard('owls', 'OWL'), cardName('owls', '?')]).toEqual(['owl', 'the owl', 'hidden card']);
  });

  it('for its moves, in words and on the table', () => {
    const { moves } = gameOf('owls');
    expect(readMove(moves, 'perch OWL')).toEqual({ verb: 'perch', details: { card: 'OWL' } });
    expect([moveLine('owls', 'perch OWL', []), moveLine('owls', 'hoot at B', []), moveLine('owls', 'fly', [])]).toEqual(['Perch the owl', 'Hoot at B', 'fly']);
    expect(spotsOf(moves, 'perch R3', 'A')).toEqual([{ place: 'A.hand', face: 'R3' }]);
    expect(spotsOf(moves, 'feed R3', 'A')).toEqual([{ place: 'A.nest', face: 'R3' }]);
    expect(spotsOf(moves, 'hoot at C', 'A')).toEqual([{ place: 'C.hand' }]);
    expect(spotsOf(moves, 'sleep', 'B')).toEqual([{ place: 'B.nest' }]);
  });

  it('for its views', () => {
    const [seat] = readView('owls turn=A\nstock: ?*9\nA: hand R3 OWL; nest; mice 4; score 2; asleep').seats;
    expect([seat?.numbers, seat?.flags, seatPlace(seat, 'hand')?.cards]).toEqual([{ mice: 4, score: 2 }, ['asleep'], ['R3', 'OWL']]);
  });

  it('for its scenes', () => {
    const view = readView('owls turn=A\nstock: ?*9\nA: hand R3; nest');
    const events: SeenEvent[] = [{ kind: 'move', details: { card: 'R3', source: 'A.hand', target: 'A.nest' } }, { kind: 'dawn', details: {} }];
    const scenes = scenesOf(gameOf('owls').cut, view, [{ seq: 1, at: 0, kind: 'moved', events }]);
    expect(scenes).toMatchObject([{ hold: 900, brief: false, events: events.slice(0, 1) }]);
    expect(placeAt(scenes[0]?.view ?? view, 'A.nest')?.cards).toEqual(['R3']);
  });

  it('for the home page', () => {
    expect(minutesOf(gameOf('owls').length, 4, { nights: { value: 6, usual: 3 } })).toBe(70);
    expect(gameOf('owls').preview.cards.map((card) => spotAt(card, 1))).toEqual([[50, 50, 0], [20, 30, 4, 'R4']]);
  });

  it('for its words', () => {
    expect([say('owls.dawn', { count: 2 }), say('dawn', { count: 2 }, 'owls'), say('app.close', {}, 'owls')]).toEqual(['Dawn: 2', 'Dawn: 2', 'Close']);
  });
});

describe('a game without a folder', () => {
  it('has the generic screen, plain cards, and its moves as they are written', () => {
    const { cards, moves, cut } = gameOf('wolves');
    expect([cards.print('B7').numeral, cards.print('J').wheel, readMove(moves, 'howl'), cut]).toEqual(['7', 'RYGBP', null, undefined]);
    expect(moveLine('wolves', 'howl', [])).toBe('howl');
    expect(minutesOf(gameOf('wolves').length)).toBe(20);
  });
});
