// How a side looks, everywhere: board, tracks, log, charts. Never colour alone: an emblem and a pattern go with it.
import { games, sideNumber } from "./games.svelte";
import { speech } from "./words.svelte";

/** The pattern of a base's rim: one per side, told apart without colour. */
export type Pattern = "plain" | "beads" | "rays" | "blocks" | "double" | "stripes" | "stone";

export interface Side {
  /** CSS colours: the fill, what is drawn on it, and the side as text on a sheet */
  colour: string;
  ink: string;
  text: string;
  pattern: Pattern;
  /** name of its drawing, see icons.ts; null: its initial stands for it */
  emblem: string | null;
}

const PATTERNS: Pattern[] = ["plain", "blocks", "beads", "double", "rays", "stripes"];

const paint = (name: string | number): Pick<Side, "colour" | "ink" | "text"> => ({
  colour: `var(--side-${name})`, ink: `var(--side-${name}-ink)`, text: `var(--side-${name}-text)`,
});
const NOBODY: Side = { ...paint("nobody"), pattern: "stone", emblem: "house" };

/** The look of a side; of nobody, in stone (null, or a name that is no side). A game whose face is not here has colours
 * by the order of its sides. */
export function side(name: string | null, game = speech.game): Side {
  if (name === null || game === null) return NOBODY;
  const face = games.faces[game]?.sides;
  if (face) return face[name] ?? NOBODY;
  const number = sideNumber(name, game);
  if (number < 0) return NOBODY;
  const place = number % PATTERNS.length;
  return { ...paint(place + 1), pattern: PATTERNS[place]!, emblem: null };
}

/** The dashes of a line for the n-th side of a chart. */
export function dashes(number: number): string {
  const known = ["none", "2 5", "11 5", "11 4 2 4", "6 3", "16 6"];
  return known[number % known.length]!;
}
/** The dashes of a rim with this pattern, for a circle of this length. */
export function rim(pattern: Pattern, length: number): { dash: string; cap: "butt" | "round" } {
  const pieces = (count: number, share: number): string => {
    const step = length / count;
    return `${(step * share).toFixed(3)} ${(step * (1 - share)).toFixed(3)}`;
  };
  switch (pattern) {
    case "beads":
      return { dash: `0 ${(length / 14).toFixed(3)}`, cap: "round" };
    case "rays":
      return { dash: pieces(24, 0.42), cap: "butt" };
    case "stripes":
      return { dash: pieces(16, 0.6), cap: "butt" };
    case "blocks":
      return { dash: pieces(6, 0.66), cap: "butt" };
    default:
      return { dash: "none", cap: "butt" };
  }
}
