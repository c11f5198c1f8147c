// Measures from inside the page what a person would notice.
const probe = {
  interactive: 0, // promise of ms from the first byte until the home page can be used
  moves: [], // ms from a click to its acknowledgement and the first card in the air
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
    addEventListener('pointerdown', () => (clicked = { at: performance.now(), sent: false, acked: 0, risen: 0 }), true);
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
  if (clicked?.sent && !clicked.risen) clicked.risen = now;
  note();
}

function note() {
  if (!clicked?.acked || !clicked.risen) return;
  probe.moves.push(Math.max(clicked.acked, clicked.risen) - clicked.at);
  clicked = null;
}

// Hear when our own moves are sent and acknowledged
const Socket = window.WebSocket;
window.WebSocket = class extends Socket {
  constructor(...words) {
    super(...words);
    this.addEventListener('message', ({ data }) => {
      if (clicked?.sent && JSON.parse(data).type === 'ack') clicked.acked = performance.now();
      note();
    });
  }
  send(text) {
    if (clicked && JSON.parse(text).type === 'play') clicked.sent = true;
    super.send(text);
  }
};

window.probe = probe;
