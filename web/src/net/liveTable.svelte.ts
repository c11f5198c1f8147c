// A live table as the page shows it: what was received, shown update by update as its cards move.
import { tick } from 'svelte';

import type { Board } from '../board/board';
import { endsRound, flightsOf, isUnseen, turnsOf, type Flight } from '../board/flightsFromEvents';
import { refusalLine } from '../i18n/i18n.svelte';
import { gameOf } from '../games';
import { breathe, clearGhosts, fly, land, mark, pause, reveal } from '../board/cardAnimationQueue';
import type { View } from '../board/viewNotation';
import { scenesOf, type Scene } from '../board/updateScenes';
import { reduced } from '../app/reducedMotion';
import { line } from '../app/session.svelte';
import { witness } from '../shuffle/shuffleDuty.svelte';
import { sound } from '../app/sound';
import { toast } from '../app/toastQueue.svelte';
import type { Answer, Chair, Facts, Refused, SeenEntry, SeenEvent, TableMessage, Update, Weighed } from './messages';
import { follow, newsOf, type Standing } from './tableState';

const SAID = 3500; // ms that an emote stays
const LAG = 3; // updates that may wait; beyond, cards jump

/** The best of one's moves, and all that one had to choose from. */
interface Hint {
  best: Weighed[];
  among: string;
}

interface Waiting {
  message: TableMessage;
  at: number;
}

export class Table implements Board {
  readonly id: string;
  missing = $state(false);
  pending = $state(false);
  hinting = $state(false);
  said: Record<number, string> = $state({});
  news: SeenEntry[] = $state.raw([]);

  #shown: Standing | null = $state.raw(null);
  #scene: Scene | null = $state.raw(null);
  #hint: Hint | null = $state.raw(null);
  #head: Standing | null = null; // everything that was received
  #queue: Waiting[] = [];
  #busy = false;
  #awaited = Infinity; // the number that our last move got
  #gone = false;
  #hurried = 0; // updates before this one are shown without movement

  constructor(id: string) {
    this.id = id;
    line.watch(id, this);
  }

  leave(): void {
    this.#gone = true;
    line.unwatch(this.id);
    clearGhosts();
  }

  // What a follower must say

  get epoch(): string {
    return this.#head?.epoch ?? '';
  }
  get seq(): number {
    return this.#head?.seq ?? 0;
  }

  // What is shown

  get standing(): Standing | null {
    return this.#shown;
  }
  get facts(): Facts | null {
    return this.#shown?.facts ?? null;
  }
  get game(): string {
    return this.facts?.game ?? '';
  }
  get view(): View | null {
    return this.#scene?.view ?? this.#shown?.view ?? null;
  }
  get seat(): number | null {
    return this.#shown?.seat ?? null;
  }
  get moves(): string[] {
    return this.#scene ? [] : (this.#shown?.moves ?? []);
  }
  get chairs(): Chair[] {
    return this.facts?.chairs ?? [];
  }
  get scores(): number[] {
    return this.#shown?.game?.scores ?? [];
  }
  get figures(): Record<string, number[]> {
    return this.#shown?.game?.figures ?? {};
  }
  get fresh(): boolean {
    return this.log.at(-1)?.kind === 'dealt';
  }
  get actors(): number[] {
    return this.#shown?.game?.actors ?? [];
  }
  get waited(): number[] {
    return this.#scene ? [] : (this.#shown?.game?.waited ?? []);
  }
  get reacting(): boolean {
    return this.#shown?.game?.reacting ?? false;
  }
  get winners(): number[] {
    return this.#shown?.game?.winners ?? [];
  }
  get over(): boolean {
    return this.#shown?.over ?? false;
  }
  get options(): Record<string, string | number> {
    return this.facts?.options ?? {};
  }
  get memoryAid(): boolean {
    return this.facts?.memory_aid ?? false;
  }
  get scene(): SeenEvent[] {
    return this.#scene?.events ?? [];
  }
  get deadlines(): Record<number, number> {
    return this.#shown?.deadlines ?? {};
  }
  get present(): number[] {
    return this.#shown?.present ?? [];
  }
  get log(): SeenEntry[] {
    return this.#shown?.log ?? [];
  }

  /** A hint holds until something is played; that others choose face down meanwhile does not change it. */
  get hints(): Weighed[] {
    const holds = !this.pending && this.#hint?.among === this.moves.join();
    return holds ? (this.#hint?.best ?? []) : [];
  }
  /** It is one's turn, and all others are bots. */
  get mayHint(): boolean {
    const asked = this.seat !== null && this.waited.includes(this.seat) && this.moves.length > 0;
    return asked && this.chairs.every((chair, seat) => chair.kind === 'bot' || seat === this.seat);
  }

  // What a person does

  /** Ask for the best moves; once they are shown, put them away. */
  hint(): void {
    if (this.hints.length) this.#hint = null;
    else if (this.mayHint && !this.hinting) void this.#askHint();
  }

  async #askHint(): Promise<void> {
    this.hinting = true;
    const among = this.moves.join();
    const answer = await line.hint(this.id);
    this.hinting = false;
    if (answer.type === 'hinted' && among === this.moves.join()) this.#hint = { best: answer.moves, among };
    if (answer.type === 'refused') this.#refused(answer);
  }

  play(...moves: string[]): void {
    if (this.pending || !this.#shown) return;
    this.pending = true;
    this.#hint = null;
    this.#awaited = Infinity;
    void line.play(this.id, this.#shown.seq, moves).then((answer) => this.#answered(answer));
  }

  why(move: string): void {
    void line.try(this.id, move).then((answer) => this.#answered(answer));
  }

  ask(...moves: string[]): Promise<Answer | null> {
    return line.try(this.id, ...moves);
  }

  concede(): void {
    void line.concede(this.id).then((answer) => this.#answered(answer));
  }

  emote(emote: string): void {
    line.emote(this.id, emote);
  }

  /** A move is over when it is seen: what it led to may come a moment after its acknowledgement. */
  #answered(answer: Answer): void {
    if (answer.type === 'ack') this.#awaited = answer.seq;
    else this.pending = false;
    if (answer.type === 'ack') this.#settle();
    if (answer.type === 'refused') this.#refused(answer);
  }

  #settle(): void {
    if (this.#shown && this.#shown.seq >= this.#awaited) this.pending = false;
  }

  /** A refusal is told; one that says that we are behind asks for what we have missed. */
  #refused(refused: Refused): void {
    toast(refusalLine(this.game, refused, this.chairs), refused.rule, this.game);
    if (refused.seq !== undefined && refused.seq > this.seq) line.watch(this.id, this);
  }

  // What the server says

  receive(message: TableMessage): void {
    if (message.type === 'refused') return this.#told(message);
    if (message.type === 'emote') return this.#hear(message.seat, message.emote);
    const now = Date.now();
    this.#head = follow(this.#head, message, now);
    witness(this.id, this.#head?.seat ?? null, message);
    if (message.type === 'presence') this.#shown = follow(this.#shown, message, now);
    else this.#queue.push({ message, at: now });
    if (this.#isOwn(message)) this.#hurryTo(message.seq);
    void this.#pump();
  }

  #isOwn(message: TableMessage): message is Update {
    return message.type === 'update' && message.entries.some(({ kind, seat, by }) => kind === 'moved' && seat === this.seat && by !== 'bot');
  }

  /** Our own move is shown at once: what comes before it does not move any more. */
  #hurryTo(seq: number): void {
    this.#hurried = seq;
    land();
  }

  #told(refused: Refused): void {
    if (refused.code === 'table.not_found') this.missing = true;
    else if (!refused.id) toast(refused.message, refused.rule, this.game);
  }

  #hear(seat: number, emote: string): void {
    this.said[seat] = emote;
    setTimeout(() => this.said[seat] === emote && delete this.said[seat], SAID);
  }

  /** Show one update after the other, each as soon as the cards of the last have arrived. */
  async #pump(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    if (!document.hidden) await breathe();
    for (let next = this.#queue.shift(); next && !this.#gone; next = this.#queue.shift()) {
      await this.#show(next);
      if (this.#queue.length && !document.hidden) await breathe();
    }
    this.#busy = false;
  }

  async #show({ message, at }: Waiting): Promise<void> {
    const news = newsOf(this.#shown, message);
    const late = 'seq' in message && (message.seq ?? 0) < this.#hurried;
    const still = late || this.#queue.length >= LAG || document.hidden || reduced();
    const told = late || document.hidden ? [] : await this.#play(news);
    if (!still) await this.#turn(message, news);
    const before = still ? null : mark();
    const was = this.#shown;
    this.#scene = null;
    this.#shown = follow(was, message, at);
    if (news.length) this.news = news;
    if (this.#hint?.among !== this.moves.join()) this.#hint = null;
    this.#settle();
    this.#sound(was, news);
    if (!before) return;
    await tick();
    await fly(this.game, this.#flights(news.map((entry) => ({ ...entry, events: entry.events?.filter((event) => !told.includes(event)) ?? [] }))), before);
  }

  /** What needs several looks is shown scene by scene; the last scene is the new standing. */
  async #play(news: SeenEntry[]): Promise<SeenEvent[]> {
    const scenes = scenesOf(gameOf(this.game).cut, this.#shown?.view ?? null, news);
    for (const [i, scene] of scenes.entries()) {
      const before = mark();
      this.#scene = { ...scene, events: scenes.slice(0, i + 1).flatMap(({ events }) => events) };
      await tick();
      await fly(this.game, this.#flights([{ seq: 0, at: 0, kind: 'moved', events: scene.events }]), before, scene.together ? 0 : undefined);
      await pause(scene.hold, () => scene.brief && this.#queue.length >= LAG);
      if (this.#gone) break;
    }
    return this.#scene?.events ?? [];
  }

  /** Movements of an update; in a memory game a card that changes places does so unseen, even if one knows it. */
  #flights(news: SeenEntry[]): Flight[] {
    const hides = gameOf(this.game).memory && !this.memoryAid;
    return flightsOf(news).map((flight) => (hides && isUnseen(flight) ? { ...flight, face: '?' } : flight));
  }

  /** Cards that are turned up where they lie, unless the game's screen does it. */
  async #turn(message: TableMessage, news: SeenEntry[]): Promise<void> {
    const turns = gameOf(this.game).memory ? [] : turnsOf(news);
    if (turns.length && endsRound(news)) await reveal(this.game, turns, true);
    else if (turns.length && !('over' in message && message.over)) void reveal(this.game, turns, false);
  }

  #sound(was: Standing | null, news: SeenEntry[]): void {
    const now = this.#shown;
    if (!now || !was) return;
    const events = news.flatMap((entry) => entry.events ?? []);
    if (events.some(({ key }) => gameOf(this.game).slaps?.includes(key ?? ''))) sound('slap');
    else if (flightsOf(news).length) sound(flightsOf(news)[0]?.source === 'stock' ? 'draw' : 'play');
    if (now.over && !was.over && now.seat !== null && now.game?.winners?.includes(now.seat)) sound('win');
    else if (isAsked(now) && !isAsked(was)) sound('turn');
  }
}

const isAsked = (standing: Standing): boolean => standing.seat !== null && !!standing.game?.waited.includes(standing.seat);
