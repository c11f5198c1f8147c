// Cards move in the page because the server said so: where they lie, how they fly, what waits for them. Which ones move is
// worked out in flightsFromEvents.ts. Places register here under the names that events use.
import { mount, unmount } from 'svelte';
import type { Attachment } from 'svelte/attachments';

import type { Thing } from './clickedMoves';
import { dealtFlights, placesNear, stagger, type Flight } from './flightsFromEvents';
import type { View } from './viewNotation';
import { reduced } from '../app/reducedMotion';
import Card from '../parts/Card.svelte';

const FLIGHT = 280; // ms of one movement
const DEALING = 38; // ms between two cards that are dealt
const MOST = 24; // movements shown of one move
const SOON = 300; // ms: a card that begins later is drawn later, so that not all are drawn at once
const REVEAL = 1700; // ms that a round's cards stay turned up
const LOOK = 2600; // ms that a card stays turned up that one looks at
const LEAST = 3000; // ms of a pause before anything is more urgent
const RATIO = 1.4; // height of a card by its width
const EASING = 'cubic-bezier(.25,.75,.3,1)';

const places = new Map<string, HTMLElement>();
const ghosts = new Set<() => void>();
const flying = new Set<Animation>();
const waiting = new Set<() => void>(); // ends the wait of a card that has not risen yet

/** `{@attach place('A.hand')}`: this element is where events say that cards go. */
export function place(label: string): Attachment<HTMLElement> {
  return (element) => {
    places.set(label, element);
    element.dataset['place'] = label;
    return () => {
      if (places.get(label) === element) places.delete(label);
    };
  };
}

/** Where everything lies before the table changes. */
export type Mark = Map<string, DOMRect>;

export function mark(): Mark {
  const found: Mark = new Map();
  for (const [label, element] of places) {
    found.set(label, cardRect(element));
    for (const card of element.querySelectorAll<HTMLElement>('[data-face], [data-spot]')) {
      found.set(`${label} ${card.dataset['face'] ?? card.dataset['spot']}`, card.getBoundingClientRect());
    }
  }
  return found;
}

/** A card's outline in an element: that of its first card, or one in its middle. */
function cardRect(element: HTMLElement): DOMRect {
  const box = element.getBoundingClientRect();
  const card = element.querySelector('.card')?.getBoundingClientRect();
  if (card && box.width < card.width * 1.8) return card;
  const width = card?.width ?? Math.min(box.width, box.height / RATIO, 72);
  return new DOMRect(box.x + (box.width - width) / 2, box.y + (box.height - width * RATIO) / 2, width, width * RATIO);
}

function outline(rects: Mark, label: string, face: string): DOMRect | undefined {
  const names = placesNear(label);
  const known = face === '?' ? [] : names.map((name) => `${name} ${face}`);
  return [...known, ...names].map((name) => rects.get(name)).find((rect) => rect !== undefined && rect.width > 0);
}

/** Let cards fly from where they were to where they are now; ends when the last has arrived. */
export async function fly(game: string, flights: Flight[], before: Mark, wait = stagger(flights.length)): Promise<void> {
  if (reduced() || !flights.length) return;
  const after = mark();
  await Promise.all(flights.slice(0, MOST).map((flight, i) => flyOne(game, flight, before, after, i * wait)));
}

async function flyOne(game: string, flight: Flight, before: Mark, after: Mark, delay: number): Promise<void> {
  const from = outline(before, flight.source, flight.face);
  const to = outline(after, flight.target, flight.face);
  if (!from || !to) return;
  const shown = !flight.turned && before.has(`${flight.source} ${flight.face}`);
  const hidden = hide(flight);
  const early = delay > SOON ? delay : 0;
  if (early && !(await isTime(early))) return reappear(hidden);
  const ghost = raise(game, flight.face, to, shown || flight.face === '?');
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
  const timing = { duration: FLIGHT, delay: delay - early, easing: EASING, fill: 'backwards' as const };
  if (!ghost.flat) ghost.inner.animate([{ transform: 'rotateY(180deg)' }, { transform: 'none' }], timing);
  const moving = ghost.outer.animate([{ transform: start }, { transform: 'none' }], timing);
  flying.add(moving);
  await moving.finished.catch(() => {});
  flying.delete(moving);
  ghost.remove();
  reappear(hidden);
}

/** Wait for a card's turn; false if all cards have to arrive before it. */
function isTime(ms: number): Promise<boolean> {
  return new Promise((done) => {
    const end = (inTime: boolean): void => {
      clearTimeout(timer);
      waiting.delete(hurry);
      done(inTime);
    };
    const hurry = (): void => end(false);
    const timer = setTimeout(() => end(true), ms);
    waiting.add(hurry);
  });
}

/** The middle of a place on the screen. */
export function spotOf(label: string): { x: number; y: number } {
  const element = placesNear(label).map((name) => places.get(name)).find(Boolean);
  const box = element?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** What one would touch: a card at a place, or the place itself; null where it is not seen. */
export function elementAt({ place, face }: Thing): Element | null {
  const element = places.get(place) ?? null;
  return shown(face === undefined ? element : (element?.querySelector(`[data-face="${CSS.escape(face)}"]`) ?? null));
}

/** The button on the table that plays a move. */
export const movesButton = (move: string): Element | null => shown(document.querySelector(`main [data-move="${CSS.escape(move)}"]`));

const shown = (element: Element | null): Element | null => (element?.getBoundingClientRect().width ? element : null);

/** The first cards come from the stock to where they lie now. */
export async function dealOut(game: string, view: View): Promise<void> {
  document.documentElement.classList.add('still'); // nothing may glide while it is measured
  await frame();
  await frame();
  const dealing = fly(game, dealtFlights(view, MOST), mark(), DEALING);
  document.documentElement.classList.remove('still');
  await dealing;
}

const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));

/** Let the browser draw and answer before the next piece of work. */
export const breathe = (): Promise<void> => new Promise((done) => setTimeout(done));

/** Cards in the air arrive now: somebody has moved, and must not wait for them. */
export function land(): void {
  for (const hurry of [...waiting]) hurry();
  for (const moving of flying) moving.finish();
}

/** The card that has arrived in the page already is not seen before its movement ends. */
function hide(flight: Flight): HTMLElement | undefined {
  const element = placesNear(flight.target).map((name) => places.get(name)).find(Boolean);
  const cards = element?.querySelectorAll<HTMLElement>(`[data-face="${CSS.escape(flight.face)}"]`);
  const card = cards && [...cards].find((each) => each.style.visibility !== 'hidden');
  card?.style.setProperty('visibility', 'hidden');
  return card;
}

function reappear(card: HTMLElement | undefined): void {
  card?.style.removeProperty('visibility');
}

/** Turn cards up where they lie, for a moment; a touch or a key ends it. */
export async function reveal(game: string, turns: Flight[], rounds: boolean): Promise<void> {
  const rects = mark();
  const wait = stagger(turns.length) / 2;
  const raised = turns.filter((turn) => turn.face !== '?').map((turn, i) => {
    const at = outline(rects, turn.source, turn.face);
    const ghost = at && raise(game, turn.face, at, false);
    ghost?.inner.animate([{ transform: 'rotateY(180deg)' }, { transform: 'none' }], { duration: FLIGHT, delay: i * wait, fill: 'backwards' });
    return ghost;
  });
  await pause(rounds ? REVEAL : LOOK);
  for (const ghost of raised) ghost?.remove();
}

/** Wait; a touch or a key ends it, and so does, after a while, whatever is more urgent. */
export function pause(ms: number, urgent: () => boolean = () => false): Promise<void> {
  if (!ms) return Promise.resolve();
  return new Promise((done) => {
    const end = (): void => {
      clearTimeout(timer);
      clearInterval(looking);
      removeEventListener('pointerdown', end);
      removeEventListener('keydown', end);
      done();
    };
    const timer = setTimeout(end, ms);
    const begun = Date.now();
    const looking = setInterval(() => Date.now() - begun > LEAST && urgent() && end(), 200);
    addEventListener('pointerdown', end);
    addEventListener('keydown', end);
  });
}

interface Ghost {
  outer: HTMLElement;
  inner: HTMLElement;
  flat: boolean;
  remove: () => void;
}

/** A card above the table that belongs to no place. `flat` ones do not turn. */
function raise(game: string, face: string, at: DOMRect, flat: boolean): Ghost {
  const outer = document.createElement('div');
  const inner = document.createElement('div');
  outer.className = 'ghost';
  outer.ariaHidden = 'true';
  for (const [name, value] of [['left', at.x], ['top', at.y], ['width', at.width], ['height', at.height]] as const) {
    outer.style.setProperty(name, `${value}px`);
  }
  outer.append(inner);
  document.body.append(outer);
  const faces = flat ? [face] : [face, '?'];
  const cards = faces.map((each) => mount(Card, { target: inner, props: { game, face: each, fit: true, quiet: true } }));
  const remove = (): void => {
    ghosts.delete(remove);
    for (const card of cards) void unmount(card);
    outer.remove();
  };
  ghosts.add(remove);
  return { outer, inner, flat, remove };
}

/** Nothing is in the air any more: another page is shown. */
export function clearGhosts(): void {
  for (const hurry of [...waiting]) hurry();
  for (const remove of [...ghosts]) remove();
}
