// A table for any game, from its view alone: choices as buttons, the view as tables, players as cards.
import { speech } from "../../lib/words.svelte";
import type { Drawing } from "../drawing";
import Board from "./Board.svelte";
import { log } from "./log";
import Players from "./Players.svelte";
import { words } from "./words";

export const drawing: Drawing = {
  words,
  icons: {},
  Board,
  Players,
  Aside: Players,
  choices: "board",
  amounts: [],
  iconOf: () => null,
  // The rule book often has a rule named after the thing: GAME/card/flood.
  explain: (offer) => {
    if (!offer.noun) return "";
    const id = Object.keys(speech.catalogue.rules).find((one) => one.endsWith(`/${offer.verb}/${offer.noun}`));
    return id ? speech.catalogue.rules[id]!.text : "";
  },
  log,
  isGrave: () => false,
  chart: () => ({ title: "book.chart", slider: "book.chart.slider", numbered: [] }),
};
