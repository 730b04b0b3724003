// The log of Anunnaki as turns, and each turn as the actions in it: pure reading of facts.
import type { Entry } from "../../lib/protocol";
import type { Chapter, LogReading, Section, Trace } from "../drawing";

const FILTERS = ["battles", "points"] as const;
const HEADS = new Set(["figure-moved", "mana-action", "tile-activated", "contract-fulfilled", "summoned", "battle", "marker-resolved", "end-triggered", "artifact-used", "pandora"]);
const BATTLES = new Set([
  "battle", "weapon-played", "weapon-chosen", "weapon-cancelled", "civilization-cancelled", "weapon-back", "weapon-none", "weapon-effect",
  "weapon-beside", "civilization-shown", "strength", "civilization-strength", "battle-won", "battle-lost", "retreated",
  "civilization-conquered", "artifacts-looked", "artifact-taken", "match-over",
]);
const POINTS = new Set(["vp-gained", "steps", "steps-lost", "two-vp", "scored", "end-triggered", "match-over"]);

const isShown = (entry: Entry, filter: string): boolean =>
  filter === "battles" ? BATTLES.has(entry.fact.fact) : filter === "points" ? POINTS.has(entry.fact.fact) : true;
const houseOf = (entry: Entry): string | null => (typeof entry.fact.house === "string" ? entry.fact.house : null);

/** What is harvested is gained: once is enough. */
const isTwice = ({ fact }: Entry, before: Entry | undefined): boolean =>
  fact.fact === "resource-gained" && before?.fact.fact === "harvested" && before.fact.thing === fact.thing && before.fact.amount === fact.amount;

/** The log in turns. A filter leaves out entries, and the sections and turns that are empty without them. */
export function chapters(entries: Entry[], filter: string): Chapter[] {
  const found: Chapter[] = [];
  let chapter: Chapter | null = null;
  let section: Section | null = null;
  for (const [index, entry] of entries.entries()) {
    if (isTwice(entry, entries[index - 1])) continue;
    const turn = entry.fact.fact === "turn";
    // Nobody announces the first turn: it begins with the first figure that goes.
    if (turn || !chapter || (entry.fact.fact === "figure-moved" && chapter.side === null)) {
      const whose = turn || entry.fact.fact === "figure-moved" ? houseOf(entry) : null;
      chapter = { key: entry.number, side: whose, turn: whose === null ? null : entry, sections: [] };
      section = null;
      found.push(chapter);
      if (turn) continue;
    }
    if (HEADS.has(entry.fact.fact)) {
      section = { head: entry, entries: [] };
      if (isShown(entry, filter)) chapter.sections.push(section);
      continue;
    }
    if (!isShown(entry, filter)) continue;
    section ??= { head: null, entries: [] };
    if (!chapter.sections.includes(section)) chapter.sections.push(section);
    section.entries.push(entry);
  }
  return found.filter((one, index) => one.sections.length > 0 || (filter === "all" && index === found.length - 1));
}

const SIGNS: Record<string, string> = {
  "cube-laid": "cube", "cube-moved": "cube", "mana-gained": "mana", "mana-paid": "mana", "mana-lost": "mana", "vp-gained": "vp", "two-vp": "vp",
  scored: "vp", "follower-placed": "follower", "follower-removed": "follower", "settlement-built": "settlement", "contract-taken": "contract",
  "contract-opened": "contract", "weapon-taken": "weapons", "weapon-drawn": "weapons", "battle-won": "win", "civilization-conquered": "civilization",
  "civilization-shown": "civilization", "marker-shown": "culture", "match-over": "win", teleported: "tile.portal", moved: "tile.move-blue",
};
const FAMILY: Record<string, string> = { "figure-moved": "tile", "tile-activated": "tile", "mana-action": "mana", summoned: "god", "artifact-used": "artifact" };
const HEAD_SIGNS: Record<string, string> = {
  "contract-fulfilled": "contract", battle: "battle", "marker-resolved": "culture", "end-triggered": "track.supremacy", pandora: "artifact.pandora",
};

/** What comes to a place, and what leaves the board from one. */
const CAME = new Set(["follower-placed", "settlement-built", "summoned", "marker-shown", "marker-resolved", "harvested", "civilization-conquered"]);
const FELL = new Set(["follower-removed", "settlement-removed", "god-removed"]);

function trace({ fact }: Entry): Trace | null {
  const to = typeof fact.place === "string" ? fact.place : null;
  const from = typeof fact.from === "string" ? fact.from : null;
  const kind = from !== null ? "went" : CAME.has(fact.fact) ? "came" : FELL.has(fact.fact) ? "fell" : null;
  if (to === null || kind === null) return null;
  const house = typeof fact.house === "string" ? fact.house : null;
  return { kind, side: house, from, to, icon: house === null ? null : `house.${house}` };
}

export const log: LogReading = {
  trace,
  filters: FILTERS,
  chapters,
  sideOf: houseOf,
  sign: (entry) => {
    const thing = String(entry.fact.thing);
    if (entry.fact.fact === "steps") return `track.${thing}`;
    if (entry.fact.fact.startsWith("resource-") || entry.fact.fact === "harvested" || entry.fact.fact === "exhausted") return `resource.${thing}`;
    if (entry.fact.fact === "weapon-played") return `weapon.${thing}`;
    return SIGNS[entry.fact.fact] ?? null;
  },
  headSign: (entry) => {
    const family = FAMILY[entry.fact.fact];
    return family ? `${family}.${String(entry.fact.thing)}` : (HEAD_SIGNS[entry.fact.fact] ?? "star");
  },
  headKind: (entry) => (entry.fact.fact === "battle" ? "conflict" : entry.fact.fact === "marker-resolved" || entry.fact.fact === "end-triggered" ? "event" : "choice"),
  isGreat: (entry) => ["battle-won", "summoned", "match-over", "artifact-taken"].includes(entry.fact.fact),
};
