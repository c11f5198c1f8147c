// Who one is, and the one line to the server that all tables share.
import { untrack } from 'svelte';

import { socketAddress } from './basePath';
import { api, Refusal } from '../net/api';
import { Line, type Status, type Wire } from '../net/connection';
import { say } from '../i18n/i18n.svelte';
import { settings } from './settings.svelte';

export const session = $state({ name: '', known: false, line: 'idle' as Status });

let arriving: Promise<void> | null = null;

/** Be somebody: the person of the cookie, or else a new guest. */
export function arrive(): Promise<void> {
  arriving ??= (settings.met ? api.me().catch(forgotten) : newGuest()).then(known, (error: unknown) => {
    arriving = null;
    throw error;
  });
  return arriving;
}

/** Look who one is, without becoming a guest. */
export async function look(): Promise<void> {
  if (settings.met) await arrive();
}

/** The cookie is gone, or was taken back. */
function forgotten(error: unknown): Promise<{ name: string }> {
  if (!(error instanceof Refusal) || error.status !== 401) throw error;
  return newGuest();
}

function newGuest(): Promise<{ name: string }> {
  return api.welcome(settings.name || say('guest', { number: 10 + Math.floor(Math.random() * 90) }));
}

export function known(person: { name: string }): void {
  session.name = person.name;
  session.known = true;
  if (!settings.met) settings.met = true;
}

export async function rename(name: string): Promise<void> {
  settings.name = name;
  if (session.known) known(await api.rename(name));
  else await arrive();
}

function dial(): Wire {
  return new WebSocket(socketAddress('/ws')) as Wire;
}

function later(what: () => void, ms: number): () => void {
  const timer = setTimeout(what, ms);
  return () => clearTimeout(timer);
}

export const line = new Line({
  ticket: () => untrack(arrive).then(api.ticket), // who follows a table does not follow what is kept of its person
  dial, later, random: Math.random, lang: () => settings.lang,
}); // prettier-ignore

line.onstatus = (status) => (session.line = status);
addEventListener('online', () => line.hurry());
document.addEventListener('visibilitychange', () => document.hidden || line.hurry());
