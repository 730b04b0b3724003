import { shapesOf } from "../../lib/icon-shapes";
import type { Pattern, Side } from "../../lib/sides.svelte";
import { say, type Phrases } from "../../lib/phrases";
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
  about: say(
    "Lead a house of gods from its own planet to the promised land: build, trade, research and fight for supremacy.",
    "Führe ein Göttergeschlecht von seinem Planeten ins verheißene Land: Baue, handle, forsche und kämpfe um die Vorherrschaft.",
    "Ведите дом богов с родной планеты в обетованную землю: стройте, торгуйте, открывайте новое и боритесь за первенство.",
  ),
  "setup.gods": say("The gods", "Die Götter", "Боги"),
  "setup.first": say("First game", "Erste Partie", "Первая партия"),
  "setup.first.text": say(
    "Everybody is dealt four lesser gods and keeps them; all contracts are in play.",
    "Alle erhalten vier niedere Götter und behalten sie; alle Verträge sind im Spiel.",
    "Каждому сдают четырёх младших богов, и все они остаются; в игре все договоры.",
  ),
  "setup.draft": say("Draft of gods", "Auswahl der Götter", "Выбор богов"),
  "setup.draft.text": say(
    "Everybody is dealt five lesser gods and discards one in secret.",
    "Alle erhalten fünf niedere Götter und legen geheim einen ab.",
    "Каждому сдают пять младших богов, одного каждый тайно сбрасывает.",
  ),
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
};
