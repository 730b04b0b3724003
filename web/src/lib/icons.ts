// The drawings of the page by name: icon("undo"). Most come from game-icons.net (CC BY 3.0, see the about page):
// icon-list.json says which, and scripts/pick-icons.mjs copies their shapes into icon-shapes.json. A few are drawn here.
// A game brings drawings of its own, by its own keys.
import { path, shapesOf, type Shapes } from "./icon-shapes";
import list from "./icon-list.json";
import shapes from "./icon-shapes.json";
import { speech } from "./words.svelte";

export interface Shape {
  /** SVG elements, painted in currentColor */
  body: string;
  viewBox: string;
}

/** The signs of buttons: drawn, since fonts lack some of them. */
const SIGNS: Shapes = {
  bell: path("M256 40a32 32 0 0 1 32 32v10c66 14 112 72 112 142v92l48 60v24H64v-24l48-60v-92c0-70 46-128 112-142V72a32 32 0 0 1 32-32zm-56 384h112a56 56 0 0 1-112 0z"),
  sound: path("M64 192h88l120-96v320l-120-96H64zm260-18c44 36 44 128 0 164l-24-30c22-22 22-82 0-104zm56-62c80 66 80 222 0 288l-24-32c60-52 60-172 0-224z"),
  mute: path("M64 192h88l120-96v320l-120-96H64zm250 8 30-30 46 46 46-46 30 30-46 46 46 46-30 30-46-46-46 46-30-30 46-46z"),
  close: path("M106 62 256 212 406 62l44 44-150 150 150 150-44 44-150-150-150 150-44-44 150-150L62 106z"),
  list: path("M64 112h64v56H64zm112 0h272v56H176zM64 228h64v56H64zm112 0h272v56H176zM64 344h64v56H64zm112 0h272v56H176z"),
  more: path("M64 216h80v80H64zm152 0h80v80h-80zm152 0h80v80h-80z"),
  first: path("M96 96h56v320H96zm320 0v320L176 256z"),
  back: path("M368 96v320L112 256z"),
  forth: path("M144 96v320l256-160z"),
  last: path("M360 96h56v320h-56zM96 96v320l240-160z"),
  step: path("M112 96v320l208-160zM344 96h56v320h-56z"),
  "step-back": path("M400 96v320L192 256zM112 96h56v320h-56z"),
  play: path("M144 76v360l288-180z"),
  pause: path("M120 96h96v320h-96zm176 0h96v320h-96z"),
  skip: path("M80 116v280l176-140zm176 0v280l176-140z"),
  rewind: path("M432 116v280L256 256zM256 116v280L80 256z"),
  again: path("M256 96c66 0 124 40 149 98l43-14v132l-124-44 46-36c-18-48-64-80-114-80-68 0-124 56-124 124s56 124 124 124c42 0 80-22 102-56l46 30c-32 50-88 82-148 82-98 0-180-80-180-180S158 96 256 96z"),
  next: path("M180 76 360 256 180 436l-44-44 136-136-136-136z"),
  before: path("M332 76 152 256l180 180 44-44-136-136 136-136z"),
};

const own: Shapes = { ...shapesOf(list, shapes), ...SIGNS };
const ofGames: Record<string, Shapes> = {};

/** The drawings of a game, by its own keys. */
export function addIcons(game: string, more: Shapes): void {
  ofGames[game] = { ...ofGames[game], ...more };
}

const bodyOf = (name: string, game: string | null): string | undefined => (game && ofGames[game]?.[name]) || own[name];

/** The drawing of something, of the game on show or another; the sign of the house stands in for what has none. */
export function icon(name: string, game = speech.game): Shape {
  return { body: bodyOf(name, game) ?? own.house ?? "", viewBox: "0 0 512 512" };
}

/** Is there a drawing for this name? */
export function hasIcon(name: string, game = speech.game): boolean {
  return bodyOf(name, game) !== undefined;
}
