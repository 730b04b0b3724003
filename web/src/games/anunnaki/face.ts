import { shapesOf } from "../../lib/icon-shapes";
import type { Pattern, Side } from "../../lib/sides.svelte";
import type { Phrases } from "../../lib/words.svelte";
import type { Face } from "../drawing";
import list from "./icon-list.json";
import shapes from "./icon-shapes.json";
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
};

export const face: Face = {
  sides: Object.fromEntries(Object.entries(PATTERNS).map(([house, pattern]) => [house, sideOf(house, pattern)])),
  icons: shapesOf(list, shapes),
  words,
  about: "anunnaki.about",
  seatsSetting: "houses",
};
