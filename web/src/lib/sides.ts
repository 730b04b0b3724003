// How a side looks, everywhere: board, tracks, log, charts. Never colour alone: an emblem and a pattern go with it.

/** The pattern of a base's rim: one per side, told apart without colour. */
export type Pattern = "plain" | "beads" | "rays" | "blocks" | "double" | "stripes" | "stone";

export interface Side {
  /** CSS colours (variables of theme.css): the fill, what is drawn on it, and the side as text on a sheet */
  colour: string;
  ink: string;
  text: string;
  pattern: Pattern;
  /** name of its drawing, see icons.ts */
  emblem: string;
}

const patterns: Record<string, Pattern> = {
  amun: "plain",
  anubis: "blocks",
  isis: "beads",
  osiris: "double",
  ra: "rays",
  pharaoh: "stripes",
};

/** The look of a god's side; of "pharaoh"; of nobody, in stone (null, or an unknown name). */
export function side(god: string | null): Side {
  const name = god !== null && god in patterns ? god : "nobody";
  return {
    colour: `var(--side-${name})`,
    ink: `var(--side-${name}-ink)`,
    text: `var(--side-${name}-text)`,
    pattern: patterns[name] ?? "stone",
    emblem: name === "nobody" ? "ankh" : name === "pharaoh" ? "piece.pharaoh" : `god.${name}`,
  };
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
