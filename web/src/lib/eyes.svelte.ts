// What one pair of eyes sees of a match: the scene on show, the updates still waiting to be shown, the log.
// Updates are shown one after another so that a person can follow; whoever acts meanwhile sees the newest at once. What the
// stage tells is seen nowhere else before it is told there.
import { Live, type Hint, type Link, type Preview, type Problem, type Socket, type State, type Update, type Weighed } from "./live";
import type { ChatNews, Refused, TableNews, Verdict } from "./live";
import type { Clocks, Entry, Lang } from "./protocol";

export type Scene = Pick<State, "version" | "view" | "prompt" | "choices" | "undo" | "outcome" | "made" | "chances">;

/** How long things take, in milliseconds: one movement; an update of somebody else. */
export interface Pace { motion: number; hold: number }

export interface EyesOptions {
  address: string;
  token: string | null;
  lang: () => Lang;
  pace: () => Pace;
  connect?: (address: string) => Socket;
  /** Does it deserve a longer look? */
  isGrave: (entry: Entry) => boolean;
  /** Does the stage tell this update? Then the scene waits for it (see `told`). */
  isStaged: (update: Update) => boolean;
  /** Something on show changed: who should be looking now? */
  changed: () => void;
  table: (news: TableNews["table"]) => void;
  chat: (lines: ChatNews["line"][]) => void;
  clocks: (clocks: Clocks | null) => void;
  refused: (eyes: Eyes, message: Refused) => void;
  problem: (eyes: Eyes, message: Problem) => void;
}

/** With more updates waiting than this they are shown faster: nobody wants to watch the past for minutes. */
const PATIENCE = 6;

export class Eyes {
  seat = $state<number | null>(null);
  link = $state<Link>("connecting");
  scene = $state.raw<Scene | null>(null);
  /** The newest the server has said; the scene follows it. */
  latest = $state.raw<Scene | null>(null);
  log = $state.raw<Entry[]>([]);
  /** What happened in the update on show. */
  recent = $state.raw<Entry[]>([]);
  waiting = $state.raw<Update[]>([]);
  /** What the stage is telling; the scene is still that of the time before, the log has it. */
  telling = $state.raw<Update | null>(null);
  /** What others do waits until the viewer goes on. */
  paused = $state(false);
  /** A choice that is on its way to the server. */
  pending = $state<string | null>(null);
  readonly token: string | null;
  private readonly live: Live;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private previews = new Map<string, Promise<Preview>>();

  constructor(private readonly options: EyesOptions) {
    this.token = options.token;
    this.live = new Live({
      address: options.address,
      token: options.token,
      lang: options.lang,
      ...(options.connect ? { connect: options.connect } : {}),
      listener: {
        state: (message) => this.begin(message),
        update: (message) => this.take(message),
        table: (message) => options.table(message.table),
        chat: (message) => options.chat([message.line]),
        clocks: options.clocks,
        refused: (message) => {
          this.pending = null;
          options.refused(this, message);
        },
        problem: (message) => {
          this.pending = null;
          options.problem(this, message);
        },
        link: (link) => {
          this.link = link;
          if (link !== "up") this.pending = null;
        },
      },
    });
  }

  /** Must this seat decide, as far as the server has said? */
  get asked(): boolean {
    return (this.latest?.choices.length ?? 0) > 0;
  }

  /** Is the newest on show? Only then its choices are offered. */
  get caughtUp(): boolean {
    return this.waiting.length === 0 && this.telling === null;
  }

  /** The number of the last entry that the scene holds; later ones are being told. */
  get known(): number {
    return (this.telling?.entries[0]?.number ?? Infinity) - 1;
  }

  choose(choice: string): void {
    this.catchUp();
    if (this.pending !== null || !this.scene?.choices.some((offer) => offer.choice === choice)) return;
    if (this.live.choose(choice)) this.pending = choice;
  }

  undo(): void {
    this.catchUp();
    this.live.undo();
  }

  askUndo(): void {
    this.catchUp();
    this.live.askUndo();
  }

  answerUndo(agree: boolean): void {
    this.live.answerUndo(agree);
  }

  why(choice: string): Promise<Verdict> {
    return this.live.why(choice);
  }

  /** What would follow, asked once for each version. */
  preview(choice: string): Promise<Preview> {
    const known = this.previews.get(choice);
    if (known) return known;
    const asked = this.live.preview(choice);
    this.previews.set(choice, asked);
    asked.catch(() => this.previews.delete(choice));
    return asked;
  }

  weigh(choice: string): Promise<Weighed> {
    return this.live.weigh(choice);
  }

  agreeToCoach(agree: boolean): boolean {
    return this.live.agreeToCoach(agree);
  }

  hint(level?: string): Promise<Hint> {
    return this.live.hint(level);
  }

  say(text: string, to: "all" | "partners" = "all"): boolean {
    return this.live.send({ type: "chat", text, ...(to === "all" ? {} : { to }) });
  }

  /** The person gives up: a bot plays on. */
  resign(): boolean {
    return this.live.send({ type: "resign" });
  }

  /** Asks to adjourn or to resume, agrees with that, or refuses. */
  adjourn(agree: boolean): boolean {
    return this.live.send({ type: "adjourn", agree });
  }

  /** Whether the page is to be seen: who looks needs no message. */
  look(looking: boolean): void {
    this.live.send({ type: "look", looking });
  }

  /** The person plays on, instead of the bot that stands in. */
  comeBack(): void {
    this.live.send({ type: "back" });
  }

  /** Everything again, in the language of now. */
  again(): void {
    this.live.again();
  }

  hurry(): void {
    this.live.hurry();
  }

  close(): void {
    clearTimeout(this.timer);
    this.live.close();
  }

  /** Shows the newest at once. */
  catchUp(): void {
    if (this.caughtUp) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    const told = this.telling ? [this.telling] : [];
    const fresh = this.waiting;
    this.waiting = [];
    this.telling = null;
    const all = [...told, ...fresh];
    this.show(all[all.length - 1]!, fresh.flatMap((update) => update.entries));
    this.recent = all.flatMap((update) => update.entries);
    this.options.changed();
  }

  /** The stage has told everything up to this entry. */
  told(number: number): void {
    const last = this.telling?.entries.at(-1)?.number;
    if (last !== undefined && number >= last) this.release();
  }

  /** What was being told is told, or nobody wants to hear it. */
  release(): void {
    const { telling } = this;
    if (!telling) return;
    this.telling = null;
    this.show(telling, []);
    this.recent = telling.entries;
    this.rest(this.options.pace().motion);
    this.options.changed();
  }

  /** What others do is shown when the viewer asks for it, or as it comes. */
  pause(paused: boolean): void {
    this.paused = paused;
    if (!paused && this.timer === undefined && this.telling === null) this.next();
  }

  /** The next update, paused or not. */
  step(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.telling) this.release();
    else this.advance();
  }

  private begin(message: State): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
    this.telling = null;
    this.pending = null;
    this.previews.clear();
    this.seat = message.seat;
    this.latest = this.scene = message;
    this.log = message.log;
    this.recent = [];
    this.options.table(message.table);
    this.options.chat(message.chat);
    this.options.clocks(message.clocks ?? null);
    this.options.changed();
  }

  private take(message: Update): void {
    this.latest = message;
    this.pending = null;
    const busy = this.timer !== undefined || !this.caughtUp || (this.paused && !this.isOwn(message));
    if (busy) this.waiting = [...this.waiting, message];
    else this.present(message);
    this.options.changed();
  }

  private present(message: Update): void {
    if (message.entries.length > 0 && this.options.isStaged(message)) {
      this.telling = message;
      this.recent = message.entries;
      this.log = [...this.log, ...message.entries];
      return;
    }
    this.show(message, message.entries);
    this.rest(this.holdOf(message));
  }

  /** Leaves what is on show there for a while. */
  private rest(hold: number): void {
    this.timer = hold > 0 ? setTimeout(() => this.next(), hold) : undefined;
    if (this.timer === undefined) this.next();
  }

  private next(): void {
    this.timer = undefined;
    if (!this.paused) this.advance();
  }

  private advance(): void {
    const [first, ...rest] = this.waiting;
    if (!first) return;
    this.waiting = rest;
    this.present(first);
    this.options.changed();
  }

  private isOwn(message: Update): boolean {
    return this.seat !== null && message.by?.seat === this.seat;
  }

  /** One's own choice needs no time to be understood; a grave moment needs more. */
  private holdOf(message: Update): number {
    const { motion, hold } = this.options.pace();
    if (this.isOwn(message)) return motion;
    const grave = message.entries.some(this.options.isGrave);
    return (hold * (grave ? 3 : 1)) / Math.max(1, this.waiting.length / PATIENCE);
  }

  private show(message: Update, entries: Entry[]): void {
    this.previews.clear();
    this.scene = message;
    this.recent = entries;
    if (entries.length > 0) this.log = [...this.log, ...entries];
  }
}
