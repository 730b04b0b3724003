// Every request over HTTP, typed. What goes wrong comes as an ApiError whose message is a sentence for a person.
import type {
  Analysis, BookContents, ValueSource, BotInfo, Example, GameInfo, Known, Lang, Lesson, LessonInfo, Mine, NewTable, OpenTable, PlayerRecord, ReplayStep, Seated, ServerRecord, Story, TableInfo, Words, HookFormat, Notices, View, Wishes,
} from "./protocol";
import type { Doc } from "../positions/sheet";
import { t } from "./words.svelte";

export class ApiError extends Error {
  /** `detail` and `place`: what is wrong with a position, and the key that is. */
  constructor(readonly code: string, words: string, readonly detail = "", readonly place = "") {
    super(words);
  }
}

/** What a position is, as the server sees it. */
export interface Judged {
  game: string; document: Doc; text: string; view: View; over: boolean; prompt: string; deciding: number[]; sides: string[];
}

/** Any error as a sentence. */
export function sentence(error: unknown): string {
  return error instanceof ApiError ? error.message : t("shell.error.unknown");
}

const withToken = (token: string | null | undefined): Record<string, string> =>
  token ? { Authorization: `Bearer ${token}` } : {};

async function answer(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError("network", t("shell.error.network"));
  }
  if (response.ok) return response;
  let code = "unknown";
  let words = "";
  let [detail, place] = ["", ""];
  try {
    const body = (await response.json()) as { error?: unknown; words?: unknown; detail?: unknown; place?: unknown };
    if (typeof body.error === "string") code = body.error;
    if (typeof body.words === "string") words = body.words;
    if (typeof body.detail === "string") detail = body.detail;
    if (typeof body.place === "string") place = body.place;
  } catch {
    // No body of ours: a proxy or a crash answered.
  }
  throw new ApiError(code, words || t("shell.error.status", { status: response.status }), detail, place);
}

async function get<T>(path: string, token?: string | null): Promise<T> {
  return (await answer(path, { headers: withToken(token) })).json() as Promise<T>;
}

async function post<T>(path: string, body: unknown, token?: string | null): Promise<T> {
  const headers = { "Content-Type": "application/json", ...withToken(token) };
  return (await answer(path, { method: "POST", headers, body: JSON.stringify(body) })).json() as Promise<T>;
}

const tableApi = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;

export const api = {
  games: async (lang: Lang): Promise<GameInfo[]> =>
    (await get<{ games: GameInfo[] }>(`/api/games?lang=${lang}`)).games,
  words: (game: string, lang: Lang): Promise<Words> => get(`/api/games/${game}/words?lang=${lang}`),
  board: (game: string): Promise<unknown> => get(`/api/games/${game}/board`),
  bots: async (lang: Lang): Promise<BotInfo[]> => (await get<{ bots: BotInfo[] }>(`/api/bots?lang=${lang}`)).bots,
  lessons: async (game: string, lang: Lang): Promise<LessonInfo[]> =>
    (await get<{ lessons: LessonInfo[] }>(`/api/lessons/${encodeURIComponent(game)}?lang=${lang}`)).lessons,
  lesson: (game: string, name: string, lang: Lang): Promise<Lesson> =>
    get(`/api/lessons/${encodeURIComponent(game)}/${encodeURIComponent(name)}?lang=${lang}`),
  bookValues: (game: string): Promise<{ values: ValueSource[] }> => get(`/api/book/${encodeURIComponent(game)}/values`),
  book: (game: string): Promise<BookContents> => get(`/api/book/${encodeURIComponent(game)}`),
  example: (game: string, key: string, lang: Lang): Promise<Example> =>
    get(`/api/book/${encodeURIComponent(game)}/${encodeURIComponent(key)}?lang=${lang}`),
  tryExample: (game: string, key: string, name: string, title: string): Promise<Seated> =>
    post(`/api/book/${encodeURIComponent(game)}/${encodeURIComponent(key)}`, { name, title }),
  tables: async (): Promise<TableInfo[]> => (await get<{ tables: TableInfo[] }>("/api/tables")).tables,
  table: (table: string): Promise<TableInfo> => get(tableApi(table)),
  create: (wanted: NewTable): Promise<Seated> => post("/api/tables", wanted),
  open: (wanted: OpenTable): Promise<Seated> => post("/api/tables/open", wanted),
  join: (table: string, name: string, seat?: number): Promise<{ seat: number; token: string }> =>
    post(`${tableApi(table)}/join`, seat === undefined ? { name } : { name, seat }),
  giveSeat: (table: string, seat: number, who: "open" | "bot", bot: string | null, token: string): Promise<unknown> =>
    post(`${tableApi(table)}/seats/${seat}`, bot ? { who, bot } : { who }, token),
  keepSeat: (table: string, seat: number, token: string): Promise<unknown> =>
    post(`${tableApi(table)}/seats/${seat}`, { who: "stay" }, token),
  save: async (table: string, tokens: string | null): Promise<string> =>
    (await answer(`${tableApi(table)}/save`, { headers: withToken(tokens) })).text(),
  replay: (table: string, step: number, lang: Lang, token: string | null): Promise<ReplayStep> =>
    get(`${tableApi(table)}/replay?step=${step}&lang=${lang}`, token),
  story: (table: string, lang: Lang, token: string | null): Promise<Story> =>
    get(`${tableApi(table)}/story?lang=${lang}`, token),
  analysis: (table: string, lang: Lang): Promise<Analysis> => get(`${tableApi(table)}/analysis?lang=${lang}`),
  analyse: (table: string, lang: Lang): Promise<Analysis> => post(`${tableApi(table)}/analysis?lang=${lang}`, {}),
  judge: (asked: { text: string } | { document: Doc }, lang: Lang): Promise<Judged> => post(`/api/positions?lang=${lang}`, asked),
  position: (table: string, step: number, tokens: string | null): Promise<{ document: Doc; text: string; whole: boolean }> =>
    get(`${tableApi(table)}/position?step=${step}`, tokens),
  bug: (table: string, step: number, tokens: string | null): Promise<{ text: string; whole: boolean }> =>
    get(`${tableApi(table)}/case?step=${step}`, tokens),

  rematch: async (table: string, token: string): Promise<string> =>
    (await post<{ table: string }>(`${tableApi(table)}/rematch`, {}, token)).table,

  // Who one is. A cookie that no script can read says it.
  known: (): Promise<Known> => get("/api/me"),
  become: (name: string): Promise<Known> => post("/api/me", { name }),
  changeMe: (change: { name?: string; public?: boolean }): Promise<Known> => post("/api/me/profile", change),
  signOut: (which: { device?: string; others?: boolean }): Promise<Known> => post("/api/me/sign-out", which),
  myTables: async (running = false): Promise<Mine[]> =>
    (await get<{ tables: Mine[] }>(`/api/me/tables${running ? "?running=true" : ""}`)).tables,
  putAway: (table: string, away: boolean): Promise<unknown> => post(`/api/me/tables/${encodeURIComponent(table)}`, { away }),
  addSeats: async (seats: { table: string; token: string }[]): Promise<{ table: string; seat: number }[]> =>
    (await post<{ added: { table: string; seat: number }[] }>("/api/me/seats", { seats })).added,
  makeRecovery: async (): Promise<string> => (await post<{ secret: string }>("/api/me/recovery", {})).secret,
  revokeRecovery: (): Promise<Known> => post("/api/me/recovery/revoke", {}),
  recoveryOwner: async (secret: string): Promise<string> =>
    (await post<{ name: string }>("/api/sign-in/recovery/player", { secret })).name,
  recover: (secret: string, bring: boolean): Promise<Known> => post("/api/sign-in/recovery", { secret, bring }),
  beginPasskey: (): Promise<Record<string, unknown>> => post("/api/me/passkeys/begin", {}),
  addPasskey: (credential: unknown): Promise<Known> => post("/api/me/passkeys", { credential }),
  removePasskey: (passkey: string): Promise<Known> => post("/api/me/passkeys/remove", { passkey }),
  beginSignIn: (): Promise<Record<string, unknown>> => post("/api/sign-in/begin", {}),
  signIn: (credential: unknown, bring: boolean): Promise<Known> => post("/api/sign-in", { credential, bring }),
  exportMe: async (): Promise<string> => (await answer("/api/me/export")).text(),
  deleteMe: (): Promise<unknown> => post("/api/me/delete", { sure: true }),
  // How one is told that it is one's turn.
  notices: (): Promise<Notices> => get("/api/me/notices"),
  wish: (wishes: Wishes): Promise<Notices> => post("/api/me/notices", wishes),
  addPush: (made: { endpoint: string; p256dh: string; auth: string }): Promise<Notices> => post("/api/me/notices/push", made),
  addMail: (address: string, lang: Lang): Promise<Notices> => post(`/api/me/notices/mail?lang=${lang}`, { address }),
  addHook: (url: string, format: HookFormat): Promise<{ secret: string; notices: Notices }> => post("/api/me/notices/hook", { url, format }),
  removeNotice: (channel: string): Promise<Notices> => post("/api/me/notices/remove", { channel }),
  tryNotice: (channel: string): Promise<Notices> => post("/api/me/notices/try", { channel }),
  followNotice: (what: "confirm" | "stop", token: string): Promise<unknown> => post(`/api/notices/${what}`, { token }),
  player: (player: string): Promise<PlayerRecord> => get(`/api/players/${encodeURIComponent(player)}`),
  record: (): Promise<ServerRecord> => get("/api/record"),
};
