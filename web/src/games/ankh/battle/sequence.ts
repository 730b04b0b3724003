// The steps of a battle in the order of the rules, and to which of them a fact belongs.
import type { Entry } from "../../../lib/protocol";
import { standingOf, type Standing } from "../../../lib/standing";

export const SEQUENCE = [
  "obelisks", "announce", "choose", "reveal", "build", "plague", "majorities", "strength", "winner", "gains", "fallen", "after",
] as const;
export type Part = (typeof SEQUENCE)[number];

/** The rule that tells of each step. */
export const RULE_OF: Record<Part, string> = {
  obelisks: "ankh/battle/obelisks", announce: "ankh/battle/amun-announce", choose: "ankh/battle/choose",
  reveal: "ankh/battle/reveal", build: "ankh/battle/build", plague: "ankh/battle/plague",
  majorities: "ankh/battle/majorities", strength: "ankh/battle/strength", winner: "ankh/battle/winner",
  gains: "ankh/battle/win-devotion", fallen: "ankh/battle/kill", after: "ankh/battle/miracle",
};

const PART_OF_FACT: Record<string, Part> = {
  "two-announced": "announce", "card-played": "reveal", "monument-built": "build", bid: "plague", plague: "plague",
  majority: "majorities", neutralised: "strength", blocked: "strength", "strength-figures": "strength",
  "strength-temples": "strength", "strength-card": "strength", "strength-pharaoh": "strength", strength: "strength",
  "battle-won": "winner", "battle-tied": "winner", glorious: "gains", drought: "gains", radiant: "gains",
  "infantry-taken": "gains", protected: "fallen", underworld: "after", "cards-back": "after", "agenda-back": "after",
};

const PART_OF_RULE: Record<string, Part> = {
  "ankh/power/obelisk": "obelisks", "ankh/battle/obelisks": "obelisks", "ankh/card/flood": "reveal",
  "ankh/card/build": "build", "ankh/card/plague": "plague", "ankh/battle/majorities": "majorities",
  "ankh/battle/win-devotion": "gains", "ankh/power/commanding": "gains", "ankh/battle/kill": "fallen",
  "ankh/power/magnanimous": "after", "ankh/card/miracle": "after", "ankh/power/worshipful": "after",
  "ankh/card/maat": "after",
};

/** What is being decided, by prompt. Deaths happen in two steps: which one, the facts know. */
const PART_OF_PROMPT: Record<string, Part> = {
  "obelisk-figure": "obelisks", "obelisk-to": "obelisks", "announce-two": "announce", "battle-card": "choose",
  "build-monument": "build", "build-on": "build", "plague-bid": "plague", "spend-tiebreaker": "winner",
  "give-up": "fallen", "underworld-token": "after", "underworld-to": "after", worship: "after",
};

/** Facts that add to the gain told next, and so belong to its step. */
const ADDS_TO_NEXT = new Set(["bountiful", "revered"]);

function ownPart(entries: Entry[], index: number): Part | null {
  const entry = entries[index];
  if (!entry) return null;
  const { fact, rule } = entry.fact;
  if (ADDS_TO_NEXT.has(fact)) return ownPart(entries, index + 1);
  return PART_OF_FACT[fact] ?? PART_OF_RULE[rule] ?? null;
}

/** The step of each entry of one battle. What follows from a death (suns, held warriors, mummies) stays in its step;
 * the sequence never goes back. Null before the first step. */
export function partsOf(entries: Entry[]): (Part | null)[] {
  let reached = -1;
  return entries.map((_, index) => {
    const own = ownPart(entries, index);
    if (own) reached = Math.max(reached, SEQUENCE.indexOf(own));
    return reached < 0 ? null : SEQUENCE[reached]!;
  });
}

/** The step a decision belongs to, given the step the facts have reached. */
export function partOfPrompt(prompt: string, reached: Part | null): Part | null {
  return PART_OF_PROMPT[prompt] ?? reached;
}

/** How each step stands: done (something happened), passed (nothing did), now, or still ahead. */
export function standings(entries: Entry[], prompt: string | null, over: boolean): Record<Part, Standing> {
  const parts = partsOf(entries);
  const seen = new Set(parts.filter((part) => part !== null));
  const last = parts.at(-1) ?? null;
  const current = prompt === null ? last : partOfPrompt(prompt, last);
  const reached = current ? Math.max(SEQUENCE.indexOf(current), last ? SEQUENCE.indexOf(last) : 0) : 0;
  // Choosing leaves no fact of its own: the cards on the table tell that it is done.
  if (seen.has("reveal")) seen.add("choose");
  return standingOf(SEQUENCE, reached, seen, over);
}
