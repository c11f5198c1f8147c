// One WebSocket for the whole page: it comes back by itself, goes on where it was, and repeats what was not answered.
import type { Answer, Refused, ServerMessage, TableMessage } from './messages';

export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event?: { code?: number }) => void) | null;
}

/** Everything that the line needs of the world; tests bring their own. */
export interface World {
  ticket(): Promise<string>;
  dial(): Wire;
  later(what: () => void, ms: number): () => void;
  random(): number;
  lang(): string;
}

export interface Follower {
  /** Where it stands, so that it is told exactly what it has missed. */
  epoch: string;
  seq: number;
  receive(message: TableMessage): void;
}

export type Status = 'idle' | 'connecting' | 'open' | 'lost' | 'crowded' | 'revoked';

interface Command {
  id: string;
  text: string;
  done: (answer: Answer) => void;
}

const FIRST = 250; // ms until the first new try
const LONGEST = 8_000;
const EMOTES = ['hello', 'well_played', 'oops', 'hurry', 'thanks', 'wow']; // the server leaves out its defaults
const CROWDED = 10_000; // ms until the next try where there are too many already
const OVERLOAD = 1013; // how the server closes a line that is one too many
const SILENCE = 45_000; // the server pings every 20 s

/** How long to wait before the nth try: doubling, with chance, so that not everybody comes at once. */
export function backoff(tries: number, random: () => number): number {
  return Math.min(LONGEST, FIRST * 2 ** tries) * (0.5 + random() / 2);
}

export class Line {
  status: Status = 'idle';
  emotes: string[] = [];
  onstatus: (status: Status) => void = () => {};

  #world: World;
  #wire: Wire | null = null;
  #ready = false;
  #tries = 0;
  #crowded = 0; // ms to wait, as there are too many connections
  #number = 0;
  #run: string;
  #followers = new Map<string, Follower>();
  #commands = new Map<string, Command>();
  #cancelRetry: () => void = () => {};
  #cancelSilence: () => void = () => {};

  constructor(world: World) {
    this.#world = world;
    this.#run = Math.floor(world.random() * 2 ** 40).toString(36);
  }

  /** Follow a table from now on. */
  watch(table: string, follower: Follower): void {
    this.#followers.set(table, follower);
    if (this.#ready) this.#watch(table, follower);
    else if (!this.#wire && this.status !== 'connecting') this.connect();
  }

  unwatch(table: string): void {
    if (this.#followers.delete(table)) this.#send({ type: 'unwatch', table });
  }

  /** Moves for the position numbered `base`. The answer may come after a reconnection, never twice. */
  play(table: string, base: number, moves: string[]): Promise<Answer> {
    return this.#command({ type: 'play', table, base, moves });
  }

  /** Would the last of these moves be legal, after the others? */
  try(table: string, ...moves: string[]): Promise<Answer> {
    const move = moves.at(-1) ?? '';
    return this.#command(moves.length < 2 ? { type: 'try', table, move } : { type: 'try', table, move, after: moves.slice(0, -1) });
  }

  /** Which moves are best? */
  hint(table: string): Promise<Answer> {
    return this.#command({ type: 'hint', table });
  }

  concede(table: string): Promise<Answer> {
    return this.#command({ type: 'concede', table });
  }

  emote(table: string, emote: string): void {
    this.#send({ type: 'emote', table, emote });
  }

  /** Try now: the network is back, or the page is seen again. */
  hurry(): void {
    if (this.status === 'lost' || this.status === 'crowded') this.connect();
  }

  /** Hang up and say hello again at once, in another language or as another person. */
  restart(): void {
    const wire = this.#wire;
    if (!wire && this.status !== 'revoked') return;
    this.#drop();
    wire?.close();
    this.connect();
  }

  connect(): void {
    this.#cancelRetry();
    if (this.#wire) return;
    if (this.status !== 'crowded') this.#become(this.#tries ? 'lost' : 'connecting');
    this.#world.ticket().then((ticket) => this.#open(ticket), (error: unknown) => this.#noTicket(error));
  }

  #open(ticket: string): void {
    if (this.#wire) return;
    const wire = (this.#wire = this.#world.dial());
    wire.onopen = () => wire.send(JSON.stringify({ type: 'hello', ticket, lang: this.#world.lang() }));
    wire.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)) as ServerMessage);
    wire.onclose = ({ code } = {}) => {
      if (code === OVERLOAD) this.#crowded = CROWDED;
      if (this.#wire === wire) this.#lost();
    };
    this.#listen();
  }

  /** No ticket, no line; who asks for too many is told when to come back. */
  #noTicket(error: unknown): void {
    const { status, wait } = (error ?? {}) as { status?: number; wait?: number };
    if (status === 429) this.#crowded = Math.max(CROWDED, (wait ?? 0) * 1000);
    this.#lost();
  }

  #drop(): void {
    this.#wire = null;
    this.#ready = false;
    this.#cancelSilence();
  }

  #lost(): void {
    this.#drop();
    if (this.status === 'revoked') return;
    const wait = Math.max(this.#crowded, backoff(this.#tries++, this.#world.random));
    this.#become(this.#crowded ? 'crowded' : 'lost');
    this.#crowded = 0;
    this.#cancelRetry = this.#world.later(() => this.connect(), wait);
  }

  /** A line that says nothing for long is dead, whatever the browser believes. */
  #listen(): void {
    this.#cancelSilence();
    this.#cancelSilence = this.#world.later(() => this.#wire?.close(), SILENCE);
  }

  #become(status: Status): void {
    this.status = status;
    this.onstatus(status);
  }

  #receive(message: ServerMessage): void {
    this.#listen();
    switch (message.type) {
      case 'ping':
        return this.#send({ type: 'pong', n: message.n });
      case 'welcome':
        return this.#welcome(message.emotes ?? EMOTES);
      case 'bye':
        return message.code === 'restart' ? undefined : this.#become('revoked');
      case 'ack':
      case 'tried':
      case 'hinted':
        return this.#answer(message);
      case 'refused':
        return message.id ? this.#answer(message) : this.#ready ? this.#tell(message) : this.#turnedAway(message);
      default:
        return this.#tell(message);
    }
  }

  /** Refused instead of a welcome. */
  #turnedAway(refused: Refused): void {
    if (refused.code.startsWith('limits.')) this.#crowded = CROWDED;
    else this.#tell(refused);
  }

  #welcome(emotes: string[]): void {
    this.#ready = true;
    this.#tries = 0;
    this.emotes = emotes;
    this.#become('open');
    for (const [table, follower] of this.#followers) this.#watch(table, follower);
    for (const command of this.#commands.values()) this.#wire?.send(command.text);
  }

  #watch(table: string, { epoch, seq }: Follower): void {
    this.#send(epoch ? { type: 'watch', table, epoch, seq } : { type: 'watch', table });
  }

  #command(body: Record<string, unknown>): Promise<Answer> {
    const id = `${this.#run}.${++this.#number}`;
    return new Promise((done) => {
      const text = JSON.stringify({ ...body, id });
      this.#commands.set(id, { id, text, done });
      if (this.#ready) this.#wire?.send(text);
    });
  }

  #answer(answer: Answer): void {
    const command = this.#commands.get(answer.id ?? '');
    this.#commands.delete(answer.id ?? '');
    command?.done(answer);
    if (answer.type === 'refused' && answer.table) this.#tell(answer);
  }

  #tell(message: TableMessage): void {
    const follower = message.table && this.#followers.get(message.table);
    if (follower) follower.receive(message);
    else if (message.type === 'refused') for (const each of this.#followers.values()) each.receive(message);
  }

  #send(message: Record<string, unknown>): void {
    if (this.#wire && (this.#ready || message['type'] === 'pong')) this.#wire.send(JSON.stringify(message));
  }
}
