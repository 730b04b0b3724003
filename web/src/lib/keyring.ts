// The tables this browser has to do with, and the tokens of its seats there. Tokens never go into an address.
import { recall, remember } from "./storage";

export interface Keys {
  table: string;
  /** Token of the table's maker, if that was here. */
  host: string | null;
  /** Tokens of seats; which seat a token is for, the server says. */
  tokens: string[];
  /** Seats known to belong to a token. */
  seats: Record<string, number>;
  title: string;
  used: number;
  /** Put away by its owner: kept, and listed apart. */
  away?: boolean;
}

const KEPT = 60;

function all(): Keys[] {
  const kept = recall<Keys[]>("tables", []);
  return Array.isArray(kept) ? kept.filter((keys) => keys && typeof keys.table === "string") : [];
}

export function myTables(): Keys[] {
  return all().sort((one, other) => other.used - one.used);
}

export function keysOf(table: string): Keys {
  return (
    all().find((keys) => keys.table === table) ?? { table, host: null, tokens: [], seats: {}, title: "", used: 0 }
  );
}

function keep(keys: Keys): void {
  const others = myTables().filter((one) => one.table !== keys.table);
  remember("tables", [keys, ...others].slice(0, KEPT));
}

export interface MoreKeys { host?: string; tokens?: string[]; title?: string; seats?: Record<string, number>; used?: number }

export function addKeys(table: string, more: MoreKeys): Keys {
  const keys = keysOf(table);
  if (more.host) keys.host = more.host;
  if (more.title) keys.title = more.title;
  for (const token of more.tokens ?? []) if (!keys.tokens.includes(token)) keys.tokens.push(token);
  Object.assign(keys.seats, more.seats);
  keys.used = more.used ?? Date.now();
  keys.away = false;
  keep(keys);
  return keys;
}

export function noteSeat(table: string, token: string, seat: number): void {
  const keys = keysOf(table);
  if (!keys.tokens.includes(token) || keys.seats[token] === seat) return;
  keys.seats[token] = seat;
  keep(keys);
}

export function dropToken(table: string, token: string): void {
  const keys = keysOf(table);
  keys.tokens = keys.tokens.filter((one) => one !== token);
  delete keys.seats[token];
  keep(keys);
}

/** Puts a table away, or brings it back; its tokens are kept either way. */
export function putAway(table: string, away: boolean): void {
  const keys = all().find((one) => one.table === table);
  if (!keys) return;
  keys.away = away;
  keep(keys);
}

/** The tokens of a table just made, or joined, with the seats they are for. */
export function addSeated(seated: { table: string; host?: string; seats: { seat: number; token: string }[] }, title = ""): Keys {
  return addKeys(seated.table, {
    ...(seated.host ? { host: seated.host } : {}), title, tokens: seated.seats.map((seat) => seat.token),
    seats: Object.fromEntries(seated.seats.map(({ seat, token }) => [token, seat])),
  });
}

/** Throws the tokens of a table away: it is gone. */
export function forgetTable(table: string): void {
  remember("tables", all().filter((keys) => keys.table !== table));
}
