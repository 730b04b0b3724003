// How Anunnaki is drawn: battles on a stage of their own and an end that adds up, around the table of any game.
import { shapesOf } from "../../lib/icon-shapes";
import { hasIcon } from "../../lib/icons";
import { addWords } from "../../lib/words.svelte";
import type { Drawing } from "../drawing";
import { drawing as plain } from "../plain/drawing";
import { End, standing, words as endWords } from "./end";
import { isGrave, stage, words as stageWords } from "./stage";
import list from "./table-icon-list.json";
import shapes from "./table-icon-shapes.json";

addWords("plain", plain.words);

export const drawing: Drawing = {
  ...plain,
  words: { ...stageWords, ...endWords },
  icons: shapesOf(list, shapes),
  stage,
  iconOf: (offer) => (hasIcon(`${offer.verb}.${offer.noun}`) ? `${offer.verb}.${offer.noun}` : null),
  isGrave,
  standing,
  End,
  triumph: "anunnaki.triumph",
};
