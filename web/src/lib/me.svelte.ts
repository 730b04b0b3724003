// Who is at this browser, and which tables are theirs on every device. A player is optional: without one the keyring of
// this browser is all there is, and everything else works as ever.
import { api, ApiError } from "./api";
import { addKeys, forgetTable, keysOf } from "./keyring";
import type { Known, Me, Mine } from "./protocol";
import { settings } from "./settings.svelte";

/** Milliseconds between two looks at one's tables. */
const LOOK = 20_000;
/** Stands for a token where the server knows who one is: the seat, or with none what the host may. */
const MINE = "me";
export const mineToken = (seat: number): string => `${MINE}:${seat}`;
export const isMineToken = (token: string): boolean => token === MINE || token.startsWith(`${MINE}:`);

/** Whether a table waits for somebody who has these seats. A lesson waits for nobody. */
export function waitsFor({ info, seats }: Pick<Mine, "info" | "seats">): boolean {
  return info.phase === "playing" && !info.closed && !info.lesson && !info.analysis && (info.deciding ?? []).some((seat) => seats.includes(seat));
}

/** The tables that wait for their owner, the longest wait first, then the others, the newest first. */
export function inOrder<T extends Pick<Mine, "info" | "seats">>(tables: readonly T[]): T[] {
  return [...tables].sort((one, other) => {
    const [mine, yours] = [waitsFor(one), waitsFor(other)];
    if (mine !== yours) return mine ? -1 : 1;
    return mine ? one.info.moved - other.info.moved : other.info.moved - one.info.moved;
  });
}

class Self {
  /** Null: nobody yet; undefined: not asked yet. */
  now = $state.raw<Me | null | undefined>(undefined);
  ratings = $state(false);
  /** One's tables; null before they are known. */
  tables = $state.raw<Mine[] | null>(null);
  /** Grows when the keyring may have got further seats. */
  synced = $state(0);
  private asking: Promise<void> | null = null;

  /** The tables that wait for me, the longest wait first. */
  get waiting(): Mine[] {
    return inOrder((this.tables ?? []).filter((mine) => !mine.away && waitsFor(mine)));
  }

  /** Where I am waited for besides this table. */
  nextAfter(table: string | null): Mine | null {
    return this.waiting.find((mine) => mine.info.table !== table) ?? null;
  }

  seatsAt(table: string): number[] {
    return this.tables?.find((mine) => mine.info.table === table)?.seats ?? [];
  }

  start(): void {
    void this.load();
    setInterval(() => void this.look(), LOOK);
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) void this.look();
    });
  }

  /** Asks the server who is here, once at a time. */
  load(): Promise<void> {
    this.asking ??= this.ask().finally(() => (this.asking = null));
    return this.asking;
  }

  private async ask(): Promise<void> {
    try {
      await this.take(await api.known());
    } catch {
      // The server is away; the page says so where it matters.
    }
  }

  /** What the server has said about me; my tables follow. */
  async take(known: Known): Promise<void> {
    this.now = known.me;
    this.ratings = known.ratings;
    if (known.me) {
      if (known.me.name) settings.setName(known.me.name);
      await this.look(true);
    } else this.tables = null;
  }

  /** Becomes somebody, if nobody is here yet: asked before a seat is taken. It needs no form, and may fail. */
  async ensure(): Promise<void> {
    const name = settings.name.trim();
    // A name that was chosen at a table is the player's, if that has none yet.
    if (this.now && (this.now.name || !name)) return;
    try {
      const known = this.now ? await api.changeMe({ name }) : await api.become(name);
      this.now = known.me;
      this.ratings = known.ratings;
    } catch {
      // The seat is taken all the same, and its link works.
    }
  }

  /** Looks at my tables, and lets this browser know of my seats. What is over stays as it is, and is not asked for again
   * and again. */
  async look(whole = false): Promise<void> {
    if (!this.now) return;
    try {
      const tables = whole || !this.tables ? await api.myTables() : await this.running(this.tables);
      this.tables = tables;
      let more = false;
      for (const mine of tables) more = learn(mine) || more;
      if (more) this.synced += 1;
    } catch (error) {
      if (error instanceof ApiError && error.code === "no-player") {
        this.now = null;
        this.tables = null;
      }
    }
  }

  private async running(before: Mine[]): Promise<Mine[]> {
    const running = await api.myTables(true);
    const still = new Set(running.map((mine) => mine.info.table));
    const over = before.filter((mine) => !still.has(mine.info.table));
    // One has ended meanwhile, or is mine no more.
    if (over.some((mine) => mine.info.phase !== "over")) return api.myTables();
    return [...running, ...over];
  }

  async putAway(table: string, away: boolean): Promise<void> {
    this.tables = this.tables?.map((mine) => (mine.info.table === table ? { ...mine, away } : mine)) ?? null;
    await api.putAway(table, away);
  }

  /** Forgets my seats in this browser: for signing out, or after a deletion. */
  forget(): void {
    for (const mine of this.tables ?? []) forgetTable(mine.info.table);
    this.now = null;
    this.tables = null;
    this.synced += 1;
  }
}

/** Notes the seats of a table that this browser has no token of; whether there were any. */
function learn({ info, seats, host }: Mine): boolean {
  const keys = keysOf(info.table);
  // A link was opened here whose seat the server has not told yet: it may be one of these.
  if (keys.tokens.some((token) => keys.seats[token] === undefined && !isMineToken(token))) return false;
  const held = new Set(keys.tokens.map((token) => keys.seats[token]));
  const fresh = seats.filter((seat) => !held.has(seat) && !keys.tokens.includes(mineToken(seat)));
  const newHost = host && keys.host === null;
  if (fresh.length === 0 && !newHost) return false;
  const numbered = Object.fromEntries(fresh.map((seat) => [mineToken(seat), seat]));
  addKeys(info.table, { tokens: fresh.map(mineToken), seats: numbered, used: info.moved * 1000, ...(newHost ? { host: MINE } : {}) });
  return true;
}

export const self = new Self();
