// One click into a match, or into a lesson.
import { api } from "../lib/api";
import { addSeated } from "../lib/keyring";
import { self } from "../lib/me.svelte";
import type { BotInfo, GameInfo, LessonInfo, Seated, Sitter } from "../lib/protocol";
import { router, tablePath } from "../lib/route.svelte";
import { settings } from "../lib/settings.svelte";
import { isNewTo, noteBegun, noteFirst } from "../table/introductions";
import { opponents } from "./levels.svelte";
import { usualPlayers, withSides } from "./seating";

const me = (): Sitter => ({ who: "person", name: settings.name.trim() });

/** A match against bots of one's level, with everything else as usual. */
export async function beginMatch(game: GameInfo, bots: BotInfo[]): Promise<Seated> {
  await self.ensure();
  const players = usualPlayers(game.players);
  const fresh = isNewTo(game.game);
  // Where a game has a variant for a first match, that is what a newcomer begins with.
  const gentle = fresh && game.settings.some(({ setting }) => setting === "first_game") ? { first_game: true } : {};
  const setup = withSides(gentle, game, Array<null>(players).fill(null));
  const others = Array.from({ length: players - 1 }, (): Sitter => ({ who: "bot", bot: opponents.level(game.game, bots) }));
  const made = await api.create({ game: game.game, setup, seats: [me(), ...others] });
  noteFirst(game.game, made.table);
  return made;
}

export async function beginLesson(game: string, lesson: Pick<LessonInfo, "name" | "title">): Promise<Seated> {
  await self.ensure();
  return api.create({ game, lesson: lesson.name, title: lesson.title, setup: {}, seats: [me()] });
}

/** To a table that was just made. */
export function sitDown(got: Seated, title: string): void {
  addSeated(got, title);
  noteBegun(got.table);
  void self.look();
  router.go(tablePath(got.table));
  scrollTo(0, 0);
}
