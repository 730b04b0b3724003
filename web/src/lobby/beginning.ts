// One click into a match, or into a lesson.
import { api } from "../lib/api";
import { addSeated } from "../lib/keyring";
import { self } from "../lib/me.svelte";
import type { BotInfo, GameInfo, LessonInfo, Seated, Sitter } from "../lib/protocol";
import { router, tablePath } from "../lib/route.svelte";
import { settings } from "../lib/settings.svelte";
import { opponents } from "./levels.svelte";
import { usualPlayers, withSides } from "./seating";

const me = (): Sitter => ({ who: "person", name: settings.name.trim() });

/** A match against bots of one's level, with everything else as usual. */
export async function beginMatch(game: GameInfo, bots: BotInfo[]): Promise<Seated> {
  await self.ensure();
  const players = usualPlayers(game.players);
  const setup = withSides({}, game, Array<null>(players).fill(null));
  const others = Array.from({ length: players - 1 }, (): Sitter => ({ who: "bot", bot: opponents.level(game.game, bots) }));
  return api.create({ game: game.game, setup, seats: [me(), ...others] });
}

export async function beginLesson(game: string, lesson: Pick<LessonInfo, "name" | "title">): Promise<Seated> {
  await self.ensure();
  return api.create({ game, lesson: lesson.name, title: lesson.title, setup: {}, seats: [me()] });
}

/** To a table that was just made. */
export function sitDown(got: Seated, title: string): void {
  addSeated(got, title);
  void self.look();
  router.go(tablePath(got.table));
  scrollTo(0, 0);
}
