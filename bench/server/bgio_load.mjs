// Closed loop on boardgame.io's server: matches of two, each player moving as soon as its turn has reached it.
// The players are bare socket.io clients: boardgame.io's own Client costs the load generator more and gave lower rates.
// node bgio_load.mjs --url http://127.0.0.1:8000 [--matches 50] [--warmup 3] [--seconds 10]
import { parseArgs } from 'node:util';
import { io } from 'socket.io-client';
import { choose, game } from './bgio_game.mjs';
import { Tally, print } from './tally.mjs';

const { values } = parseArgs({ options: {
  url: { type: 'string' },
  matches: { type: 'string', default: '50' },
  warmup: { type: 'string', default: '3' },
  seconds: { type: 'string', default: '10' },
} });

const SEATS = ['0', '1'];

async function post(path, body) {
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await fetch(`${values.url}/games/${game.name}${path}`, request);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

// One seat of a match over boardgame.io's socket.io protocol, as its own client speaks it.
class Player {
  constructor(match, seat) {
    this.match = match;
    this.seat = seat;
    this.socket = io(`${values.url}/${game.name}`, { transports: ['websocket'], forceNew: true });
    this.socket.on('sync', (id, { state }) => this.told(id, state, true));
    this.socket.on('update', (id, state) => this.told(id, state, false));
  }

  connected() {
    return new Promise((resolve) => this.socket.once('connect', resolve));
  }

  sync() {
    return new Promise((resolve) => {
      this.synced = resolve;
      this.socket.emit('sync', this.match.id, this.seat, this.credentials, 2);
    });
  }

  told(id, state, synced) {
    if (id !== this.match.id) return;
    this.state = state;
    if (synced) return this.synced();
    if (this.sent !== undefined) this.acknowledged();
    if (state.ctx.gameover) this.match.over();
    else if (state.ctx.currentPlayer === this.seat) this.move();
  }

  acknowledged() {
    this.match.tally.moved(this.sent);
    this.sent = undefined;
  }

  move() {
    if (this.match.tally.over) return;
    const [type, args] = choose(this.state.G, this.seat);
    const payload = { type, args, playerID: this.seat, credentials: this.credentials };
    this.sent = performance.now();
    this.socket.emit('update', { type: 'MAKE_MOVE', payload }, this.state._stateID, this.match.id, this.seat);
  }
}

class Match {
  constructor() {
    this.players = SEATS.map((seat) => new Player(this, seat));
  }

  connected() {
    return Promise.all(this.players.map((player) => player.connected()));
  }

  async start() {
    this.told = 0;
    this.id = (await post('/create', { numPlayers: 2 })).matchID;
    await Promise.all(this.players.map((player) => this.join(player)));
    this.players.find((player) => player.state.ctx.currentPlayer === player.seat).move();
  }

  async join(player) {
    const wanted = { playerID: player.seat, playerName: `Player ${player.seat}` };
    player.credentials = (await post(`/${this.id}/join`, wanted)).playerCredentials;
    await player.sync();
  }

  // A new match once both have seen the end.
  over() {
    this.told += 1;
    if (this.told < SEATS.length || this.tally.over) return;
    this.tally.games += 1;
    this.start();
  }
}

const matches = Array.from({ length: Number(values.matches) }, () => new Match());
await Promise.all(matches.map((match) => match.connected()));
const tally = new Tally(Number(values.warmup), Number(values.seconds));
for (const match of matches) match.tally = tally;
await Promise.all(matches.map((match) => match.start()));
await tally.finished();
print(tally.report());
process.exit();
