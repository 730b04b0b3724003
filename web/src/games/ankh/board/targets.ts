// What of the offers lies on the board, and what to ask about when something unlit is clicked.
import type { Hexes } from "../../../lib/hex";
import type { Offer } from "../../../lib/protocol";
import type { AnkhView } from "../view";

/** Verbs whose noun is a cell. */
export const CELL_VERBS = ["figure", "cell", "claw", "monument", "token", "infantry"];
/** Of those, the ones that mean what stands on the cell, not the cell. */
export const PIECE_VERBS = ["figure", "monument", "token", "infantry"];

export interface Targets {
  /** by cell: the choice it stands for (every cell of a region stands for the region) */
  cells: Map<string, Offer>;
  edges: Map<string, Offer>;
  regions: { offer: Offer; cells: string[] }[];
}

/** The order tile of a cell's region. */
export function regionOf(view: AnkhView, cell: string): string | undefined {
  return Object.entries(view.board.regions).find(([, cells]) => cells.includes(cell))?.[0];
}

/** The offers on the board. `realm` gives the cells of the region a cell lies in, as the camels now divide the land: while
    a new caravan is being settled that is finer than what the view calls a region. */
export function targetsOf(offers: readonly Offer[], hexes: Hexes, realm: (cell: string) => string[]): Targets {
  const targets: Targets = { cells: new Map(), edges: new Map(), regions: [] };
  for (const offer of offers) {
    if (offer.verb === "edge" && hexes.edges.has(offer.noun)) targets.edges.set(offer.noun, offer);
    else if (offer.verb === "region") {
      const cells = realm(offer.noun);
      targets.regions.push({ offer, cells });
      for (const cell of cells) targets.cells.set(cell, offer);
    } else if (CELL_VERBS.includes(offer.verb) && hexes.cells.has(offer.noun)) targets.cells.set(offer.noun, offer);
  }
  return targets;
}

/** What somebody who clicks an unlit cell most likely meant, in the words of what is asked now. `edge` is the edge nearest
    to where it was clicked. */
export function meantBy(cell: string, offers: readonly Offer[], view: AnkhView, edge: string | undefined): string {
  const asked = new Set(offers.map((offer) => offer.verb));
  const figure = view.board.figures.some((other) => other.cell === cell);
  const monument = view.board.monuments.some((other) => other.cell === cell);
  if (asked.has("edge") && edge) return `edge ${edge}`;
  // Where nobody stands one wants to go; which figure comes first.
  if (view.decision.prompt === "move-figure" && !figure) return `cell ${cell}`;
  for (const verb of [...CELL_VERBS, "region"]) if (asked.has(verb)) return `${verb} ${cell}`;
  return `${figure ? "figure" : monument ? "monument" : "cell"} ${cell}`;
}

/** The cell of the figure that was chosen and now waits for where to go: among the cells offered is its own ("out and
    back"), or it is the one picked last. */
export function chosenCell(view: AnkhView, offers: readonly Offer[], picked: string | null): string | null {
  if (!view.decision.prompt.endsWith("-to") || !offers.some((offer) => offer.verb === "cell")) return null;
  const standing = (cell: string): boolean => view.board.figures.some((figure) => figure.cell === cell);
  if (picked !== null && standing(picked)) return picked;
  const seat = view.decision.seats[0];
  const god = view.gods.find((other) => seat !== undefined && other.seats.includes(seat))?.god;
  const own = view.board.figures.filter((figure) => figure.god === god);
  return own.find((figure) => offers.some((offer) => offer.verb === "cell" && offer.noun === figure.cell))?.cell ?? null;
}
