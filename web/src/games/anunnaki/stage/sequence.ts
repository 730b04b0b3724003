// The steps of a battle in the order of the rules, and to which of them a fact belongs.
import type { Entry } from "../../../lib/protocol";
import { standingOf, type Standing } from "../../../lib/standing";

export const SEQUENCE = ["choose", "reveal", "pay", "effects", "strength", "winner", "rewards", "retreat", "after"] as const;
export type Part = (typeof SEQUENCE)[number];

/** The rule that tells of each step. */
export function ruleOf(part: Part, civilization: boolean): string {
  const fight = civilization ? "anunnaki/battle/civilization" : "anunnaki/battle/players";
  switch (part) {
    case "effects": return "anunnaki/battle/effect-order";
    case "rewards": return civilization ? "anunnaki/battle/civ-win" : "anunnaki/battle/rewards-order";
    case "retreat": return civilization ? "anunnaki/battle/civ-lose" : "anunnaki/battle/rewards";
    case "after": return "anunnaki/battle/return";
    default: return fight;
  }
}

const PART_OF_FACT: Record<string, Part> = {
  "weapon-played": "reveal", "civilization-shown": "reveal", "weapon-chosen": "reveal", "resource-paid": "pay",
  "weapon-cancelled": "effects", "civilization-cancelled": "effects", "weapon-back": "effects", "weapon-none": "effects",
  "weapon-effect": "effects", strength: "strength", "civilization-strength": "strength", "battle-won": "winner",
  "battle-lost": "retreat", retreated: "retreat", "resource-stolen": "retreat", "weapon-beside": "after",
};
/** What follows from the result and has no step of its own. */
const REWARDS = new Set(["steps", "vp-gained", "resource-gained", "resource-lost", "mana-gained", "civilization-conquered", "follower-placed", "two-vp"]);
const PART_OF_PROMPT: Record<string, Part> = {
  "battle-weapon": "choose", "loki-second": "choose", "loki-choose": "reveal", "helmet-weapon": "effects", "bow-second": "effects",
  chariot: "effects", raid: "rewards", "steal-resource": "retreat",
};

/** How each step stands: done (something happened), passed (nothing did), now, or still ahead. The sequence never goes
 * back. */
export function standings(entries: Entry[], prompt: string | null, over: boolean): Record<Part, Standing> {
  let reached = 0;
  const seen = new Set<Part>();
  for (const { fact } of entries) {
    const part = PART_OF_FACT[fact.fact] ?? (reached >= SEQUENCE.indexOf("strength") && REWARDS.has(fact.fact) ? "rewards" : null);
    if (part === null) continue;
    reached = Math.max(reached, SEQUENCE.indexOf(part));
    seen.add(part);
  }
  if (seen.has("reveal")) seen.add("choose");
  if (seen.has("retreat")) seen.add("winner");
  const asked = prompt === null ? undefined : PART_OF_PROMPT[prompt];
  if (asked) reached = Math.max(reached, SEQUENCE.indexOf(asked));
  return standingOf(SEQUENCE, reached, seen, over);
}
