// Who must decide, in words; and which of the offers are buttons.
import { hasIcon } from "../lib/icons";
import { sideWords } from "../lib/players";
import type { Offer, Place, TableInfo } from "../lib/protocol";
import type { Scene } from "../lib/eyes.svelte";
import { rule, speech, t } from "../lib/words.svelte";

/** Sides with their people, those who lead one god together: "Ra (Mia), Isis (Noa, Bot)". */
export function sidesOf(seats: number[], scene: Scene, info: TableInfo): string[] {
  const sides = new Map<string | null, Place[]>();
  for (const place of info.seats.filter((one) => seats.includes(one.seat))) {
    const god = scene.view.seats.find((one) => one.seat === place.seat)?.god ?? place.side;
    sides.set(god, [...(sides.get(god) ?? []), place]);
  }
  return [...sides].map(([god, places]) => sideWords(places, god));
}

export function namesOf(seats: number[], scene: Scene, info: TableInfo): string {
  return sidesOf(seats, scene, info).join(", ");
}

/** Those who still have to choose. */
export function awaited(scene: Scene): number[] {
  return scene.prompt.seats.filter((seat) => !scene.prompt.secret || !scene.view.secret.chosen.includes(seat));
}

/** Whom the match waits for, as a line. */
export function waitingWords(scene: Scene, info: TableInfo): string {
  const seats = awaited(scene);
  const names = namesOf(seats, scene, info);
  const bots = seats.every((seat) => info.seats.find((place) => place.seat === seat)?.who === "bot");
  if (!bots) return t("shell.prompt.waiting", { names });
  return t(seats.length > 1 ? "shell.prompt.thinking.many" : "shell.prompt.thinking", { names });
}

/** Offers that are no place on the board: they are buttons beside the prompt. Refusing comes last. */
export function buttonsOf(offers: Offer[]): Offer[] {
  const last = (offer: Offer): number => (offer.verb === "done" || offer.verb === "no" ? 1 : 0);
  return offers.filter((offer) => offer.place === undefined).sort((one, other) => last(one) - last(other));
}

/** The drawing of an offer, if there is one. */
export function iconOf(offer: Offer): string | null {
  const kind = offer.verb === "build" ? "monument" : offer.verb === "hold" ? "god" : offer.verb;
  const key = `${kind}.${offer.noun}`;
  return hasIcon(key) ? key : null;
}

/** Where the rule book says what a thing does, by the verb that chooses it. */
const CHAPTERS: Record<string, string> = {
  card: "ankh/card", power: "ankh/power", piece: "ankh/guardian", room: "pharaoh/palace", priest: "pharaoh/palace",
  agenda: "pharaoh/card", take: "pharaoh/card", remove: "pharaoh/card", "remove-played": "pharaoh/card",
};

/** What the thing of an offer does; empty if there is nothing to say. */
export function explanationOf(offer: Offer): string {
  const chapter = CHAPTERS[offer.verb];
  return (chapter && rule(`${chapter}/${offer.noun}`)?.text) ?? "";
}

/** What stands on an offer's button: the thing alone where its drawing says what it is. */
export function shortLabel(offer: Offer): string {
  const known = speech.catalogue.names[`${offer.verb}.${offer.noun}`];
  return known && iconOf(offer) ? known : offer.label;
}
