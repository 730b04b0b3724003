// What a conflict brought each god, region by region.
import type { Conflict, RegionStory } from "./conflict";

export interface Row { god: string; byRegion: number[]; total: number }

function devotionIn(region: RegionStory, god: string): number {
  let sum = 0;
  for (const { fact } of region.entries) {
    if (fact.god !== god || typeof fact.amount !== "number") continue;
    if (fact.fact === "devotion-gained") sum += fact.amount;
    else if (fact.fact === "devotion-lost") sum -= fact.amount;
  }
  return sum;
}

/** Devotion gained by each god in each region, most first; gods that gained and lost nothing are there, too. */
export function tally(conflict: Conflict, gods: string[]): Row[] {
  const all = new Set(gods);
  for (const region of conflict.regions) {
    for (const { fact } of region.entries) {
      if (typeof fact.god === "string" && fact.fact.startsWith("devotion-")) all.add(fact.god);
    }
  }
  return [...all]
    .map((god) => {
      const byRegion = conflict.regions.map((region) => devotionIn(region, god));
      return { god, byRegion, total: byRegion.reduce((sum, one) => sum + one, 0) };
    })
    .sort((a, b) => b.total - a.total);
}

/** Who came out on top of a region: a god, "" for nobody, null while it is open. */
export function victor(region: RegionStory): string | null {
  if (region.kind === "domination") return region.god;
  if (region.kind === "skipped") return "";
  for (const { fact } of region.entries) {
    if (fact.fact === "battle-won") return typeof fact.god === "string" ? fact.god : "";
    if (fact.fact === "battle-tied") return "";
  }
  return null;
}
