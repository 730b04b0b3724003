// The level of one's opponents, by game, as this browser keeps it. It changes only when the person says so: after a match it
// may be offered to take another one.
import { recall, remember } from "../lib/storage";
import type { BotInfo, Place, TableInfo } from "../lib/protocol";

/** What is kept of a game. */
export interface Kept {
  level: string;
  /** Matches won in a row against it. */
  won: number;
  /** Whether an easier or a harder opponent is offered, until one is chosen. */
  offer: "easier" | "harder" | null;
  /** The last matches that were counted: each counts once, however often it is looked at. */
  counted: string[];
}

/** So many won in a row, and a harder opponent is offered. */
export const WINS = 2;
const STORE = "opponents";
const COUNTED = 30;

const isKept = (value: unknown): value is Kept =>
  typeof value === "object" && value !== null && typeof (value as Kept).level === "string" && Array.isArray((value as Kept).counted);

class Opponents {
  #games = $state.raw<Record<string, unknown>>(recall(STORE, {}));

  /** What is kept of a game; null before the first match. */
  of(game: string): Kept | null {
    const found = this.#games[game];
    return isKept(found) ? found : null;
  }

  /** The level to play at: the one kept, if there is one of that name; else that for newcomers. */
  level(game: string, bots: BotInfo[]): string {
    const kept = this.of(game)?.level;
    return kept !== undefined && bots.some((bot) => bot.bot === kept) ? kept : newcomers(bots);
  }

  /** A level is chosen, be it the one there was: that begins anew, and nothing is offered any more. */
  choose(game: string, level: string): void {
    this.#keep(game, { level, won: 0, offer: null, counted: this.of(game)?.counted ?? [] });
  }

  /** A match is over. Only one against one's level says something about it, and only if it was played from its beginning. */
  note(info: TableInfo, mine: number[], winners: number[], bots: BotInfo[]): void {
    const level = this.level(info.game, bots);
    const before = this.of(info.game);
    const told = levelPlayed(info.seats, mine) === level && !info.lesson && !info.analysis && !info.origin?.opened;
    if (!told || before?.counted.includes(info.table)) return;
    const won = winners.includes(mine[0]!) ? (before?.level === level ? before.won : 0) + 1 : 0;
    const offer = won === 0 ? "easier" : won >= WINS ? "harder" : null;
    this.#keep(info.game, { level, won, offer, counted: [...(before?.counted ?? []), info.table].slice(-COUNTED) });
  }

  #keep(game: string, kept: Kept): void {
    this.#games = { ...this.#games, [game]: kept };
    remember(STORE, this.#games);
  }
}

export const opponents = new Opponents();

/** The level a newcomer meets. */
export const newcomers = (bots: BotInfo[]): string =>
  (bots.find((bot) => bot.role === "newcomers") ?? bots[0])?.bot ?? "apprentice";

/** The level of whoever plays for somebody who is away: it answers at once, and gives nothing away. */
export const standIn = (bots: BotInfo[]): string => bots.find((bot) => bot.role === "stand-in")?.bot ?? newcomers(bots);

/** The level a match was played at: that of all opponents, if these are bots of one; null: it has none. */
export function levelPlayed(seats: Place[], mine: number[]): string | null {
  const others = seats.filter((place) => !mine.includes(place.seat));
  const level = others[0]?.bot ?? null;
  return mine.length === 1 && others.every((place) => place.who === "bot" && place.bot === level) ? level : null;
}

/** The level that is offered; null where there is none in that direction. */
export function offered(kept: Kept | null, bots: BotInfo[]): BotInfo | null {
  const at = bots.findIndex((bot) => bot.bot === kept?.level);
  if (!kept?.offer || at < 0) return null;
  return bots[at + (kept.offer === "harder" ? 1 : -1)] ?? null;
}
