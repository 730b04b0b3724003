// A table as this browser sees it: a pair of eyes for each seat held here (or a spectator's), and whose are open.
import { SvelteMap } from "svelte/reactivity";
import { Eyes, type Pace, type Scene } from "./eyes.svelte";
import { dropToken, keysOf, noteSeat } from "./keyring";
import type { Hint, Link, Socket, Update, Weighed } from "./live";
import type { Drawing } from "../games/drawing";
import { TableClocks } from "../pace/clocks.svelte";
import type { Entry, Lang, Line, Offer, Place, TableInfo, View } from "./protocol";
import { sameKnowledge } from "./secrets";
import { recall, remember } from "./storage";

export interface Refusal {
  choice: string | null; words: string; rule: string | null; count: number;
  /** It can be chosen after another choice; the words say which. */
  later: boolean;
}
export interface Foresight { choice: string; words: string[]; open: boolean }

export interface TableOptions {
  table: string;
  /** How the table's game reads what happens. */
  drawing: Pick<Drawing, "sideOf" | "isGrave">;
  address: string;
  lang: () => Lang;
  pace: () => Pace;
  connect?: (address: string) => Socket;
}

/** How long a pointer must rest before the server is asked what would follow. */
const REST = 120;
/** The order in which a connection's states matter to a person. */
const WORST: Link[] = ["closed", "lost", "connecting", "up"];

export class Table {
  info = $state.raw<TableInfo | null>(null);
  chat = $state.raw<Line[]>([]);
  eyes = $state.raw<Eyes[]>([]);
  /** What partners of a seat said in private. */
  private readonly privately = new SvelteMap<Eyes, Line[]>();
  readonly clocks = new TableClocks();
  /** Which of the eyes are open; -1: several people share the screen, and none of them has looked yet. */
  index = $state(0);
  /** The device should be passed to the person of these eyes before anything of theirs is shown. */
  curtain = $state.raw<Eyes | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** What the lesson says to a choice that leads elsewhere. */
  correction = $state.raw<{ words: string; count: number } | null>(null);
  foresight = $state.raw<Foresight | null>(null);
  hint = $state.raw<Hint | null>(null);
  hinting = $state(false);
  /** The level that is asked for hints; empty: the usual one. */
  adviser = $state(recall("adviser", ""));
  /** The coach looks at a choice; and what it has against one. */
  weighing = $state(false);
  counsel = $state.raw<Weighed | null>(null);
  /** The table can't be shown at all, and why. */
  trouble = $state.raw<{ code: string; words: string } | null>(null);
  /** A seat that was ours belongs to somebody else now. */
  seatLost = $state(false);
  /** What was on show before other eyes opened; until they see something themselves. */
  private before = $state.raw<Scene | null>(null);
  /** Does the stage tell this update? Whoever shows a stage says so. */
  isStaged: (update: Update) => boolean = () => false;
  /** Whose secret choice the people at this screen have made room for. */
  private trusted: Eyes | null = null;
  private pinned: { eyes: Eyes; version: number } | null = null;
  private pointing: ReturnType<typeof setTimeout> | undefined;
  /** The choice that the pointer or the focus rests on. */
  pointed = $state<string | null>(null);
  private refusals = 0;

  constructor(private readonly options: TableOptions) {
    this.sit();
  }

  get open(): Eyes | null {
    return this.eyes[this.index] ?? null;
  }

  get scene(): Scene | null {
    return this.open?.scene ?? this.before;
  }

  /** What may be chosen now; nothing while an older moment is still on show, or at a table that was closed. */
  get offers(): Offer[] {
    return this.open?.caughtUp && !this.curtain && !this.info?.closed && !this.info?.adjourned ? (this.open.scene?.choices ?? []) : [];
  }

  get log(): Entry[] {
    return this.open?.log ?? [];
  }

  get link(): Link {
    return WORST.find((link) => this.eyes.some((eyes) => eyes.link === link)) ?? "connecting";
  }

  /** Seats played from this browser. */
  get seats(): number[] {
    return this.eyes.flatMap((eyes) => (eyes.seat === null ? [] : [eyes.seat]));
  }

  /** Does the match wait for somebody here? */
  get ourTurn(): boolean {
    return !this.info?.closed && this.eyes.some((eyes) => eyes.asked);
  }

  /** Whose last choice may be taken back: that of the person looking. Nobody takes back what another person at this
   * screen has chosen; on a board for analysis all seats are one person's. */
  get undoer(): Eyes | null {
    if (this.curtain) return null;
    if (this.open?.latest?.undo) return this.open;
    return this.info?.analysis ? (this.eyes.find((eyes) => eyes.latest?.undo) ?? null) : null;
  }

  place(seat: number | null): Place | undefined {
    return this.info?.seats.find((place) => place.seat === seat);
  }

  /** The side a seat leads now; null: none any more. */
  sideOf(view: View, seat: number | null): string | null {
    if (seat === null) return null;
    const { drawing } = this.options;
    return drawing.sideOf ? drawing.sideOf(view, seat) : (this.place(seat)?.side ?? null);
  }

  /** The side the person of these eyes leads, as far as the server has said. */
  sideBehind(eyes: Eyes | null): string | null {
    return eyes?.latest ? this.sideOf(eyes.latest.view, eyes.seat) : null;
  }

  /** Where the person of these eyes sits. */
  placesOf(eyes: Eyes | null): Place[] {
    return this.info?.seats.filter((place) => place.seat === eyes?.seat) ?? [];
  }

  /** Takes the seats whose tokens this browser holds; without any, one watches. */
  sit(): void {
    const tokens = keysOf(this.options.table).tokens;
    const wanted: (string | null)[] = tokens.length > 0 ? tokens : [null];
    this.before = this.scene;
    if (this.eyes.length === 0 && wanted.length > 1) this.index = -1;
    const kept = this.eyes.filter((eyes) => wanted.includes(eyes.token));
    for (const eyes of this.eyes) if (!kept.includes(eyes)) eyes.close();
    const fresh = wanted
      .filter((token) => !kept.some((eyes) => eyes.token === token))
      .map((token) => this.lookThrough(token));
    this.eyes = [...kept, ...fresh];
    this.index = this.eyes.length === 1 ? 0 : Math.min(this.index, this.eyes.length - 1);
  }

  /** Opens the eyes of a seat, behind a curtain if they see a secret. */
  look(eyes: Eyes): void {
    this.pinned = { eyes, version: eyes.latest?.version ?? -1 };
    this.turnTo(eyes);
  }

  /** The person at the device is the one the curtain waits for. */
  liftCurtain(): void {
    const eyes = this.curtain;
    this.curtain = null;
    this.trusted = eyes;
    if (eyes) this.openEyes(eyes);
  }

  /** The person before stays at the device a little longer. */
  keepLooking(): void {
    this.curtain = null;
    if (this.open) this.pinned = { eyes: this.open, version: this.open.latest?.version ?? -1 };
  }

  choose(choice: string): void {
    this.clearWords();
    this.open?.choose(choice);
  }

  /** Does one button take back, although bots have decided since? They always agree; other people are asked first. */
  get takesBack(): boolean {
    const { info, open } = this;
    if (this.undoer || this.curtain || !info || info.phase !== "playing" || info.lesson || info.adjourned || open?.seat == null) return false;
    const people = info.seats.filter((place) => place.who === "person");
    return people.length === 1 && people[0]!.seat === open.seat && (open.latest?.version ?? 0) > 0;
  }

  undo(): void {
    const eyes = this.undoer;
    if (!eyes) {
      if (this.takesBack) {
        this.clearWords();
        this.open?.askUndo();
      }
      return;
    }
    this.clearWords();
    eyes.undo();
    if (eyes !== this.open) this.look(eyes);
  }

  /** Something that is not on offer was clicked: which rule forbids it? */
  async ask(choice: string): Promise<void> {
    const eyes = this.open;
    if (!eyes) return;
    eyes.catchUp();
    try {
      const verdict = await eyes.why(choice);
      if (verdict.legal) return;
      this.refuse(verdict.choice, verdict.words, verdict.rule ?? null, verdict.first !== undefined);
    } catch {
      // The connection is away, and the page says so already.
    }
  }

  /** The pointer or the focus rests on a choice (null: no longer). */
  point(choice: string | null): void {
    clearTimeout(this.pointing);
    this.pointed = choice;
    if (choice === null) {
      this.foresight = null;
      return;
    }
    if (this.foresight?.choice !== choice) this.foresight = null;
    this.pointing = setTimeout(() => void this.foresee(choice), REST);
  }

  /** With a level: from now on that one is asked. */
  async askHint(level?: string): Promise<void> {
    if (level !== undefined) {
      this.adviser = level;
      remember("adviser", level);
    }
    const eyes = this.open;
    if (!eyes || this.hinting || !eyes.asked) return;
    eyes.catchUp();
    const version = eyes.latest?.version;
    const current = (): boolean => eyes === this.open && eyes.latest?.version === version;
    this.hinting = true;
    this.hint = null;
    this.refusal = null;
    try {
      const hint = await eyes.hint(this.adviser || undefined);
      if (current()) this.hint = hint;
    } catch (error) {
      const words = error instanceof Error ? error.message : "";
      if (current() && words && words !== "lost" && words !== "late") this.refuse(null, words, null);
    } finally {
      this.hinting = false;
    }
  }

  /** Does a coach speak to the person who looks now? */
  get coached(): boolean {
    return this.info?.coached === true && this.place(this.open?.seat ?? null)?.coach === true;
  }

  /** Everybody at this screen agrees to a coach, or no more. */
  agreeToCoach(agree: boolean): void {
    for (const eyes of this.eyes) if (eyes.seat !== null) eyes.agreeToCoach(agree);
  }

  /** May a choice be made as far as the coach is concerned? What it has against it is on show then. */
  async consult(choice: string): Promise<boolean> {
    const eyes = this.open;
    if (!eyes || !this.coached || this.weighing) return !this.weighing;
    const version = eyes.latest?.version;
    this.counsel = null;
    this.weighing = true;
    try {
      const weighed = await eyes.weigh(choice);
      if (eyes !== this.open || eyes.latest?.version !== version) return false;
      if (weighed.worse) this.counsel = weighed;
      return !weighed.worse;
    } catch {
      // Without a coach one can play as well.
      return true;
    } finally {
      this.weighing = false;
    }
  }

  clearWords(): void {
    this.counsel = null;
    this.refusal = null;
    this.correction = null;
    this.hint = null;
    this.point(null);
  }

  say(text: string, to: "all" | "partners" = "all"): boolean {
    return this.open?.say(text, to) ?? false;
  }

  /** The lines that the person looking may read: what partners say in private is kept with their seat. */
  get lines(): Line[] {
    const own = (this.open && this.privately.get(this.open)) ?? [];
    return own.length === 0 ? this.chat : [...this.chat, ...own].sort((one, other) => one.number - other.number);
  }

  /** The seats that lead the same side as the person looking, besides their own. */
  get partners(): number[] {
    const { open } = this;
    const view = open?.latest?.view;
    if (!open || !view || open.seat === null || this.info?.analysis) return [];
    return (this.info?.seats ?? []).map((place) => place.seat).filter((seat) => seat !== open.seat && this.isTogether(view, seat, open.seat!));
  }

  /** Everything again, after the language has changed. */
  again(): void {
    this.clearWords();
    for (const eyes of this.eyes) eyes.again();
  }

  /** The person is back at the page, or the network is. */
  wake = (): void => {
    this.hurry();
    for (const eyes of this.eyes) eyes.catchUp();
  };

  /** Finds out now whether the server can be reached. */
  hurry = (): void => {
    for (const eyes of this.eyes) eyes.hurry();
  };

  close(): void {
    clearTimeout(this.pointing);
    this.clocks.end();
    for (const eyes of this.eyes) eyes.close();
  }

  private lookThrough(token: string | null): Eyes {
    const { address, lang, pace, connect, drawing } = this.options;
    const eyes: Eyes = new Eyes({
      address,
      token,
      lang,
      // Closed eyes need no time.
      pace: () => (this.open === eyes ? pace() : { motion: 0, hold: 0 }),
      ...(connect ? { connect } : {}),
      isGrave: (entry) => drawing.isGrave(entry),
      isStaged: (update) => this.open === eyes && this.isStaged(update),
      changed: () => this.changed(eyes),
      table: (info) => (this.info = info),
      chat: (lines) => this.hear(eyes, lines),
      clocks: (clocks) => this.clocks.take(clocks),
      refused: (_, message) => {
        if (message.error === "lesson") this.correct(message.words);
        else if (message.error !== "stale") this.refuse(null, message.words, message.rule ?? null);
      },
      problem: (from, message) => this.face(from, message.error, message.words),
    });
    return eyes;
  }

  private changed(eyes: Eyes): void {
    if (eyes.token && eyes.seat === null) {
      // The server shows what a spectator may see: the seat has been given to somebody else.
      this.loseSeat(eyes.token);
      return;
    }
    if (eyes.token && eyes.seat !== null) noteSeat(this.options.table, eyes.token, eyes.seat);
    if (eyes === this.open) {
      if (this.hint && !eyes.scene?.choices.some((offer) => offer.choice === this.hint?.choice)) this.hint = null;
      if (eyes.asked && eyes.caughtUp) this.refusal = this.refusal?.choice === null ? null : this.refusal;
    }
    this.chooseEyes();
  }

  /** Opens the eyes of whoever must decide; else those that are open stay open. */
  private chooseEyes(): void {
    const open = this.open;
    if (!open) {
      this.openFirst();
      return;
    }
    if (!open.caughtUp) return;
    // What the others may see of the same moment is on its way: until then nobody knows whether a seat has secrets.
    if (this.isShared && !this.isLevel) return;
    if (this.curtain && !this.curtain.asked) this.curtain = null;
    if (this.pinned && this.pinned.version === (this.pinned.eyes.latest?.version ?? -1)) return;
    this.pinned = null;
    if (!open.latest?.prompt.secret) this.trusted = null;
    if (open.asked) {
      // Others sit beside: whoever is first to choose in secret wants them to look away, too.
      this.curtain = this.isShared && this.trusted !== open && this.choosesSecretly(open) ? open : null;
      return;
    }
    const count = this.eyes.length;
    for (let step = 1; step < count; step++) {
      const next = this.eyes[(this.index + step) % count]!;
      if (next.asked) {
        this.turnTo(next);
        return;
      }
    }
  }

  /** Nobody has looked yet: whoever must decide does, as soon as it is known who that is. */
  private openFirst(): void {
    if (this.eyes.some((eyes) => eyes.latest === null) || (this.isShared && !this.isLevel)) return;
    this.curtain = null;
    this.turnTo(this.eyes.find((eyes) => eyes.asked) ?? this.eyes[0]!);
  }

  /** Do people who must not know the same sit at this screen? */
  get isShared(): boolean {
    if (this.info?.analysis) return false;
    const view = this.eyes[0]?.latest?.view;
    const seats = this.seats;
    return view !== undefined && seats.some((seat) => !this.isTogether(view, seats[0]!, seat));
  }

  /** Have all eyes been told of the same moment? */
  private get isLevel(): boolean {
    return this.eyes.every((eyes) => eyes.latest?.version === this.eyes[0]?.latest?.version);
  }

  private choosesSecretly(eyes: Eyes): boolean {
    return eyes.asked && eyes.latest?.prompt.secret === true;
  }

  private turnTo(eyes: Eyes): void {
    if (eyes === this.open) return;
    if (this.seesSecret(eyes)) this.curtain = eyes;
    else this.openEyes(eyes);
  }

  private openEyes(eyes: Eyes): void {
    const index = this.eyes.indexOf(eyes);
    if (index < 0) return;
    this.open?.catchUp();
    this.clearWords();
    this.index = index;
    eyes.catchUp();
  }

  /** Do these eyes see, or are about to choose, what the person at the device must not know? */
  private seesSecret(eyes: Eyes): boolean {
    const { view } = eyes.latest ?? {};
    if (!view || eyes.seat === null || view.over || this.info?.analysis) return false;
    if (this.open && this.open.seat !== null && this.isTogether(view, this.open.seat, eyes.seat)) return false;
    return view.secret.own.length > 0 || this.choosesSecretly(eyes) || this.hasPrivate(eyes);
  }

  /** Does a seat know something, such as its hand, that another one at this screen does not? */
  private hasPrivate(eyes: Eyes): boolean {
    const { view, version } = eyes.latest!;
    return this.eyes.some((other) => {
      if (other === eyes || other.seat === null || !other.latest || this.isTogether(view, other.seat, eyes.seat!)) return false;
      return other.latest.version !== version || !sameKnowledge(view, other.latest.view);
    });
  }

  /** Do two seats lead one side, and so know the same? */
  private isTogether(view: View, one: number, other: number): boolean {
    const side = this.sideOf(view, one);
    return one === other || (side !== null && side === this.sideOf(view, other));
  }

  private async foresee(choice: string): Promise<void> {
    const eyes = this.open;
    if (!eyes?.scene?.choices.some((offer) => offer.choice === choice)) return;
    try {
      const preview = await eyes.preview(choice);
      if (this.pointed !== choice || this.open !== eyes) return;
      this.foresight = { choice, words: preview.entries.map((entry) => entry.words), open: preview.open };
    } catch {
      // Without a forecast one can play as well.
    }
  }

  private refuse(choice: string | null, words: string, rule: string | null, later = false): void {
    this.refusals += 1;
    this.refusal = { choice, words, rule, count: this.refusals, later };
  }

  takeBackCorrection(): void {
    this.correction = null;
  }

  private correct(words: string): void {
    this.refusals += 1;
    this.correction = { words, count: this.refusals };
  }

  private hear(eyes: Eyes, lines: Line[]): void {
    this.chat = joined(this.chat, lines.filter((line) => !line.private));
    const own = lines.filter((line) => line.private);
    if (own.length > 0) this.privately.set(eyes, joined(this.privately.get(eyes) ?? [], own));
  }

  private loseSeat(token: string): void {
    dropToken(this.options.table, token);
    this.seatLost = true;
    this.sit();
  }

  private face(eyes: Eyes, code: string, words: string): void {
    if (code === "wrong-token" && eyes.token) {
      this.loseSeat(eyes.token);
    } else if (code === "no-table" || code === "full" || code === "bad-save") {
      this.trouble = { code, words };
    } else {
      this.refuse(null, words, null);
    }
  }
}

/** Lines of a chat with some more, each once, in order. */
function joined(lines: Line[], more: Line[]): Line[] {
  if (more.length === 0) return lines;
  const known = new Map([...lines, ...more].map((line) => [line.number, line]));
  return [...known.values()].sort((one, other) => one.number - other.number);
}
