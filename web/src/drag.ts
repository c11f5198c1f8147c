// Dragging something onto a place: the pointer carries it, the place under it is told.
import type { Attachment } from 'svelte/attachments';

const FAR = 9; // px until a press is a drag

/** The place under a point, but not the one that a card comes from. */
export function placeUnder(x: number, y: number, from: string): string | undefined {
  const found = document.elementsFromPoint(x, y).map((each) => each.closest<HTMLElement>('[data-place]')?.dataset['place']);
  return found.find((each) => each !== undefined && each !== from);
}

/** `{@attach draggable('drawn', drop)}`: it can be dragged from this place; `drop` is told where to. */
export function draggable(from: string, drop: (target: string) => void): Attachment<HTMLElement> {
  return (element) => {
    let start: { x: number; y: number; moving: boolean } | null = null;

    const down = (event: PointerEvent): void => {
      if (!event.button) start = { x: event.clientX, y: event.clientY, moving: false };
    };
    const move = (event: PointerEvent): void => {
      if (!start) return;
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      if (!start.moving && Math.hypot(dx, dy) < FAR) return;
      if (!start.moving) lift(event);
      start.moving = true;
      element.style.setProperty('translate', `${dx}px ${dy}px`);
    };
    const lift = (event: PointerEvent): void => {
      element.setPointerCapture(event.pointerId);
      element.classList.add('carried');
    };
    const up = (event: PointerEvent): void => {
      const moved = start?.moving;
      const target = moved ? placeUnder(event.clientX, event.clientY, from) : undefined;
      leave();
      if (moved) addEventListener('click', stop, { capture: true, once: true }); // it is not meant
      if (moved) setTimeout(() => removeEventListener('click', stop, true), 50);
      if (target) drop(target);
    };
    const stop = (event: Event): void => event.stopPropagation();
    const leave = (): void => {
      start = null;
      element.classList.remove('carried');
      element.style.removeProperty('translate');
    };

    const heard: [string, (event: PointerEvent) => void][] = [['pointerdown', down], ['pointermove', move], ['pointerup', up], ['pointercancel', leave]]; // prettier-ignore
    for (const [name, listen] of heard) element.addEventListener(name, listen as EventListener);
    return () => {
      for (const [name, listen] of heard) element.removeEventListener(name, listen as EventListener);
    };
  };
}

const PULL = 9; // px until a press is a drag

/** A card that is pulled onto a place: `{@attach drag((target) => …)}` on the element that follows the finger. */
export function drag(ondrop: ((target: string) => void) | undefined): Attachment<HTMLElement> {
  return (element) => {
    if (!ondrop) return;
    let from: { x: number; y: number } | null = null;
    let moving = false;
    const down = (event: PointerEvent): void => {
      if (!event.button) from = { x: event.clientX, y: event.clientY };
    };
    const move = (event: PointerEvent): void => {
      if (!from) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (!moving && Math.hypot(x, y) < PULL) return;
      if (!moving) element.setPointerCapture(event.pointerId);
      moving = true;
      element.style.transform = `translate(${x}px, ${y}px) scale(1.06)`;
      element.style.zIndex = '50';
    };
    const end = (event: PointerEvent): void => {
      if (moving && event.type === 'pointerup') drop(event);
      if (moving) addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', swallow, { capture: true }), 50);
      [from, moving] = [null, false];
      element.style.removeProperty('transform');
      element.style.removeProperty('z-index');
    };
    const drop = (event: PointerEvent): void => {
      const target = placeBeneath(event.clientX, event.clientY, element);
      if (target) ondrop(target);
    };
    const pairs = [['pointerdown', down], ['pointermove', move], ['pointerup', end], ['pointercancel', end]] as const;
    for (const [name, listener] of pairs) element.addEventListener(name, listener);
    element.style.touchAction = 'none';
    return () => {
      for (const [name, listener] of pairs) element.removeEventListener(name, listener);
      element.style.removeProperty('touch-action');
    };
  };
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

/** The name of the place at a point, beneath what is pulled. */
function placeBeneath(x: number, y: number, pulled: HTMLElement): string | undefined {
  const under = document.elementsFromPoint(x, y).filter((each) => !pulled.contains(each));
  const places = under.map((each) => each.closest<HTMLElement>('[data-place]')).filter((each) => each && !each.contains(pulled));
  return places[0]?.dataset['place'];
}
