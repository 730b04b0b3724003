// Which part of the page the address asks for. A seat's token arrives behind #, is put away at once and leaves the
// address bar, so that it is in no history, no screenshot and no shared link.
import { addKeys } from "./keyring";

export type Route =
  | { page: "lobby" }
  | { page: "table"; table: string }
  | { page: "replay"; table: string; step: number }
  | { page: "me" }
  | { page: "record" }
  | { page: "position" }
  | { page: "learn"; game: string }
  | { page: "rules"; game: string; at: string }
  | { page: "player"; player: string }
  | { page: "lost" };

const TABLE = /^\/t\/([\w-]+)\/?$/;
const REPLAY = /^\/t\/([\w-]+)\/replay(?:\/(\d+))?\/?$/;
const LEARN = /^\/learn\/([\w-]+)\/?$/;
const RULES = /^\/rules\/([\w-]+)(?:\/([\w/.+-]*?))?\/?$/;
const PLAYER = /^\/p\/([\w-]+)\/?$/;

export function parseRoute(path: string): Route {
  if (path === "/" || path === "/index.html") return { page: "lobby" };
  const table = TABLE.exec(path);
  if (table) return { page: "table", table: table[1]! };
  const replay = REPLAY.exec(path);
  if (replay) return { page: "replay", table: replay[1]!, step: Number(replay[2] ?? 0) };
  if (path === "/me") return { page: "me" };
  if (path === "/record") return { page: "record" };
  if (path === "/position") return { page: "position" };
  const learn = LEARN.exec(path);
  if (learn) return { page: "learn", game: learn[1]! };
  const rules = RULES.exec(path);
  if (rules) return { page: "rules", game: rules[1]!, at: rules[2] ?? "" };
  const player = PLAYER.exec(path);
  if (player) return { page: "player", player: player[1]! };
  return { page: "lost" };
}

/** A secret behind #: of a seat, or of a recovery link. */
export function tokenBehind(hash: string, kind: "seat" | "recover" = "seat"): string | null {
  return new URLSearchParams(hash.replace(/^#/, "")).get(kind);
}

export const tablePath = (table: string): string => `/t/${table}`;
export const replayPath = (table: string, step: number): string => `/t/${table}/replay/${step}`;
export const seatLink = (table: string, token: string): string =>
  `${location.origin}${tablePath(table)}#seat=${token}`;

export const learnPath = (game: string): string => `/learn/${game}`;
export const bookPath = (game: string): string => `/rules/${game}`;
/** A rule or a chapter in the book of a game. */
export const rulePath = (game: string, id: string): string => `/rules/${game}/${id}`;
export const playerPath = (player: string): string => `/p/${player}`;
export const recoveryLink = (secret: string): string => `${location.origin}/me#recover=${secret}`;

class Router {
  /** The secret of a recovery link that was opened; it leaves the address bar, too. */
  recovery = $state<string | null>(null);
  now = $state.raw<Route>({ page: "lobby" });

  start(): void {
    this.read();
    addEventListener("popstate", () => this.read());
    addEventListener("hashchange", () => this.read());
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.read();
  }

  /** For ordinary links: lets the browser do what it does with a new tab or window. */
  follow = (event: MouseEvent): void => {
    const link = (event.currentTarget as HTMLElement).closest("a");
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.go(link.pathname);
    scrollTo(0, 0);
  };

  private read(): void {
    const route = parseRoute(location.pathname);
    const token = tokenBehind(location.hash);
    if (token && route.page === "table") {
      addKeys(route.table, { tokens: [token] });
      history.replaceState(null, "", location.pathname + location.search);
    }
    const recovery = tokenBehind(location.hash, "recover");
    if (recovery && route.page === "me") {
      this.recovery = recovery;
      history.replaceState(null, "", location.pathname + location.search);
    }
    this.now = route;
  }
}

export const router = new Router();
