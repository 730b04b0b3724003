// The drawings of the page by the game's own keys: icon("god.ra"), icon("card.flood"), icon("sun").
// Most come from game-icons.net (CC BY 3.0, see the about page): icon-list.json says which, and scripts/pick-icons.mjs
// copies their shapes into icon-shapes.json. A few are drawn here.
import list from "./icon-list.json";
import shapes from "./icon-shapes.json";

export interface Shape {
  /** SVG elements, painted in currentColor */
  body: string;
  viewBox: string;
}

const path = (d: string): string => `<path fill="currentColor" d="${d}"/>`;

/** The djed pillar, sign of Osiris. */
const DJED = path(
  "M168 500c0-40 14-62 34-84V268h108v148c20 22 34 44 34 84zM96 214h320v36H96zm0-62h320v36H96zm0-62h320v36H96z" +
    "M128 64c0-30 22-52 56-52h144c34 0 56 22 56 52z",
);
/** A stepped arch with darkness in it: a gate of the underworld. */
const GATE = path(
  "M64 480V236C64 122 150 36 256 36s192 86 192 200v244h-84V244c0-66-48-118-108-118s-108 52-108 118v236z" +
    "M196 480V262c0-40 26-72 60-72s60 32 60 72v218z",
);

const own: Record<string, string> = { "god.osiris": DJED, underworld: GATE };

/** The drawing of something; the ankh stands in for what has none. */
export function icon(name: string): Shape {
  const drawn = own[name];
  const source = (list as Record<string, string>)[name] ?? "ankh";
  return { body: drawn ?? (shapes as Record<string, string>)[source] ?? "", viewBox: "0 0 512 512" };
}

/** Is there a drawing of its own for this name? */
export function hasIcon(name: string): boolean {
  return name in own || name in list;
}
