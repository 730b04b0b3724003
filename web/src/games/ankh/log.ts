// The log of Ankh as turns, and each turn as what was chosen in it: pure reading of facts.
import type { Entry } from "../../lib/protocol";
import type { Chapter, LogReading, Section, Trace } from "../drawing";

export const FILTERS = ["battles", "devotion"] as const;
type Filter = "all" | (typeof FILTERS)[number];

const HEADS = new Set(["action", "event", "battle", "domination", "region-skipped", "conflict-over"]);
const DEVOTION = new Set([
  "devotion-gained", "devotion-lost", "devotion-shared", "devotion-denied", "bountiful", "revered", "majority", "glorious",
  "drought", "radiant", "domination", "battle-won", "merged", "forgotten", "match-over",
]);

/** Entries of conflicts, by number: from the tiebreaker to the end of the conflict and what it brings. */
function numbersOfConflicts(entries: Entry[]): Set<number> {
  const found = new Set<number>();
  let inside = false;
  for (const entry of entries) {
    if (entry.fact.fact === "event") inside = entry.fact.thing === "conflict";
    else if (entry.fact.fact === "turn") inside = false;
    else if (entry.fact.fact === "tiebreaker") inside = true;
    if (inside) found.add(entry.number);
  }
  return found;
}

function isShown(entry: Entry, filter: Filter, conflicts: Set<number>): boolean {
  if (filter === "all") return true;
  if (filter === "battles") return conflicts.has(entry.number) || entry.fact.fact === "match-over";
  return DEVOTION.has(entry.fact.fact);
}

/** The log in turns. A filter leaves out entries, and the sections and turns that are empty without them. */
export function chapters(entries: Entry[], filter: Filter = "all"): Chapter[] {
  const conflicts = filter === "battles" ? numbersOfConflicts(entries) : new Set<number>();
  const found: Chapter[] = [];
  let chapter: Chapter | null = null;
  let head: Entry | null = null;
  let section: Section | null = null;
  const open = (entry: Entry, turn: boolean): Chapter => {
    const god = turn && typeof entry.fact.god === "string" ? entry.fact.god : null;
    return { key: entry.number, side: god, turn: turn ? entry : null, sections: [] };
  };
  for (const entry of entries) {
    const isTurn = entry.fact.fact === "turn";
    // Nobody announces the first turn of a match: it begins with its first action.
    if (isTurn || (entry.fact.fact === "action" && chapter?.side == null)) {
      chapter = open(entry, true);
      found.push(chapter);
      head = section = null;
      if (isTurn) continue;
    }
    if (!chapter) {
      chapter = open(entry, false);
      found.push(chapter);
    }
    if (HEADS.has(entry.fact.fact)) {
      head = entry;
      section = null;
      if (isShown(entry, filter, conflicts)) {
        section = { head, entries: [] };
        chapter.sections.push(section);
      }
      continue;
    }
    if (!isShown(entry, filter, conflicts)) continue;
    if (!section) {
      section = { head, entries: [] };
      chapter.sections.push(section);
    }
    section.entries.push(entry);
  }
  // The last turn stays even if nothing has happened in it: it says whose turn it is.
  return found.filter((one, index) => one.sections.length > 0 || (filter === "all" && index === found.length - 1));
}

/** How many entries are shown. */
export function countShown(shown: Chapter[]): number {
  return shown.reduce(
    (sum, chapter) =>
      sum + chapter.sections.reduce((count, section) => count + section.entries.length + (section.head ? 1 : 0), 0), 0,
  );
}

const SIGNS: Record<string, string> = {
  "followers-gained": "followers", "followers-lost": "followers", "devotion-gained": "devotion", "devotion-lost": "devotion",
  killed: "dead", "battle-won": "win", tiebreaker: "tiebreaker", camel: "camel", "sun-given": "sun", "sun-returned": "sun",
  underworld: "underworld", "card-played": "card", "match-over": "win", forgotten: "dead",
};
const HEAD_FAMILY: Record<string, string> = { action: "action", event: "event" };

/** What comes to a cell, and what leaves the board from one. */
const CAME = new Set(["summoned", "monument-built", "controlled", "underworld", "camel", "sun-given"]);
const FELL = new Set(["killed", "monument-destroyed"]);

function trace({ fact }: Entry): Trace | null {
  const to = typeof fact.cell === "string" ? fact.cell : typeof fact.edge === "string" ? fact.edge : null;
  const from = typeof fact.from === "string" ? fact.from : null;
  const kind = from !== null ? "went" : CAME.has(fact.fact) ? "came" : FELL.has(fact.fact) ? "fell" : null;
  if (to === null || kind === null) return null;
  const god = typeof fact.god === "string" ? fact.god : null;
  return { kind, side: god, from, to, icon: fact.thing === "god" || god === null ? null : `god.${god}` };
}

export const log: LogReading = {
  trace,
  filters: FILTERS,
  chapters: (entries, filter) => chapters(entries, filter as Filter),
  sideOf: (entry) => (typeof entry.fact.god === "string" ? entry.fact.god : null),
  sign: (entry) => SIGNS[entry.fact.fact] ?? null,
  headSign: (entry) => {
    const family = HEAD_FAMILY[entry.fact.fact];
    if (family) return `${family}.${String(entry.fact.thing)}`;
    return entry.fact.fact === "domination" ? "win" : "event.conflict";
  },
  headKind: (entry) => {
    const { fact } = entry.fact;
    if (fact === "battle" || fact === "domination") return "conflict";
    return fact === "event" || fact === "conflict-over" ? "event" : "choice";
  },
  isGreat: (entry) => entry.fact.fact === "battle-won" || entry.fact.fact === "match-over",
};
