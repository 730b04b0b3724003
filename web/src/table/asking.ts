// Who must decide, in words; and which of the offers are buttons.
import type { Drawing } from "../games/drawing";
import { byVerb, refusingLast } from "../lib/choosing";
import type { Eyes, Scene } from "../lib/eyes.svelte";
import { sideWords } from "../lib/players";
import type { Offer, Place, TableInfo, View } from "../lib/protocol";
import { speech, t } from "../lib/words.svelte";

/** Who says which side a seat leads now: a table. */
export interface Sides { sideOf(view: View, seat: number | null): string | null }

/** Sides with their people, those who lead one side together: "A (Mia), B (Noa, Bot)". */
export function sidesOf(seats: number[], scene: Scene, info: TableInfo, table: Sides): string[] {
  const sides = new Map<string | null, Place[]>();
  for (const place of info.seats.filter((one) => seats.includes(one.seat))) {
    const side = table.sideOf(scene.view, place.seat) ?? place.side;
    sides.set(side, [...(sides.get(side) ?? []), place]);
  }
  return [...sides].map(([side, places]) => sideWords(places, side));
}

export function namesOf(seats: number[], scene: Scene, info: TableInfo, table: Sides): string {
  return sidesOf(seats, scene, info, table).join(", ");
}

/** Those who still have to choose. */
export function awaited(scene: Scene): number[] {
  return scene.prompt.seats.filter((seat) => !scene.prompt.secret || !scene.view.secret.chosen.includes(seat));
}

/** Whom the match waits for, as a line. */
export function waitingWords(scene: Scene, info: TableInfo, table: Sides): string {
  const seats = awaited(scene);
  const names = namesOf(seats, scene, info, table);
  const bots = seats.every((seat) => info.seats.find((place) => place.seat === seat)?.who === "bot");
  if (!bots) return t("shell.prompt.waiting", { names });
  return t(seats.length > 1 ? "shell.prompt.thinking.many" : "shell.prompt.thinking", { names });
}

/** What is asked of whoever looks; while others' turns are shown, what these are doing. `laidDown`: one's own secret choice
    is made. */
export function askedWords(scene: Scene, eyes: Pick<Eyes, "caughtUp" | "recent"> | null, mine: boolean, laidDown: boolean): string {
  if (eyes?.caughtUp === false) return eyes.recent.at(-1)?.words ?? "";
  if (scene.outcome) return "";
  return mine ? scene.prompt.words : laidDown ? t("shell.prompt.chosen") : "";
}

/** Offers that are no place on the board: they are buttons beside the prompt. Refusing comes last. */
export function buttonsOf(offers: Offer[]): Offer[] {
  return refusingLast(offers.filter((offer) => offer.place === undefined));
}

/** The offers that the number keys choose, in their order: those with a button. */
export function numbered(offers: Offer[], drawing: Pick<Drawing, "choices">): Offer[] {
  return drawing.choices === "board" ? byVerb(offers).flatMap((group) => group.offers) : buttonsOf(offers);
}

/** What stands on an offer's button: the thing alone where its drawing says what it is. */
export function shortLabel(offer: Offer, drawing: Pick<Drawing, "iconOf" | "labelOf">): string {
  const own = drawing.labelOf?.(offer);
  if (own) return own;
  const known = speech.catalogue.names[`${offer.verb}.${offer.noun}`];
  return known && drawing.iconOf(offer) ? known : offer.label;
}
