// Measures from inside the page what a person would notice.
const probe = {
  interactive: 0, // promise of ms from the first byte until the home page can be used
  moves: [], // ms from a click to its acknowledgement and what it led to on screen: a card in the air, where one moves
  tasks: [], // ms of long tasks while cards were in the air

  // Compressed bytes of scripts and styles
  weight: () =>
    performance.getEntriesByType('resource').filter(({ name }) => /\.(js|css)$/.test(new URL(name).pathname) && !name.endsWith('sw.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),

  // To another page of ours, as a link would
  go(path) {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  },

  // Nothing is in the air, nor has been for a moment, and no answer is awaited: looking for what to click takes time
  async calm(ms) {
    const busy = () => document.querySelector('body > .ghost, [data-pending], [data-scene]');
    const end = performance.now() + ms;
    let since = performance.now();
    while (performance.now() < end && performance.now() - since < 100) {
      await new Promise((done) => setTimeout(done, 25));
      if (busy()) since = performance.now();
    }
  },

  // From now on clicks, movements and long tasks are timed
  begin() {
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) if (flown.some(([from, to]) => startTime < to && startTime + duration > from)) probe.tasks.push(duration);
    }).observe({ type: 'longtask' });
    new MutationObserver((changes) => {
      const has = (nodes) => [...nodes].some((node) => node.className === 'ghost');
      if (changes.some(({ addedNodes }) => has(addedNodes))) risen();
      if (!document.querySelector('body > .ghost') && flown.length) flown.at(-1)[1] = performance.now();
    }).observe(document.body, { childList: true });
    new MutationObserver((changes) => changes.forEach(seen)).observe(document.querySelector('[data-seq]'), { attributeFilter: ['data-seq', 'data-scene'] });
    addEventListener('pointerdown', () => (clicked = { at: performance.now(), sent: '', acked: 0, moving: true, shown: 0 }), true);
  },
};

const flown = []; // from when to when cards were in the air
let clicked = null;

// Until the games can be clicked and the main thread is free to answer
probe.interactive = new Promise((done) => {
  const ready = () => document.querySelectorAll('.game button:not(:disabled)').length >= 5;
  const look = () => {
    if (!ready()) return requestAnimationFrame(look);
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now() - performance.getEntriesByType('navigation')[0].responseStart);
    requestAnimationFrame(() => channel.port2.postMessage(0));
  };
  requestAnimationFrame(look);
});

function risen() {
  const now = performance.now();
  if (!flown.length || flown.at(-1)[1] < now) flown.push([now, Infinity]);
  if (clicked?.sent && clicked.moving) clicked.shown ||= now;
  note();
}

// The table has changed: that is all there is to see of a move that moves no card, or before a scene is over.
function seen({ attributeName }) {
  if (clicked?.acked && (!clicked.moving || attributeName === 'data-scene')) clicked.shown ||= performance.now();
  note();
}

function note() {
  if (!clicked?.acked || !clicked.shown) return;
  probe.moves.push({ ms: Math.max(clicked.acked, clicked.shown) - clicked.at, acked: clicked.acked - clicked.at, move: clicked.sent });
  clicked = null;
}

// Hear when our own moves are sent and acknowledged, and whether a card moves by them
const Socket = window.WebSocket;
window.WebSocket = class extends Socket {
  constructor(...words) {
    super(...words);
    this.addEventListener('message', ({ data }) => clicked?.sent && hear(JSON.parse(data)));
  }
  send(text) {
    const message = JSON.parse(text);
    if (clicked && message.type === 'play') clicked.sent = message.moves.join();
    super.send(text);
  }
};

function hear(message) {
  if (message.type === 'ack') Object.assign(clicked, { acked: performance.now(), seq: message.seq });
  const own = message.type === 'update' ? message.entries.filter(({ seq }) => seq <= clicked.seq) : [];
  if (own.length) clicked.moving = own.some(({ events }) => events?.some(({ kind }) => kind === 'move'));
  note();
}

window.probe = probe;
