// What a person sees of a table: everything that can be clicked and would lead to a legal move, and where to click it.
function look() {
  const table = document.querySelector('[data-table]');
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const ending = !!dialog?.querySelector('a[href$="/replay"]');
  const READY = '[data-ready], [data-move]';
  const BUTTON = 'button, [role=button], [role=option], [role=radio]';

  // A point of the thing that nothing covers: cards of a fan lie over each other.
  function spot(thing) {
    const box = thing.getBoundingClientRect();
    for (const y of [0.5, 0.25, 0.75, 0.1, 0.9])
      for (const x of [0.5, 0.2, 0.8, 0.07, 0.93]) {
        const at = [box.x + box.width * x, box.y + box.height * y];
        const top = document.elementFromPoint(...at);
        if (top && (thing.contains(top) || top === thing)) return at;
      }
    return null;
  }

  function name(thing) {
    const face = thing.querySelector('[data-face]')?.dataset.face ?? '';
    const place = thing.closest('[data-place]')?.dataset.place ?? '';
    const number = [...(thing.parentElement?.children ?? [])].indexOf(thing);
    return thing.dataset.move ?? `${place} ${face} ${number} ${thing.getAttribute('aria-label') ?? ''}`;
  }

  function shown(thing) {
    const at = spot(thing);
    const pressed = thing.getAttribute('aria-pressed') === 'true';
    return { name: name(thing), move: thing.dataset.move ?? null, x: at?.[0] ?? -1, y: at?.[1] ?? -1, seen: !!at, pressed };
  }

  function live(within) {
    return [...within.querySelectorAll(BUTTON)].filter((each) => !each.disabled && each.ariaDisabled !== 'true');
  }

  const choices = dialog && !ending ? live(dialog.querySelector('.body') ?? dialog) : [];
  const main = document.querySelector('main');
  const within = dialog || !main ? [] : live(main);
  const things = within.filter((each) => each.matches(READY) || each.querySelector(READY));
  const chosen = within.filter((each) => each.ariaPressed === 'true');
  const list = document.querySelector('[data-list]');
  const sight = {
    status: table?.dataset.status ?? '',
    seq: Number(table?.dataset.seq ?? -1),
    moves: Number(table?.dataset.moves ?? 0),
    turn: table?.dataset.turn !== undefined,
    pending: table?.dataset.pending !== undefined,
    scene: table?.dataset.scene !== undefined,
    dialog: !!dialog,
    ending,
    moving: document.getAnimations().some((each) => each.playState === 'running' && each.effect?.getTiming().iterations !== Infinity),
    choices: choices.map(shown),
    things: things.map(shown),
    chosen: chosen.map(shown),
    list: [...document.querySelectorAll('aside [data-move]')].filter((each) => each.offsetParent && !each.disabled).map(shown),
    opener: list?.offsetParent ? shown(list) : null,
    title: shown(document.querySelector('h1') ?? document.body),
  };
  const names = [...sight.choices, ...sight.things, ...sight.chosen].map((each) => `${each.name}${each.pressed}`);
  return { ...sight, key: JSON.stringify([sight.status, sight.seq, sight.dialog, names]) }; // changes when a click has done something
}

// The page has changed, or so many milliseconds are over.
function change(ms) {
  return new Promise((done) => {
    const observer = new MutationObserver(() => end());
    const timer = setTimeout(() => end(), ms);
    const end = () => {
      clearTimeout(timer);
      observer.disconnect();
      requestAnimationFrame(done);
    };
    observer.observe(document.documentElement, { subtree: true, childList: true, attributes: true });
  });
}

// Look again when a click has done something: what was seen before it is over.
async function settled(key, ms) {
  const end = performance.now() + ms;
  for (;;) {
    const now = look();
    if (now.scene || (now.key !== key && !now.pending) || performance.now() > end) return now;
    await change(end - performance.now());
  }
}

Object.assign(window, { look, change, settled });
