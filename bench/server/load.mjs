// Load on Pioche's server.
//   node load.mjs closed --url URL    each player moves as soon as it is told that it may
//   node load.mjs open --url URL      moves at a fixed rate in all, whatever the server does
//   node load.mjs idle --url URL      tables dealt, and left alone
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { Person, deal } from './pioche_client.mjs';
import { Tally, inParallel, print } from './tally.mjs';

const TABLES = { closed: 50, open: 250, idle: 1000 };
const PLAYERS = { closed: 2, open: 4, idle: 2 };
const WIDTH = 20; // tables made at a time
const PATIENCE = 5000; // ms that the last moves may take to be answered

const { values, positionals: [kind] } = parseArgs({ allowPositionals: true, options: {
  url: { type: 'string' },
  game: { type: 'string', default: 'coloretto' },
  tables: { type: 'string' },
  players: { type: 'string' },
  rate: { type: 'string', default: '500' },
  warmup: { type: 'string', default: '3' },
  seconds: { type: 'string', default: '10' },
} });
const tables = Number(values.tables ?? TABLES[kind]);
const players = Number(values.players ?? PLAYERS[kind]);
const rate = Number(values.rate);

class Table {
  constructor(people) {
    this.people = people;
    this.sent = new Map(); // when each command left, by its id
    this.due = []; // when each move that found nobody ready should have left
    for (const person of people) {
      person.onTold = () => this.told(person);
      person.onAck = ({ id }) => this.acknowledged(id);
      person.onRefused = ({ id, code }) => this.refused(person, id, code);
    }
  }

  async deal() {
    this.ended = 0;
    this.id = await deal(this.people, values.game);
    this.playing = true;
    await Promise.all(this.people.map((person) => person.watch(this.id)));
  }

  told(person) {
    if (person.over) this.over();
    else if (!person.moves.length || !tally) return;
    else if (kind === 'closed' && !tally.over) this.play(person, performance.now());
    else if (this.due.length) this.play(person, this.due.shift());
  }

  play(person, since) {
    const { moves } = person;
    this.sent.set(person.play(moves[Math.floor(Math.random() * moves.length)]), since);
  }

  // Open loop: a move is due now. It waits, and its waiting counts, while nobody here may move.
  isDue() {
    const person = this.people.find(({ moves }) => moves?.length);
    if (person) this.play(person, performance.now());
    else this.due.push(performance.now());
    return Boolean(person);
  }

  acknowledged(id) {
    tally.moved(this.sent.get(id));
    this.sent.delete(id);
  }

  refused(person, id, code) {
    tally?.wrong(code);
    this.sent.delete(id);
    if (person.socket.readyState === person.socket.OPEN) person.watch(this.id);
  }

  // A new deal for the same people once all of them have been told of the end.
  over() {
    this.playing = false;
    this.due = [];
    this.ended += 1;
    if (this.ended < this.people.length || tally.over) return;
    tally.games += 1;
    this.deal().catch((error) => tally.wrong(error.message));
  }
}

async function gather(number) {
  const names = Array.from({ length: players }, (_, seat) => `Load ${number}-${seat}`);
  return Promise.all(names.map((name) => Person.arrive(values.url, name)));
}

async function gatherAndConnect(number) {
  const people = await gather(number);
  await Promise.all(people.map((person) => person.connect()));
  return new Table(people);
}

const numbers = Array.from({ length: tables }, (_, number) => number);
let tally;

async function closed() {
  const all = await inParallel(numbers, WIDTH, gatherAndConnect);
  tally = new Tally(Number(values.warmup), Number(values.seconds));
  await Promise.all(all.map((table) => table.deal()));
  await tally.finished();
  return tally.report();
}

async function open() {
  const all = await inParallel(numbers, WIDTH, gatherAndConnect);
  await inParallel(all, WIDTH, (table) => table.deal());
  tally = new Tally(Number(values.warmup), Number(values.seconds));
  const lag = monitorEventLoopDelay({ resolution: 5 });
  lag.enable();
  const waited = await pace(all);
  const unanswered = await lastAnswers(all);
  return tally.report({ rate, waited, unanswered, own_lag_p99_ms: lag.percentile(99) / 1e6 });
}

// Ask a table drawn at random for a move, `rate` times a second; how many found nobody ready.
async function pace(all) {
  const started = performance.now();
  let asked = 0;
  let waited = 0;
  const timer = setInterval(() => {
    for (; asked < ((performance.now() - started) / 1000) * rate; asked++) {
      const playing = all.filter((table) => table.playing);
      if (!playing[Math.floor(Math.random() * playing.length)]?.isDue()) waited += 1;
    }
  }, 1);
  await tally.finished();
  clearInterval(timer);
  return waited;
}

// How many moves have no answer even a while after the last was made.
async function lastAnswers(all) {
  const open = () => all.reduce((sum, table) => sum + table.sent.size, 0);
  for (const until = performance.now() + PATIENCE; open() && performance.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return open();
}

async function idle() {
  await inParallel(numbers, WIDTH, async (number) => deal(await gather(number), values.game));
  return { tables, players };
}

print(await { closed, open, idle }[kind]());
process.exit();
