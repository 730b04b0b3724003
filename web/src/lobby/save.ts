// A save file as far as the page must understand it: whose seats there are. The server checks the rest.
import type { GameInfo } from "../lib/protocol";

export interface Save {
  text: string;
  title: string;
  game: string;
  /** By seat; null for a side that was drawn at random. */
  sides: (string | null)[];
  steps: number;
  /** Who sat where, if the file says so: the server ignores it. */
  people: Person[];
}
/** A seat as the file remembers it: played at this screen ("here"), by somebody elsewhere ("open"), or by a bot ("bot:LEVEL"). */
export interface Person { who: string; name: string }

/** A save that remembers who sat where. */
export function withPeople(text: string, people: Person[]): string {
  return JSON.stringify({ ...(JSON.parse(text) as object), people });
}

function peopleOf(value: unknown): Person[] {
  const isPerson = (one: unknown): one is Person =>
    typeof one === "object" && one !== null && typeof (one as Person).who === "string" && typeof (one as Person).name === "string";
  return Array.isArray(value) && value.every(isPerson) ? value.map(({ who, name }) => ({ who, name: name.slice(0, 40) })) : [];
}

/** The save in a file, or null if it is none of a match of these games. */
export function readSave(file: string, text: string, games: GameInfo[]): Save | null {
  try {
    const save = JSON.parse(text) as { game?: unknown; setup?: Record<string, unknown>; history?: unknown; people?: unknown };
    const game = games.find((one) => one.game === save.game);
    const sides = game && save.setup ? sidesOf(game, save.setup) : null;
    if (!game || !sides || sides.length === 0) return null;
    const steps = Array.isArray(save.history) ? save.history.length : 0;
    return { text, title: file.replace(/\.json$/i, "").slice(0, 60), game: game.game, sides, steps, people: peopleOf(save.people) };
  } catch {
    return null;
  }
}

/** The sides a setup names, or as many unknown ones as it has players. */
function sidesOf(game: GameInfo, setup: Record<string, unknown>): (string | null)[] | null {
  const named = setup[game.seats_setting ?? ""];
  const known = (side: unknown): string | null => game.sides.find((one) => one.side === side)?.side ?? null;
  if (Array.isArray(named)) return named.map(known);
  return typeof setup.players === "number" && game.players.includes(setup.players) ? Array<null>(setup.players).fill(null) : null;
}
