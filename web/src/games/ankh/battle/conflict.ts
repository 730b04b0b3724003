// A conflict as the regions it went through, read from the facts.
import type { Entry } from "../../../lib/protocol";

export type RegionStory =
  | { kind: "battle"; region: number; cell: string; entries: Entry[]; over: boolean }
  | { kind: "domination"; region: number; cell: string; god: string; majorities: string[]; devotion: number; entries: Entry[] }
  | { kind: "skipped"; region: number; cell: string; entries: Entry[] };
export interface Conflict {
  /** Who triggered it and holds the tiebreaker. */
  holder: string | null;
  /** Which one of the match, known when it is over. */
  number: number | null;
  /** What happened before the first region: Omnipresent, scorpions. */
  before: Entry[];
  regions: RegionStory[];
  over: boolean;
  /** What came of it afterwards: merging, forgotten gods, the end. */
  after: Entry[];
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const number = (value: unknown): number => (typeof value === "number" ? value : 0);

const ENDS_A_CONFLICT = new Set(["turn", "event"]);

/** The stretch of entries of the conflict that was going on at a version; without one: of the last conflict. */
export function conflictEntries(entries: Entry[], version?: number): Entry[] {
  let first = -1;
  let last = entries.length;
  entries.forEach((entry, index) => {
    const early = version === undefined || entry.version <= version;
    if (entry.fact.fact === "tiebreaker" && early) {
      first = index;
      last = entries.length;
    } else if (first >= 0 && last === entries.length && ENDS_A_CONFLICT.has(entry.fact.fact)) last = index;
  });
  // Entries may begin in the middle of a conflict; then the first region known is where it begins.
  if (first < 0) first = entries.findIndex((entry) => ["battle", "domination", "region-skipped"].includes(entry.fact.fact));
  return first < 0 ? [] : entries.slice(first, Math.max(first, last));
}

function isDecided(region: RegionStory | undefined): boolean {
  return region?.kind !== "battle" || region.entries.some((entry) => ["battle-won", "battle-tied"].includes(entry.fact.fact));
}

/** Reads a conflict from its entries (see conflictEntries). */
export function readConflict(entries: Entry[]): Conflict {
  const conflict: Conflict = { holder: null, number: null, before: [], regions: [], over: false, after: [] };
  const last = (): RegionStory | undefined => conflict.regions.at(-1);
  const closeLast = (): void => {
    const region = last();
    if (region?.kind === "battle") region.over = true;
  };
  const dominated = (god: string): RegionStory => {
    closeLast();
    const region: RegionStory = { kind: "domination", region: 0, cell: "", god, majorities: [], devotion: 0, entries: [] };
    conflict.regions.push(region);
    return region;
  };
  for (const entry of entries) {
    const { fact } = entry;
    const god = text(fact.god);
    const cell = text(fact.cell);
    if (conflict.over) {
      conflict.after.push(entry);
      continue;
    }
    switch (fact.fact) {
      case "tiebreaker":
        conflict.holder = god;
        break;
      case "battle":
        closeLast();
        conflict.regions.push({ kind: "battle", region: number(fact.amount), cell, entries: [entry], over: false });
        break;
      case "region-skipped":
        closeLast();
        conflict.regions.push({ kind: "skipped", region: number(fact.amount), cell, entries: [entry] });
        break;
      case "conflict-over":
        closeLast();
        conflict.over = true;
        conflict.number = number(fact.amount);
        break;
      case "majority": {
        // In a battle majorities come before the result: one told later belongs to the next region, a dominated one.
        const region = last();
        const open = region?.kind === "battle" ? !isDecided(region) : region?.kind === "domination" && region.region === 0;
        const home = open ? region! : dominated(god);
        if (home.kind === "domination") home.majorities.push(text(fact.thing));
        home.entries.push(entry);
        break;
      }
      case "domination": {
        const region = last();
        const home = region?.kind === "domination" && region.region === 0 ? region : dominated(god);
        if (home.kind === "domination") {
          home.region = number(fact.amount);
          home.cell = cell;
        }
        home.entries.push(entry);
        break;
      }
      case "match-over":
        closeLast();
        conflict.over = true;
        conflict.after.push(entry);
        break;
      default: {
        const region = last();
        if (region) region.entries.push(entry);
        else conflict.before.push(entry);
        if (region?.kind === "domination" && fact.fact === "devotion-gained" && god === region.god) {
          region.devotion += number(fact.amount);
        }
      }
    }
  }
  return conflict;
}
