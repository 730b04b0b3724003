// How Anunnaki is drawn: islands in the night sky, the action star as an instrument, houses as cards.
import { path, shapesOf } from "../../lib/icon-shapes";
import type { Offer } from "../../lib/protocol";
import { t } from "../../lib/words.svelte";
import type { Drawing } from "../drawing";
import Aside from "./Aside.svelte";
import Board from "./board/Board.svelte";
import { End, standing, words as endWords } from "./end";
import { log } from "./log";
import "./paints.css";
import Players from "./Players.svelte";
import Rail from "./Rail.svelte";
import { contractName, explain, iconOf, LAID_OUT, pickedWords, ruleOf } from "./signs";
import { isGrave as isGraveInBattle, stage, words as stageWords } from "./stage";
import list from "./table-icon-list.json";
import shapes from "./table-icon-shapes.json";
import type { AnunnakiView } from "./view";
import { words } from "./words";

/** Any of the four: a square of four. */
const ANY = path("M256 40 472 256 256 472 40 256zM256 118 187 187l69 69 69-69zM187 187l-69 69 69 69 69-69zM325 187l-69 69 69 69 69-69zM256 256l-69 69 69 69 69-69z");

/** Moments outside battles that deserve a longer look. */
const GRAVE = new Set(["summoned", "artifact-taken", "end-triggered", "marker-resolved"]);

/** On a phone: where an offer is to be seen. */
/** What is chosen on the star. */
const ON_STAR = new Set(["tile", "line", "cube"]);

function tabOf(offer: Offer, view: AnunnakiView): "tracks" | "board" | "players" | null {
  const picked = view.decision.picked ?? {};
  switch (offer.verb) {
    case "tile": case "line": case "cube": case "mana": case "extra":
      return "tracks";
    case "weapon": case "territory": case "culture": case "god": case "artifact": case "row": case "token": case "horn": case "piece":
      return "board";
    case "resource":
      return picked.territory ? "board" : "tracks";
    case "track":
      return "players";
    case "contract":
      return view.offer.some((contract) => contract.name === offer.noun) ? "players" : "tracks";
    default:
      return null;
  }
}

export const drawing: Drawing<AnunnakiView> = {
  words: { ...stageWords, ...endWords, ...words },
  icons: { ...shapesOf(list, shapes), any: ANY, "resource.any": ANY },
  Board,
  Rail,
  Players,
  Aside,
  rail: { label: "anunnaki.tab", icon: "star", leads: true },
  tabOf,
  spotOf: (offer) => (ON_STAR.has(offer.verb) ? "anunnaki.star.choose" : null),
  choices: "prompt",
  laidOut: LAID_OUT,
  amounts: ["metal"],
  iconOf,
  labelOf: (offer) => (offer.verb === "contract" ? contractName(offer.noun) : null),
  pickedWords,
  explain,
  ruleOf: (offer) => ruleOf(offer.verb, offer.noun),
  isWasted: (offer, _, entries) => offer.verb === "done" && entries.at(-1)?.fact.fact === "figure-moved",
  log,
  stage: stage as Drawing<AnunnakiView>["stage"],
  isGrave: (entry) => GRAVE.has(entry.fact.fact) || isGraveInBattle(entry),
  momentsOf: (entries) =>
    entries.filter((entry) => entry.fact.fact === "end-triggered").map((entry) => ({
      title: t("anunnaki.moment.end"), words: entry.words, sides: typeof entry.fact.house === "string" ? [entry.fact.house] : [],
      rule: entry.rule, grim: false,
    })),
  standing,
  End,
  triumph: "anunnaki.triumph",
  editor: async () => (await import("./editor")).editor,
  chart: () => ({ title: "anunnaki.chart", slider: "anunnaki.chart.slider", numbered: [] }),
};
