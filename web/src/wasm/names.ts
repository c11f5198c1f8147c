// What `GAME.wasm.json` says of `GAME.wasm`: src/pioche/table/names_table.py and src/pioche/ahead/build_wasm.py.

export type NumberKind = 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'int64' | 'float32' | 'float64';

export interface FieldName {
  at: number;
  kind: NumberKind;
  count: number;
}

export interface OptionName {
  name: string;
  words: string[] | null;
  range: [number, number] | null;
  default: string | number;
  usual: number;
}

export interface PlaceName {
  label: string;
  name: string;
  owner: number;
  slot: string;
  set: boolean;
  audience: number;
}

export interface ToldNames {
  form: number;
  room: number;
  fields: Record<string, [number, number]>;
  lists: string[];
  owned: string[];
  owned_at: number;
  closed: Record<string, number[]>;
  watchers: number;
  everyone: number;
}

export interface SearchNames {
  /** How many numbers each part of the paper holds; of `first` there are as many as choices. */
  paper: Record<string, number[]>;
  limits: Record<string, number>;
  public: number[];
  /** Of each level: rounds of search, and the share of its moves that it does not think about. */
  thinking: number[];
  slips: number[];
}

export interface EntryName {
  export: string;
  /** What each argument is called, and its kind: `i`, `f`, or the numbers of an array and its dimensions. */
  arguments: [string, string][];
}

export interface GameNames {
  form: number;
  game: string;
  digest: string;
  rules: number;
  prefix: string;
  players: number[];
  options: OptionName[];
  faces: string[];
  places: PlaceName[];
  moves: [string, string, Record<string, string>][];
  veils: string[];
  events: { first: number; own: [string, string[]][] };
  figures: { names: string[]; stop: number };
  facts: Record<string, unknown>;
  record: { size: number; logged: number; aligned: number; cards: number; log: [number, number]; fields: Record<string, FieldName> };
  told: ToldNames;
  search: SearchNames;
  entries: Record<string, EntryName>;
}

/** The id of the rule that forbids a move: src/pioche/core/refusals.py. */
export function refusalId(why: number, prefix: string): string {
  if (why < 100) return ['', 'TURN', 'CARD', 'WORD'][why] ?? '';
  return why < 500 ? `${prefix}-${String(why - 100).padStart(2, '0')}` : `${prefix}-R${why - 500}`;
}
