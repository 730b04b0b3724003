// The games this server knows, and the faces of those that have been met: how their sides look.
import type { Face } from "../games/drawing";
import type { GameInfo, TableInfo } from "./protocol";
import { speech } from "./words.svelte";

class Games {
  /** In the language of now; empty until the server has answered. */
  list = $state.raw<GameInfo[]>([]);
  faces = $state.raw<Record<string, Face>>({});

  named(game: string | null): GameInfo | undefined {
    return this.list.find((one) => one.game === game);
  }
}
export const games = new Games();

/** The name of a side, of the game on show or another. */
export function sideName(side: string, game = speech.game): string {
  return games.named(game)?.sides.find((one) => one.side === side)?.name ?? side;
}

/** What is played at a table, in short: its scenario if it has one, else the game. */
export function playedAt(info: TableInfo): string {
  const game = games.named(info.game);
  const scenario = game?.scenarios.find((one) => one.scenario === info.setup.scenario)?.name;
  return [game?.name ?? info.game, scenario].filter(Boolean).join(": ");
}
