// The games this server knows, and the faces of those that have been met: how their sides look.
import type { Face } from "../games/drawing";
import type { BotInfo, GameInfo, TableInfo } from "./protocol";
import { speech, t } from "./words.svelte";

class Games {
  /** In the language of now; empty until the server has answered. */
  list = $state.raw<GameInfo[]>([]);
  /** All levels that bots play at, the gentlest first, in the language of now; empty until the server has answered. */
  levels = $state.raw<BotInfo[]>([]);
  faces = $state.raw<Record<string, Face>>({});

  named(game: string | null): GameInfo | undefined {
    return this.list.find((one) => one.game === game);
  }

  /** The levels to choose from in a game. */
  levelsOf(game: string | null): BotInfo[] {
    const offered = this.named(game)?.levels ?? [];
    return this.levels.filter((one) => offered.includes(one.bot));
  }
}
export const games = new Games();

/** What the level is called that a bot plays at; null: it plays at none that people choose from. */
export function levelName(bot: string | null): string | null {
  return games.levels.find((one) => one.bot === bot)?.name ?? null;
}

/** Which side of its game this is, counted from 0; a game without sides of its own has its seats ("seat0"). -1: none. */
export function sideNumber(side: string, game = speech.game): number {
  const found = games.named(game)?.sides.findIndex((one) => one.side === side) ?? -1;
  return found >= 0 ? found : Number(/^seat(\d+)$/.exec(side)?.[1] ?? -1);
}

/** The name of a side, of the game on show or another. */
export function sideName(side: string, game = speech.game): string {
  const known = games.named(game)?.sides.find((one) => one.side === side)?.name;
  if (known) return known;
  const number = sideNumber(side, game);
  return number < 0 ? side : t("shell.new.seat", { number: number + 1 });
}

/** A sign for a side without an emblem: its first letter, or the number of its seat. */
export function initial(side: string, game = speech.game): string {
  const named = games.named(game)?.sides.some((one) => one.side === side);
  const number = sideNumber(side, game);
  return named || number < 0 ? ([...sideName(side, game)][0] ?? "") : String(number + 1);
}

/** What is played at a table, in short: its scenario if it has one, else the game. */
export function playedAt(info: TableInfo): string {
  const game = games.named(info.game);
  const scenario = game?.scenarios.find((one) => one.scenario === info.setup.scenario)?.name;
  return [game?.name ?? info.game, scenario].filter(Boolean).join(": ");
}
