// Battles on the stage, for the drawing of Anunnaki.
import type { Component } from "svelte";
import { later } from "../../../lib/later";
import type { Entry } from "../../../lib/protocol";
import type { StageDrawing, StageProps } from "../../drawing";
import type { StageView } from "./battle";
import { VERBS } from "./verbs";

export { words } from "./words";

/** Moments of a battle that deserve a longer look when others fight it. */
const GRAVE = new Set(["battle", "weapon-played", "battle-won", "battle-lost"]);
export const isGrave = (entry: Entry): boolean => GRAVE.has(entry.fact.fact);

export const stage: StageDrawing = {
  Stage: later(() => import("./BattleStage.svelte").then((found) => found.default as Component<StageProps>)),
  Answers: later(() => import("./PromptAnswers.svelte").then((found) => found.default)),
  conflict: (view) => {
    const { battle } = view as StageView;
    return battle ? `${battle.attacker.house}/${battle.territory}` : null;
  },
  verbs: VERBS,
  // More than the battles of a turn have.
  memory: 200,
  icon: "battle",
  label: "anunnaki.stage",
  isPartOf: (entry) => entry.fact.fact === "battle",
};
