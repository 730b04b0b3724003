import { path, shapesOf } from "../../lib/icon-shapes";
import type { Pattern, Side } from "../../lib/sides.svelte";
import type { Phrases } from "../../lib/words.svelte";
import type { Face } from "../drawing";
import list from "./face-icon-list.json";
import shapes from "./face-icon-shapes.json";
import Scene from "./Scene.svelte";
import Setup from "./Setup.svelte";
import "./sides.css";

const PATTERNS: Record<string, Pattern> = { amun: "plain", anubis: "blocks", isis: "beads", osiris: "double", ra: "rays" };

const sideOf = (name: string, pattern: Pattern, emblem: string): Side => ({
  colour: `var(--ankh-${name})`, ink: `var(--ankh-${name}-ink)`, text: `var(--ankh-${name}-text)`, pattern, emblem,
});

/** The djed pillar, sign of Osiris. */
const DJED = path(
  "M168 500c0-40 14-62 34-84V268h108v148c20 22 34 44 34 84zM96 214h320v36H96zm0-62h320v36H96zm0-62h320v36H96z" +
    "M128 64c0-30 22-52 56-52h144c34 0 56 22 56 52z",
);

const words: Phrases = {
  about: {
    en: "Lead a god of Egypt, win the people's devotion and outlive your rivals.",
    de: "Führe einen Gott Ägyptens, gewinne die Verehrung der Menschen und überdauere deine Rivalen.",
    ru: "Ведите бога Египта, завоюйте поклонение людей и переживите соперников.",
  },
  "setup.pharaoh": { en: "Pharaoh expansion", de: "Erweiterung „Pharao“", ru: "Дополнение «Фараон»" },
  "setup.pharaoh.none": { en: "Without Pharaoh", de: "Ohne Pharao", ru: "Без фараона" },
  "setup.pharaoh.random": { en: "Pharaoh at random", de: "Zufälliger Pharao", ru: "Случайный фараон" },
};

export const face: Face = {
  sides: {
    ...Object.fromEntries(Object.entries(PATTERNS).map(([god, pattern]) => [god, sideOf(god, pattern, `god.${god}`)])),
    // No side of a player, but seen on the board as one.
    pharaoh: sideOf("pharaoh", "stripes", "piece.pharaoh"),
  },
  icons: { ...shapesOf(list, shapes), "god.osiris": DJED },
  words,
  about: "ankh.about",
  Scene,
  minutes: [60, 100],
  Setup,
  ownSettings: ["pharaoh"],
  seatsSetting: "gods",
};
