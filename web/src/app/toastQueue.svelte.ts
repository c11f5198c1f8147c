// Short messages at the foot of the page: refusals with their rule, and what was copied.
import { say } from '../i18n/i18n.svelte';

export interface Toast {
  id: number;
  text: string;
  rule: string;
  game: string;
}

const SHOWN = 7000; // ms
const MOST = 3;

export const toasts: Toast[] = $state([]);
let number = 0;

/** Show a message; a rule id becomes a link to the rule. */
export function toast(text: string, rule = '', game = ''): void {
  const known = toasts.findIndex((each) => each.text === text);
  if (known >= 0) toasts.splice(known, 1);
  const id = ++number;
  toasts.push({ id, text, rule: /^[A-Z]+-R?\d+$/.test(rule) ? rule : '', game });
  if (toasts.length > MOST) toasts.shift();
  setTimeout(() => dismiss(id), SHOWN);
}

export function dismiss(id: number): void {
  const at = toasts.findIndex((each) => each.id === id);
  if (at >= 0) toasts.splice(at, 1);
}

/** Tell what went wrong with a request. */
export function tell(error: unknown): void {
  const unreached = error instanceof TypeError; // what fetch throws, in the browser's own words
  toast(unreached ? say('app.failed') : error instanceof Error ? error.message : String(error));
}
