import { beforeEach, describe, expect, it } from 'vitest';

import { backoff, Line, type Wire, type World } from '../../src/net/connection';
import type { ServerMessage, TableMessage } from '../../src/net/messages';

class FakeWire implements Wire {
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event?: { code?: number }) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
    this.onclose?.();
  }
  says(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  types(): unknown[] {
    return this.sent.map((each) => each['type']);
  }
}

class FakeWorld implements World {
  wires: FakeWire[] = [];
  timers: { what: () => void; ms: number; off: boolean }[] = [];
  tickets = 0;
  refusal: unknown = null;
  ticket(): Promise<string> {
    return this.refusal ? Promise.reject(this.refusal) : Promise.resolve(`t${++this.tickets}`);
  }
  dial(): FakeWire {
    this.wires.push(new FakeWire());
    return this.wire;
  }
  later(what: () => void, ms: number): () => void {
    const timer = { what, ms, off: false };
    this.timers.push(timer);
    return () => (timer.off = true);
  }
  random = (): number => 0.5;
  lang = (): string => 'en';
  get wire(): FakeWire {
    return this.wires.at(-1) as FakeWire;
  }
  /** Let the earliest timer that waits at most so long ring. */
  ring(most = 10_000): void {
    const timer = this.timers.find((each) => !each.off && each.ms <= most);
    if (timer) timer.off = true;
    timer?.what();
  }
}

const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));
const welcome: ServerMessage = { type: 'welcome', person: 'p', name: 'Ada', epoch: 'e1', emotes: ['wow'] };

describe('the line', () => {
  let world: FakeWorld;
  let line: Line;
  let told: TableMessage[];
  let follower: { epoch: string; seq: number; receive: (message: TableMessage) => void };

  async function open(): Promise<FakeWire> {
    await settle();
    world.wire.onopen?.();
    world.wire.says(welcome);
    return world.wire;
  }

  beforeEach(() => {
    world = new FakeWorld();
    line = new Line(world);
    told = [];
    follower = { epoch: '', seq: 0, receive: (message) => told.push(message) };
    line.watch('t', follower);
  });

  it('says hello with a ticket, then watches', async () => {
    const wire = await open();
    expect(wire.sent).toEqual([{ type: 'hello', ticket: 't1', lang: 'en' }, { type: 'watch', table: 't' }]);
    expect(line.status).toBe('open');
    expect(line.emotes).toEqual(['wow']);
  });

  it('answers a ping at once, even before it is welcome', async () => {
    await settle();
    world.wire.onopen?.();
    world.wire.says({ type: 'ping', n: 7 });
    expect(world.wire.sent.at(-1)).toEqual({ type: 'pong', n: 7 });
  });

  it('comes back, goes on where it was, and repeats what was not answered, under the same id', async () => {
    const first = await open();
    const answer = line.play('t', 3, ['draw']);
    const sent = first.sent.at(-1);
    follower.epoch = 'e1';
    follower.seq = 4;
    first.close();
    expect(line.status).toBe('lost');
    world.ring();
    const second = await open();
    expect(second.sent.slice(1)).toEqual([{ type: 'watch', table: 't', epoch: 'e1', seq: 4 }, sent]);
    second.says({ type: 'ack', id: String(sent?.['id']), table: 't', seq: 5 });
    expect(await answer).toMatchObject({ type: 'ack', seq: 5 });
    second.close();
    world.ring();
    expect((await open()).types()).toEqual(['hello', 'watch']);
  });

  it('keeps a command given while the line is lost', async () => {
    (await open()).close();
    const answer = line.play('t', 1, ['R1']);
    world.ring();
    const wire = await open();
    expect(wire.sent.at(-1)).toMatchObject({ type: 'play', base: 1, moves: ['R1'] });
    wire.says({ type: 'refused', id: String(wire.sent.at(-1)?.['id']), table: 't', code: 'conflict.moved', message: '…', seq: 9 });
    expect(await answer).toMatchObject({ type: 'refused', code: 'conflict.moved', seq: 9 });
    expect(told).toHaveLength(1);
  });

  it('asks for a hint, and brings the answer to who asked', async () => {
    const wire = await open();
    const answer = line.hint('t');
    const { id, ...asked } = wire.sent.at(-1) ?? {};
    expect(asked).toEqual({ type: 'hint', table: 't' });
    wire.says({ type: 'hinted', id: String(id), table: 't', seq: 4, moves: [{ move: 'draw', share: 0.6 }] });
    expect(await answer).toMatchObject({ type: 'hinted', moves: [{ move: 'draw', share: 0.6 }] });
    expect(told).toEqual([]);
  });

  it('waits longer after every failure, and at once again after a success', async () => {
    const waits: number[] = [];
    world.refusal = new Error('down');
    (await open()).close();
    for (let i = 0; i < 4; i++) {
      waits.push(world.timers.filter((timer) => !timer.off && timer.ms < 10_000).at(-1)?.ms ?? 0);
      world.ring();
      await settle();
    }
    expect(waits).toEqual([187.5, 375, 750, 1500]);
    expect(backoff(20, () => 1)).toBe(8000);
  });

  it('is told that there are too many, waits longer, and comes at once when asked to', async () => {
    await settle();
    world.wire.onopen?.();
    world.wire.says({ type: 'refused', code: 'limits.sockets', message: 'too many' });
    world.wire.close();
    expect(line.status).toBe('crowded');
    expect(told).toEqual([]); // the banner says it
    expect(world.timers.find((timer) => !timer.off && timer.ms < 45_000)?.ms).toBe(10_000);
    line.hurry();
    await open();
    expect(line.status).toBe('open');
  });

  it('knows that there are too many by how it is closed, and by a ticket that is refused', async () => {
    await settle();
    world.wire.onclose?.({ code: 1013 });
    expect(line.status).toBe('crowded');
    world.refusal = { status: 429, wait: 30 };
    world.ring();
    await settle();
    expect(line.status).toBe('crowded');
    expect(world.timers.some((timer) => !timer.off && timer.ms === 30_000)).toBe(true);
    world.refusal = new Error('down');
    world.ring(30_000);
    await settle();
    expect(line.status).toBe('lost');
  });

  it('hangs up on silence', async () => {
    const wire = await open();
    world.ring(60_000);
    expect(wire.closed).toBe(true);
    expect(line.status).toBe('lost');
  });

  it('stays away when it was signed out, and comes back after a restart', async () => {
    const wire = await open();
    wire.says({ type: 'bye', code: 'revoked' });
    wire.close();
    expect(line.status).toBe('revoked');
    const before = world.wires.length;
    world.ring();
    await settle();
    expect(world.wires.length).toBe(before);
    line.restart();
    expect((await open()).types()).toEqual(['hello', 'watch']);
    expect(line.status).toBe('open');
  });

  it('says hello again at once when it is restarted, and nothing more to the old wire', async () => {
    const first = await open();
    line.restart();
    expect([first.closed, line.status]).toEqual([true, 'connecting']);
    const said = first.sent.length;
    line.emote('t', 'hello');
    expect(first.sent.length).toBe(said);
    const second = await open();
    expect(second).not.toBe(first);
    expect(second.types()).toEqual(['hello', 'watch']);
  });

  it('tells each table only its own news', async () => {
    const wire = await open();
    wire.says({ type: 'presence', table: 'other', present: [], watchers: 1 });
    wire.says({ type: 'presence', table: 't', present: [0], watchers: 2 });
    expect(told).toEqual([{ type: 'presence', table: 't', present: [0], watchers: 2 }]);
    line.unwatch('t');
    expect(wire.types().at(-1)).toBe('unwatch');
  });
});
