// What goes over the WebSocket: docs/protocol.md, and src/pioche/server/model/messages.py on the other side.

export interface SeenEvent {
  kind: string;
  details: Record<string, string | number>;
  key?: string;
}

export interface Reaction {
  seat: number;
  ms: number;
}

export interface SeenEntry {
  seq: number;
  at: number;
  kind: string;
  seat?: number;
  seats?: number[];
  by?: 'person' | 'bot' | 'clock';
  name?: string;
  events?: SeenEvent[];
  race?: Reaction[];
  table?: string;
}

export interface Chair {
  kind: 'person' | 'bot' | 'open';
  name?: string;
  bot?: string;
  you?: boolean;
  reserved?: boolean;
  away?: boolean;
  conceded?: boolean;
  /** The hash of a salt that its person will tell, and has it? */
  promise?: string;
  revealed?: boolean;
  /** Its promise is void: a new one is asked for. */
  owes?: boolean;
  /** A bot plays here for you, and you can come back … */
  yours?: boolean;
  /** … though the host had it taken from you. */
  taken?: boolean;
  /** The host took it from somebody who was here: who must agree too before the game is ended. */
  robbed?: boolean;
  /** Its person would end the game here. */
  agreed?: boolean;
}

export interface Pace {
  kind: 'live' | 'relaxed' | 'days';
  move: number;
  reserve: number;
  days: number;
}

export interface Facts {
  id: string;
  code: string;
  game: string;
  players: number;
  options: Record<string, string | number>;
  pace: Pace;
  race: string;
  public: boolean;
  memory_aid: boolean;
  late?: boolean;
  status: 'open' | 'shuffling' | 'playing' | 'over' | 'closed';
  start: 'full' | 'host';
  host: number | null;
  commitment: string;
  chairs: Chair[];
  previous?: string;
  rematch?: string;
  deal?: string;
}

export interface Sight {
  view: string;
  scores: number[];
  actors: number[];
  waited: number[];
  reacting?: boolean;
  winners?: number[];
  figures?: Record<string, number[]>;
}

export interface Clocks {
  left: Record<string, number>;
  reserve: number[];
}

interface Standing {
  table: string;
  epoch: string;
  seq: number;
  moves: string[];
  over: boolean;
  game?: Sight;
  clock?: Clocks;
}

export interface State extends Standing {
  type: 'state';
  seat: number | null;
  facts: Facts;
  history?: SeenEntry[];
  present?: number[];
  watchers?: number;
}

export interface Update extends Standing {
  type: 'update';
  entries: SeenEntry[];
  facts?: Facts;
}

export interface Refused {
  type: 'refused';
  code: string;
  message: string;
  id?: string;
  table?: string;
  rule?: string;
  seq?: number;
  details?: Record<string, unknown>;
}

export type Ack = { type: 'ack'; id: string; table: string; seq: number };
/** Legal; and how things would stand then, unless that would show something new. */
export type Tried = { type: 'tried'; id: string; table: string; view?: string; moves?: string[] };
/** A move, and the share of a victory that it is thought to bring. */
export interface Weighed {
  move: string;
  share: number;
}
/** The best moves where one's stream stood at `seq`, the very best first. */
export type Hinted = { type: 'hinted'; id: string; table: string; seq: number; moves: Weighed[] };
export type Presence = { type: 'presence'; table: string; present: number[]; watchers: number };
export type SeenEmote = { type: 'emote'; table: string; seat: number; emote: string };

/** What a follower of a table is told. */
export type TableMessage = State | Update | Presence | SeenEmote | Refused;

export type ServerMessage =
  | { type: 'welcome'; person: string; name: string; epoch: string; emotes?: string[] }
  | TableMessage
  | Ack
  | Tried
  | Hinted
  | { type: 'ping'; n: number }
  | { type: 'bye'; code: string };

/** How a command ended. */
export type Answer = Ack | Tried | Hinted | Refused;
