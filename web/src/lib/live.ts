// The socket of one pair of eyes at a table: a seat's, or a spectator's. It keeps the connection up, hands on what
// happened in the order of the versions, and asks for everything again when something is missing.
import { withChanges } from "./changes";
import type { Clocks, FromPage, FromServer, Lang, View } from "./protocol";

export type Link = "connecting" | "up" | "lost" | "closed";
export type State = Extract<FromServer, { type: "state" }>;
type UpdateNews = Extract<FromServer, { type: "update" }>;
/** An update as it is handed on: always with the whole view. */
export type Update = Omit<UpdateNews, "view" | "changes"> & { view: View };
export type TableNews = Extract<FromServer, { type: "table" }>;
export type ChatNews = Extract<FromServer, { type: "chat" }>;
export type Refused = Extract<FromServer, { type: "refused" }>;
export type Verdict = Extract<FromServer, { type: "verdict" }>;
export type Preview = Extract<FromServer, { type: "preview" }>;
export type Hint = Extract<FromServer, { type: "hint" }>;
export type Weighed = Extract<FromServer, { type: "weighed" }>;
export type Problem = Extract<FromServer, { type: "error" }>;

export interface Listener {
  state(message: State): void;
  update(message: Update): void;
  table(message: TableNews): void;
  chat(message: ChatNews): void;
  clocks(clocks: Clocks): void;
  refused(message: Refused): void;
  problem(message: Problem): void;
  link(link: Link): void;
}

/** What Live needs of a WebSocket; tests bring their own. */
export interface Socket {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface LiveOptions {
  address: string;
  token: string | null;
  lang: () => Lang;
  listener: Listener;
  connect?: (address: string) => Socket;
}

/** After these the server has closed the socket for good: trying again changes nothing. */
const FINAL = ["wrong-token", "no-table", "bad-save"];
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
const ANSWER_WITHIN = 12_000;
const HINT_WITHIN = 90_000;
/** A coach who thinks longer than this is not waited for. */
const COACH_WITHIN = 20_000;
const QUIET = 25_000;
const PONG_WITHIN = 8_000;
/** When there is reason to doubt the connection. */
const DOUBTED = 3_000;

interface Waiting {
  resolve: (message: never) => void;
  reject: (error: Error) => void;
  timer: ReturnType<typeof setTimeout>;
}

export class Live {
  /** The last version handed on; -1 before the first. */
  version = -1;
  link: Link = "connecting";
  /** The view of that version: updates tell what has changed of it. */
  private view: View | null = null;
  /** How many lines of the chat were heard. */
  private lines = 0;
  private socket: Socket | null = null;
  private tries = 0;
  private nextRef = 1;
  private waiting = new Map<number, Waiting>();
  private retry: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setTimeout> | undefined;
  private askedAgain = false;

  constructor(private readonly options: LiveOptions) {
    this.connect();
  }

  /** Sends a message; false if there is no connection now. */
  send(message: FromPage): boolean {
    if (!this.socket || this.link !== "up") return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  why(choice: string): Promise<Verdict> {
    return this.ask<Verdict>((ref) => ({ type: "why", choice, ref }), ANSWER_WITHIN);
  }

  preview(choice: string): Promise<Preview> {
    return this.ask<Preview>((ref) => ({ type: "preview", choice, ref }), ANSWER_WITHIN);
  }

  hint(bot?: string): Promise<Hint> {
    return this.ask<Hint>((ref) => (bot ? { type: "hint", bot, ref } : { type: "hint", ref }), HINT_WITHIN);
  }

  weigh(choice: string): Promise<Weighed> {
    return this.ask<Weighed>((ref) => ({ type: "weigh", choice, version: this.version, ref }), COACH_WITHIN);
  }

  agreeToCoach(agree: boolean): boolean {
    return this.send({ type: "coach", agree, ref: this.nextRef++ });
  }

  choose(choice: string): boolean {
    return this.send({ type: "choose", choice, version: this.version, ref: this.nextRef++ });
  }

  undo(): boolean {
    return this.send({ type: "undo", version: this.version, ref: this.nextRef++ });
  }

  /** Asks the others whether the last choice may be taken back. */
  askUndo(): boolean {
    return this.send({ type: "ask-undo", version: this.version, ref: this.nextRef++ });
  }

  answerUndo(agree: boolean): boolean {
    return this.send({ type: "answer-undo", version: this.version, agree, ref: this.nextRef++ });
  }

  /** Everything again: in another language, or because something was missed. */
  again(): void {
    this.send({ type: "lang", lang: this.options.lang() });
  }

  /** Tries now instead of waiting: the network is back or gone, or the person is back. What seems to be a connection may
   * have died meanwhile, so it is asked. */
  hurry(): void {
    if (this.link === "up" && this.send({ type: "ping" })) this.watch(DOUBTED);
    if (this.link !== "lost") return;
    clearTimeout(this.retry);
    this.connect();
  }

  close(): void {
    clearTimeout(this.retry);
    this.leave("closed");
  }

  private ask<T>(message: (ref: number) => FromPage, within: number): Promise<T> {
    const ref = this.nextRef++;
    return new Promise<T>((resolve, reject) => {
      if (!this.send(message(ref))) {
        reject(new Error("lost"));
        return;
      }
      const timer = setTimeout(() => {
        this.waiting.delete(ref);
        reject(new Error("late"));
      }, within);
      this.waiting.set(ref, { resolve, reject, timer });
    });
  }

  private connect(): void {
    const open = this.options.connect ?? ((address: string) => new WebSocket(address) as Socket);
    const socket = open(this.options.address);
    this.socket = socket;
    this.setLink(this.tries === 0 ? "connecting" : "lost");
    socket.onopen = () => {
      if (this.socket !== socket) return;
      const hello: FromPage = { type: "hello", lang: this.options.lang(), changes: true };
      if (this.options.token) hello.token = this.options.token;
      if (this.version >= 0) {
        hello.since = this.version;
        hello.lines = this.lines;
      }
      if (globalThis.document?.hidden) hello.looking = false;
      socket.send(JSON.stringify(hello));
      socket.send(JSON.stringify({ type: "ping" }));
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.hear(String(event.data));
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
    this.watch(QUIET);
  }

  private hear(text: string): void {
    let message: FromServer;
    try {
      message = JSON.parse(text) as FromServer;
    } catch {
      return;
    }
    if (message.type !== "error") {
      this.tries = 0;
      this.setLink("up");
    }
    this.watch(QUIET);
    switch (message.type) {
      case "state":
        this.version = message.version;
        this.view = message.view;
        this.askedAgain = false;
        for (const line of message.chat) this.lines = Math.max(this.lines, line.number + 1);
        this.options.listener.state(message);
        break;
      case "update":
        this.inOrder(message);
        break;
      case "table":
        this.options.listener.table(message);
        break;
      case "chat":
        this.lines = Math.max(this.lines, message.line.number + 1);
        this.options.listener.chat(message);
        break;
      case "clocks":
        this.options.listener.clocks(message.clocks);
        break;
      case "verdict":
      case "preview":
      case "hint":
      case "weighed":
        this.settle(message.ref, (waiting) => waiting.resolve(message as never));
        break;
      case "refused":
        if (!this.settle(message.ref, (waiting) => waiting.reject(new Error(message.words))))
          this.options.listener.refused(message);
        break;
      case "error":
        if (FINAL.includes(message.error)) this.leave("closed");
        if (!this.settle(message.ref, (waiting) => waiting.reject(new Error(message.words))))
          this.options.listener.problem(message);
        break;
      case "pong":
        break;
    }
  }

  private inOrder(message: UpdateNews): void {
    if (message.version <= this.version) return;
    if (message.version === this.version + 1 && this.view) {
      const { view, changes, ...news } = message;
      this.version = message.version;
      this.view = changes ? withChanges(this.view, changes) : view!;
      this.options.listener.update({ ...news, view: this.view });
    } else if (!this.askedAgain) {
      this.askedAgain = true;
      this.again();
    }
  }

  private settle(ref: number | undefined, how: (waiting: Waiting) => void): boolean {
    const waiting = ref === undefined ? undefined : this.waiting.get(ref);
    if (!waiting) return false;
    this.waiting.delete(ref!);
    clearTimeout(waiting.timer);
    how(waiting);
    return true;
  }

  /** A socket can die without a word (a phone asleep): after a silence we ask, and without an answer we leave. */
  private watch(after: number): void {
    clearTimeout(this.pulse);
    this.pulse = setTimeout(() => {
      if (after === QUIET && this.send({ type: "ping" })) this.watch(PONG_WITHIN);
      else this.lose();
    }, after);
  }

  private lose(): void {
    if (this.link === "closed") return;
    this.leave("lost");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries);
    this.tries += 1;
    this.retry = setTimeout(() => this.connect(), wait * (0.8 + Math.random() * 0.4));
  }

  private leave(link: Link): void {
    const socket = this.socket;
    this.socket = null;
    this.askedAgain = false;
    clearTimeout(this.pulse);
    for (const waiting of this.waiting.values()) {
      clearTimeout(waiting.timer);
      waiting.reject(new Error("lost"));
    }
    this.waiting.clear();
    this.setLink(link);
    try {
      socket?.close();
    } catch {
      // Already gone.
    }
  }

  private setLink(link: Link): void {
    if (this.link === link) return;
    this.link = link;
    this.options.listener.link(link);
  }
}

export function liveAddress(table: string): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/api/tables/${encodeURIComponent(table)}/live`;
}
