// Which games have drawings of their own; every other game is shown by `plain`. The only place that names them. All of
// them are loaded when they are needed: a table of one game does not load another.
import { addIcons } from "../lib/icons";
import { games } from "../lib/games.svelte";
import { addWords } from "../lib/words.svelte";
import type { Drawing, Face } from "./drawing";

const FACES: Record<string, () => Promise<{ face: Face }>> = {
  ankh: () => import("./ankh/face"),
  anunnaki: () => import("./anunnaki/face"),
};

/** Each game's drawing knows its own view; the page hands every view to the drawing of its own game. */
const DRAWINGS: Record<string, () => Promise<{ drawing: unknown }>> = {
  ankh: () => import("./ankh/drawing"),
  anunnaki: () => import("./anunnaki/drawing"),
};

/** Makes the face of a game known, if it has one; a second time costs nothing. */
export async function meetGame(game: string): Promise<void> {
  const load = FACES[game];
  if (!load || games.faces[game]) return;
  const { face } = await load();
  addWords(game, face.words);
  addIcons(game, face.icons);
  games.faces = { ...games.faces, [game]: face };
}

/** Whoever would rather read a table than look at it adds `?plain` to its link. */
const wantsPlain = (): boolean => new URLSearchParams(location.search).has("plain");

/** The drawing of a game, with its face. */
export async function loadDrawing(game: string): Promise<Drawing> {
  const own = wantsPlain() ? undefined : DRAWINGS[game];
  const [drawing] = await Promise.all([
    own ? own().then((module) => module.drawing as Drawing) : import("./plain/drawing").then((module) => module.drawing),
    meetGame(game),
  ]);
  addWords(own ? game : "plain", drawing.words);
  addIcons(game, drawing.icons);
  return drawing;
}
