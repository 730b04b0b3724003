import { shapesOf } from "../../lib/icon-shapes";
import type { Pattern, Side } from "../../lib/sides.svelte";
import type { Phrases } from "../../lib/words.svelte";
import type { Face } from "../drawing";
import list from "./icon-list.json";
import shapes from "./icon-shapes.json";
import Scene from "./Scene.svelte";
import Setup from "./Setup.svelte";
import "./sides.css";

const PATTERNS: Record<string, Pattern> = { pharaohs: "rays", norrenis: "blocks", babylon: "double", ellenys: "beads" };

const sideOf = (house: string, pattern: Pattern): Side => ({
  colour: `var(--anunnaki-${house})`, ink: `var(--anunnaki-${house}-ink)`, text: `var(--anunnaki-${house}-text)`,
  pattern, emblem: `house.${house}`,
});

const words: Phrases = {
  about: {
    en: "Lead a house of gods from its own planet to the promised land: build, trade, research and fight for supremacy.",
    de: "Führe ein Göttergeschlecht von seinem Planeten ins verheißene Land: Baue, handle, forsche und kämpfe um die Vorherrschaft.",
    ru: "Ведите дом богов с родной планеты в обетованную землю: стройте, торгуйте, открывайте новое и боритесь за первенство.",
  },
  "setup.gods": { en: "The gods", de: "Die Götter", ru: "Боги" },
  "setup.first": { en: "First game", de: "Erste Partie", ru: "Первая партия" },
  "setup.first.text": {
    en: "Everybody is dealt four lesser gods and keeps them; all contracts are in play.",
    de: "Alle erhalten vier niedere Götter und behalten sie; alle Verträge sind im Spiel.",
    ru: "Каждому сдают четырёх младших богов, и все они остаются; в игре все договоры.",
  },
  "setup.draft": { en: "Draft of gods", de: "Auswahl der Götter", ru: "Выбор богов" },
  "setup.draft.text": {
    en: "Everybody is dealt five lesser gods and discards one in secret.",
    de: "Alle erhalten fünf niedere Götter und legen geheim einen ab.",
    ru: "Каждому сдают пять младших богов, одного каждый тайно сбрасывает.",
  },
};

export const face: Face = {
  sides: Object.fromEntries(Object.entries(PATTERNS).map(([house, pattern]) => [house, sideOf(house, pattern)])),
  icons: shapesOf(list, shapes),
  words,
  about: "anunnaki.about",
  Scene,
  minutes: [90, 150],
  Setup,
  ownSettings: ["first_game"],
  seatsSetting: "houses",
};
