// Who sits where, as the forms of the lobby hold it, and as the server wants it.
import type { BotInfo, GameInfo, Sitter } from "../lib/protocol";
import { opponents } from "./levels.svelte";

/** What a row of the form says: "me", "here", "open", or "bot:LEVEL". */
export interface Row { who: string; name: string; side: string | null }

export const isPerson = (row: Row): boolean => row.who === "me" || row.who === "here";

/** Rows for so many players: me first, then bots of one's level; what was filled in before stays, but for bots of a level
 * that the game has not. */
export function rowsFor(game: string, players: number, bots: BotInfo[], before: Row[]): Row[] {
  const usual = `bot:${opponents.level(game, bots)}`;
  const isThere = (who: string): boolean => !who.startsWith("bot:") || bots.some((bot) => who === `bot:${bot.bot}`);
  return Array.from({ length: players }, (_, seat) => {
    const row = before[seat] ?? { who: seat === 0 ? "me" : usual, name: "", side: null };
    return isThere(row.who) ? row : { ...row, who: usual };
  });
}

export function sitters(rows: Row[], myName: string): Sitter[] {
  return rows.map((row): Sitter => {
    if (row.who === "me") return { who: "person", name: myName.trim() };
    if (row.who === "here") return { who: "person", name: row.name.trim() };
    if (row.who === "open") return { who: "open" };
    return { who: "bot", bot: row.who.slice("bot:".length) };
  });
}

/** "2–5", or "3". */
export function playerRange(players: number[]): string {
  const low = Math.min(...players);
  const high = Math.max(...players);
  return low === high ? `${low}` : `${low}–${high}`;
}

/** The setup with the sides of the seats, as far as they can be chosen. */
export function withSides(setup: Record<string, unknown>, game: GameInfo, sides: (string | null)[]): Record<string, unknown> {
  const setting = game.seats_setting;
  return setting === null ? setup : { ...setup, [setting]: sides };
}

/** How many play when nobody says: three, where that is possible. */
export function usualPlayers(counts: number[]): number {
  return counts.includes(3) ? 3 : (counts[0] ?? 2);
}
