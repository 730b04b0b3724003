// The points of a match by where they came from, read from the facts.
import type { Entry } from "../../../lib/protocol";
import type { Change } from "../../../lib/turns";

/** One source of points: what the scoring calls it, or the rule that gave them during play. */
export interface Source {
  key: string;
  /** What the end's scoring calls it; null: points of the match itself, named after their rule. */
  thing: string | null;
  rule: string;
  byHouse: Record<string, number>;
}
export interface Reckoning {
  during: Source[];
  end: Source[];
  /** Points that no fact tells of: what a match began with that was laid out. */
  before: Record<string, number>;
  totals: Record<string, number>;
  /** The rule that the winner is told with, once there is one. */
  deciding: string | null;
}

const THE_SUM = "total";

/** Adds up what the facts tell; `totals` are the points that the view has, by house. */
export function reckon(entries: Entry[], totals: Record<string, number>): Reckoning {
  const during = new Map<string, Source>();
  const end = new Map<string, Source>();
  let deciding: string | null = null;
  for (const { fact } of entries) {
    if (fact.fact === "match-over") deciding = fact.rule;
    if (fact.fact !== "vp-gained" && fact.fact !== "scored") continue;
    const thing = typeof fact.thing === "string" ? fact.thing : null;
    if (typeof fact.house !== "string" || typeof fact.amount !== "number" || thing === THE_SUM) continue;
    const isEnd = fact.fact === "scored";
    const key = isEnd ? (thing ?? fact.rule) : fact.rule;
    const home = isEnd ? end : during;
    const source = home.get(key) ?? { key, thing: isEnd ? thing : null, rule: fact.rule, byHouse: {} };
    source.byHouse[fact.house] = (source.byHouse[fact.house] ?? 0) + fact.amount;
    home.set(key, source);
  }
  const all = [...during.values(), ...end.values()];
  const before = Object.fromEntries(
    Object.entries(totals).map(([house, total]) => [house, total - all.reduce((sum, source) => sum + (source.byHouse[house] ?? 0), 0)]),
  );
  return { during: [...during.values()], end: [...end.values()], before, totals, deciding };
}

/** How an entry changes somebody's points. */
export function changeOf({ fact }: Entry): Change | null {
  if (fact.fact !== "vp-gained" && fact.fact !== "scored") return null;
  if (typeof fact.house !== "string" || typeof fact.amount !== "number" || fact.thing === THE_SUM) return null;
  return { side: fact.house, amount: fact.amount };
}
