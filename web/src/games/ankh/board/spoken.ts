// What a screen reader says about places of the board.
import type { Offer } from "../../../lib/protocol";
import type { AnkhView, Figure, MonumentAt } from "../view";
import { name, t } from "../../../lib/words.svelte";

type Seen = Pick<AnkhView, "board" | "pharaoh">;

/** What lies where, by cell: read once for all cells that are spoken of. */
export interface Places {
  view: Seen;
  figures: Map<string, Figure[]>;
  monuments: Map<string, MonumentAt[]>;
  regions: Map<string, string>;
  /** The cells on the other side of the camels around a cell. */
  camels: Map<string, string[]>;
}

export function placesOf(view: Seen): Places {
  const places: Places = { view, figures: new Map(), monuments: new Map(), regions: new Map(), camels: new Map() };
  const put = <T>(map: Map<string, T[]>, cell: string, one: T): void => void (map.get(cell)?.push(one) ?? map.set(cell, [one]));
  for (const figure of view.board.figures) put(places.figures, figure.cell, figure);
  for (const monument of view.board.monuments) put(places.monuments, monument.cell, monument);
  for (const [tile, cells] of Object.entries(view.board.regions)) for (const cell of cells) places.regions.set(cell, tile);
  for (const edge of [...view.board.camels, ...view.board.caravan]) {
    const [a, b] = edge.split("-");
    if (!a || !b) continue;
    put(places.camels, a, b);
    put(places.camels, b, a);
  }
  return places;
}

/** What stands on a cell, each thing in a few words. */
export function standingOn({ view, figures, monuments }: Places, cell: string): string[] {
  const things: string[] = [];
  for (const figure of figures.get(cell) ?? []) {
    const what = name(`piece.${figure.piece}`);
    const who = figure.god === null ? what : t("ankh.board.owned", { god: name(`god.${figure.god}`), thing: what });
    const claws = figure.claws?.length ? t("ankh.board.claws", { cells: figure.claws.join(", ") }) : "";
    things.push([who, figure.sun ? t("ankh.board.sun") : "", claws].filter(Boolean).join(", "));
  }
  for (const monument of monuments.get(cell) ?? []) {
    const what = name(`monument.${monument.type}`);
    things.push(
      monument.god === null
        ? t("ankh.board.neutral", { thing: what })
        : t("ankh.board.owned", { god: name(`god.${monument.god}`), thing: what }),
    );
  }
  if (view.board.cities.includes(cell)) things.push(t("ankh.board.city"));
  if (view.board.underworld.includes(cell)) things.push(t("ankh.board.underworld"));
  if (view.pharaoh?.cell === cell && !view.pharaoh.dead) things.push(t("ankh.board.pharaoh", { name: name(`king.${view.pharaoh.name}`) }));
  if (view.pharaoh?.infantry.includes(cell)) things.push(t("ankh.board.infantry"));
  return things;
}

/** "D6, Desert, region 3" */
export function placeName({ regions }: Places, cell: string, terrain: string): string {
  const tile = regions.get(cell);
  return [cell, name(`terrain.${terrain}`), tile === undefined ? "" : t("ankh.board.region", { tile })].filter(Boolean).join(", ");
}

/** "D6, Desert, region 3; Ra: Warrior; camels towards E6" */
export function cellSpoken(places: Places, cell: string, terrain: string): string {
  const parts = [placeName(places, cell, terrain), ...standingOn(places, cell)];
  const camels = places.camels.get(cell);
  if (camels) parts.push(t("ankh.board.camels", { cells: camels.join(", ") }));
  return parts.join("; ");
}

export const edgeSpoken = (edge: string): string => t("ankh.board.edge", { edge });

/** A place, and that it may be chosen: "…; may be chosen: Cell D6" */
export const mayBeChosen = (place: string, offer: Offer | undefined): string =>
  offer ? `${place}; ${t("ankh.board.may", { label: offer.label })}` : place;
