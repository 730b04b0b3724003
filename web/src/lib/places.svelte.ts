// The names of places, which a game's board tells in every language: any part of it with a `name` and its `names`.
import type { Lang } from "./protocol";
import { speech } from "./words.svelte";

type Names = Record<Lang, string>;

class Places {
  names = $state.raw<Record<string, Names>>({});
}
const places = new Places();

/** Reads the names off a board. A part that is in play for some numbers of players only says for which (`players`). */
export function learnPlaces(board: unknown, players: number): void {
  const found: Record<string, Names> = {};
  const read = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(read);
    else if (part !== null && typeof part === "object") {
      const { name, names, players: only } = part as { name?: unknown; names?: unknown; players?: unknown };
      if (Array.isArray(only) && !only.includes(players)) return;
      if (typeof name === "string" && names !== null && typeof names === "object") found[name] = names as Names;
      Object.values(part).forEach(read);
    }
  };
  read(board);
  places.names = found;
}

/** "The northern forest"; null for what the board has no name for. */
export const nameOfPlace = (place: string): string | null => places.names[place]?.[speech.lang] ?? null;
