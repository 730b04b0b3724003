// Which part of the page the address asks for. A seat's token arrives behind #, is put away at once and leaves the
// address bar, so that it is in no history, no screenshot and no shared link.
import { addKeys } from "./keyring";

export type Route =
  | { page: "lobby" }
  | { page: "table"; table: string }
  | { page: "replay"; table: string; step: number }
  | { page: "lost" };

const TABLE = /^\/t\/([\w-]+)\/?$/;
const REPLAY = /^\/t\/([\w-]+)\/replay(?:\/(\d+))?\/?$/;

export function parseRoute(path: string): Route {
  if (path === "/" || path === "/index.html") return { page: "lobby" };
  const table = TABLE.exec(path);
  if (table) return { page: "table", table: table[1]! };
  const replay = REPLAY.exec(path);
  if (replay) return { page: "replay", table: replay[1]!, step: Number(replay[2] ?? 0) };
  return { page: "lost" };
}

export function tokenBehind(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, "")).get("seat");
}

export const tablePath = (table: string): string => `/t/${table}`;
export const replayPath = (table: string, step: number): string => `/t/${table}/replay/${step}`;
export const seatLink = (table: string, token: string): string =>
  `${location.origin}${tablePath(table)}#seat=${token}`;

class Router {
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
    this.now = route;
  }
}

export const router = new Router();
