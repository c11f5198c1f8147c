// Dragging something onto a place: the pointer carries it, the place under it is told.
import type { Attachment } from 'svelte/attachments';

const FAR = 9; // px until a press is a drag

/** The place under a point, but not the one that a card comes from. */
export function placeUnder(x: number, y: number, from: string | HTMLElement): string | undefined {
  const under = document.elementsFromPoint(x, y).map((each) => each.closest<HTMLElement>('[data-place]')).filter((each) => each !== null);
  const other = under.find((each) => (typeof from === 'string' ? each.dataset['place'] !== from : !each.contains(from) && !from.contains(each)));
  return other?.dataset['place'];
}

/** `{@attach draggable((target) => …)}`: it follows the pointer, and `drop` is told the place it is let go over. */
export function draggable(drop: ((target: string) => void) | undefined): Attachment<HTMLElement> {
  return (element) => {
    if (!drop) return;
    let start: { x: number; y: number; moving: boolean } | null = null;

    const down = (event: PointerEvent): void => {
      if (event.button) return;
      start = { x: event.clientX, y: event.clientY, moving: false };
      for (const [name, listen] of heard) addEventListener(name, listen); // a quick hand leaves it at once
    };
    const move = (event: PointerEvent): void => {
      if (!start) return;
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      if (!start.moving && Math.hypot(dx, dy) < FAR) return;
      start.moving = true;
      element.classList.add('carried');
      element.style.setProperty('translate', `${dx}px ${dy}px`);
    };
    const up = (event: PointerEvent): void => {
      const moved = start?.moving;
      const target = moved ? placeUnder(event.clientX, event.clientY, element) : undefined;
      leave();
      if (moved) addEventListener('click', swallow, { capture: true, once: true }); // it is not meant
      if (moved) setTimeout(() => removeEventListener('click', swallow, true), 50);
      if (target) drop(target);
    };
    const leave = (): void => {
      start = null;
      for (const [name, listen] of heard) removeEventListener(name, listen);
      element.classList.remove('carried');
      element.style.removeProperty('translate');
    };

    const heard = [['pointermove', move], ['pointerup', up], ['pointercancel', leave]] as const; // prettier-ignore
    element.addEventListener('pointerdown', down);
    element.style.setProperty('touch-action', 'none');
    return () => {
      leave();
      element.removeEventListener('pointerdown', down);
      element.style.removeProperty('touch-action');
    };
  };
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
