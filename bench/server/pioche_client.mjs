// Pioche's protocol, all of it that the load generators speak, in this one file.
import { WebSocket } from 'ws';

const OPTIONS = { options: {}, pace: { kind: 'relaxed' }, public: false, start: 'full' };
const RUN = Math.random().toString(36).slice(2); // command ids are unique across runs
let commands = 0;

// Somebody with a cookie, and after `connect` a socket. `onTold`, `onAck` and `onRefused` are set by whoever plays.
export class Person {
  constructor(url) {
    this.url = url;
    this.headers = { origin: url, 'content-type': 'application/json' };
  }

  static async arrive(url, name) {
    const person = new Person(url);
    const answer = await person.request('/api/people', { name });
    person.headers.cookie = answer.headers.getSetCookie()[0].split(';')[0];
    return person;
  }

  async request(path, body) {
    const answer = await fetch(this.url + path, { method: 'POST', headers: this.headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  async post(path, body = {}) {
    return (await this.request(path, body)).json();
  }

  async connect() {
    const { ticket } = await this.post('/api/ticket');
    this.socket = new WebSocket(this.url.replace('http', 'ws') + '/ws', { origin: this.url, perMessageDeflate: false });
    this.socket.on('message', (text) => this.hear(JSON.parse(text)));
    this.socket.on('close', (code) => this.onRefused?.({ code: `closed ${code}` }));
    await new Promise((resolve, reject) => this.socket.on('open', resolve).on('error', reject));
    await this.asked({ type: 'hello', ticket });
  }

  // Send something whose answer is the next `welcome` or `state`.
  asked(message) {
    return new Promise((resolve) => {
      this.answered = resolve;
      this.send(message);
    });
  }

  watch(table) {
    this.table = table;
    this.seq = -1;
    return this.asked({ type: 'watch', table });
  }

  play(move) {
    const id = `${RUN}-${commands++}`;
    this.send({ type: 'play', id, table: this.table, base: this.seq, moves: [move] });
    this.moves = [];
    return id;
  }

  send(message) {
    this.socket.send(JSON.stringify(message));
  }

  hear(message) {
    if (message.type === 'update' || message.type === 'state') this.see(message);
    else if (message.type === 'ack') this.onAck?.(message);
    else if (message.type === 'refused') this.onRefused?.(message);
    else if (message.type === 'ping') this.send({ type: 'pong', n: message.n });
    else if (message.type === 'welcome') this.answered();
  }

  see({ type, table, seq, moves, over }) {
    if (table !== this.table || seq <= this.seq) return;
    Object.assign(this, { seq, moves, over });
    if (type === 'state') this.answered();
    this.onTold?.(this);
  }
}

// A new table with these people on its seats; the last to sit down has the cards dealt. Its id.
export async function deal(people, game) {
  const [host, ...others] = people;
  const seats = people.map((_, seat) => ({ kind: seat ? 'open' : 'you' }));
  const { id } = await host.post('/api/tables', { game, seats, ...OPTIONS });
  for (const [index, person] of others.entries()) await person.post(`/api/tables/${id}/sit`, { seat: index + 1 });
  return id;
}
