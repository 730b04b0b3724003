// What a screen reader says about places of the board.
import type { Offer } from "../../../lib/protocol";
import type { AnkhView } from "../view";
import { name, t } from "../../../lib/words.svelte";
import { regionOf } from "./targets";

/** What stands on a cell, each thing in a few words. */
export function standingOn(view: AnkhView, cell: string): string[] {
  const things: string[] = [];
  for (const figure of view.board.figures) {
    if (figure.cell !== cell) continue;
    const what = name(`piece.${figure.piece}`);
    const who = figure.god === null ? what : t("ankh.board.owned", { god: name(`god.${figure.god}`), thing: what });
    const claws = figure.claws?.length ? t("ankh.board.claws", { cells: figure.claws.join(", ") }) : "";
    things.push([who, figure.sun ? t("ankh.board.sun") : "", claws].filter(Boolean).join(", "));
  }
  for (const monument of view.board.monuments) {
    if (monument.cell !== cell) continue;
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
export function placeName(view: AnkhView, cell: string, terrain: string): string {
  const tile = regionOf(view, cell);
  return [cell, name(`terrain.${terrain}`), tile === undefined ? "" : t("ankh.board.region", { tile })].filter(Boolean).join(", ");
}

/** The cells on the other side of the camels around a cell. */
function behindCamels(view: AnkhView, cell: string): string[] {
  return [...view.board.camels, ...view.board.caravan].flatMap((edge) => {
    const [a, b] = edge.split("-");
    return a === cell && b ? [b] : b === cell && a ? [a] : [];
  });
}

/** "D6, Desert, region 3; Ra: Warrior; camels towards E6; may be chosen: Cell D6" */
export function cellSpoken(view: AnkhView, cell: string, terrain: string, offer: Offer | undefined): string {
  const parts = [placeName(view, cell, terrain), ...standingOn(view, cell)];
  const camels = behindCamels(view, cell);
  if (camels.length) parts.push(t("ankh.board.camels", { cells: camels.join(", ") }));
  if (offer) parts.push(t("ankh.board.may", { label: offer.label }));
  return parts.join("; ");
}

export function edgeSpoken(edge: string, offer: Offer | undefined): string {
  const place = t("ankh.board.edge", { edge });
  return offer ? `${place}; ${t("ankh.board.may", { label: offer.label })}` : place;
}
