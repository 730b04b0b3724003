// A server that says only what a test tells it to.
import type { Socket } from "../src/lib/live";
import type { FromPage, FromServer, Offer, Prompt, TableInfo, View } from "../src/lib/protocol";
import type { AnkhView } from "../src/games/ankh/view";

export class FakeSocket implements Socket {
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  sent: FromPage[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromPage);
  }

  close(): void {
    this.closed = true;
  }

  open(): void {
    this.onopen?.(new Event("open"));
  }

  say(message: FromServer): void {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  drop(): void {
    this.onclose?.(new Event("close") as CloseEvent);
  }

  /** The messages of one type, in order. */
  heard<T extends FromPage["type"]>(type: T): (FromPage & { type: T })[] {
    return this.sent.filter((message): message is FromPage & { type: T } => message.type === type);
  }
}

export const info: TableInfo = {
  table: "T1", game: "ankh", title: "", setup: {}, phase: "playing", version: 0, listed: false, created: 0, moved: 0,
  seats: [
    { seat: 0, side: "ra", who: "person", name: "Mia", bot: null, online: true },
    { seat: 1, side: "isis", who: "person", name: "Noa", bot: null, online: true },
  ],
};

export function view(seat: number | null, own: string[] = [], chosen: number[] = []): AnkhView {
  return {
    seat, secret: { chosen, own }, battle: null,
    seats: [
      { seat: 0, started_as: "ra", god: "ra", in_play: true },
      { seat: 1, started_as: "isis", god: "isis", in_play: true },
    ],
  } as unknown as AnkhView;
}

/** Whom a seat leads, as the views above tell it. */
export const seatSide = (seen: View, seat: number | null): string | null =>
  (seen as AnkhView).seats.find((one) => one.seat === seat)?.god ?? null;

export const offer = (choice: string): Offer => {
  const [verb = "", noun = ""] = choice.split(" ");
  return { choice, verb, noun, label: choice };
};

export const prompt = (seats: number[], secret = false): Prompt => ({ seats, key: "key", words: "Choose.", secret });

interface Told { choices?: string[]; secret?: boolean; own?: string[]; by?: number; asks?: number[]; undo?: boolean }

export function state(seat: number | null, version: number, told: Told = {}): FromServer {
  return {
    type: "state", version, seat, table: info, view: view(seat, told.own), prompt: prompt(told.asks ?? [0], told.secret),
    choices: (told.choices ?? []).map(offer), undo: told.undo ?? false, outcome: null, log: [], chat: [],
  };
}

export function update(seat: number | null, version: number, told: Told = {}): FromServer {
  const entry = { number: version, version, fact: { fact: "turn", rule: "r" }, words: `v${version}`, rule: "r", places: [] };
  return {
    type: "update", version, view: view(seat, told.own), prompt: prompt(told.asks ?? [0], told.secret),
    choices: (told.choices ?? []).map(offer), undo: told.undo ?? false, outcome: null, entries: [entry],
    by: told.by === undefined ? null : { seat: told.by },
  };
}
