// A game that is hardly one: two moves, the second of which TOY-07 forbids. Its module was made of a page of LLVM's language
// by `wasm_module`; whole games are compared with the native rules in tests/ahead.
import type { GameNames } from '../../src/wasm/names';
import { WasmGame } from '../../src/wasm/wasmGame';

const MODULE =
  'AGFzbQEAAAABHARgBH5+fn4BfmACfn4BfmADfn5+AX5gAnx+AX4DBwYAAQIAAQMFAwEAAQYPAn8BQYCABAt/AEGAgAQLB0EIBHNlZWQAAAdub3RoaW5nAAEGdW5wYWNr' +
  'AAIDdHJ5AAMGYnJva2VuAAQEaGFsZgAFBm1lbW9yeQIABGhlYXADAQpTBhoBAX8gAKciBCACNwMAIARBCGogAzcDAEIACwQAQgALBABCAAsRACAAp0LjADcDACADQusAfgsN' +
  'AEKAgICAgICAgIB/CwwAIAEgACAAoPwGfAs=';

const table: [string, string] = ['tables', 'logged[1]'];

export const TOY: GameNames = {
  form: 1, game: 'toy', digest: '', rules: 2, prefix: 'TOY', players: [2, 3],
  options: [
    { name: 'limit', words: null, range: [1, 9], default: 5, usual: 5 },
    { name: 'long', words: ['off', 'on'], range: null, default: 'off', usual: 0 },
  ],
  faces: ['R1', 'R2', 'B1'],
  places: [
    { label: 'box', name: 'box', owner: -1, slot: '', set: false, audience: 0x7fff },
    { label: 'A.hand', name: 'hand', owner: 0, slot: 'A', set: true, audience: 1 },
  ],
  moves: [['wait', 'wait', {}], ['lay R1', 'lay', { card: 'R1' }]],
  veils: ['waits'],
  events: { first: 16, own: [['owed', ['seat', 'card', 'row']], ['shown', ['cards']]] },
  figures: { names: ['left', 'hands'], stop: -999 },
  facts: {},
  record: {
    size: 40, logged: 64, aligned: 8, cards: 3, log: [2, 5],
    fields: {
      rng: { at: 0, kind: 'int64', count: 4 }, seats: { at: 32, kind: 'int8', count: 1 }, rules: { at: 33, kind: 'int8', count: 1 },
      limit: { at: 34, kind: 'int16', count: 1 }, long: { at: 36, kind: 'int8', count: 1 }, noted: { at: 40, kind: 'int16', count: 1 },
    },
  },
  told: {
    form: 1, room: 100, fields: { limit: [0, 1], scores: [1, 3] }, lists: ['scores'], owned: ['secret'], owned_at: 3,
    closed: { 0: [], 1: [1], 14: [1] }, watchers: 14, everyone: 0x7fff,
  },
  search: { paper: {}, limits: {}, public: [], thinking: [], slips: [] },
  entries: {
    seed_rng: { export: 'seed', arguments: [['words', 'int64[1]'], ['seed', 'i'], ['stream', 'i']] },
    unpack: { export: 'unpack', arguments: [table, ['to', 'i']] },
    deal: { export: 'nothing', arguments: [table] },
    try_move: { export: 'try', arguments: [table, ['seat', 'i'], ['move', 'i']] },
    actor: { export: 'broken', arguments: [table] },
    doubled: { export: 'half', arguments: [['x', 'f'], ['y', 'i']] },
  },
}; // prettier-ignore

export const loadToy = (names = TOY): Promise<WasmGame> => WasmGame.load(Buffer.from(MODULE, 'base64'), names);
