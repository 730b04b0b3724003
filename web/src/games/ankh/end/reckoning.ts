// The devotion of a match by where it came from, read from the facts.
import type { Entry } from "../../../lib/protocol";
import type { Change } from "../../../lib/turns";

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** How an entry changes somebody's devotion: never above the top, and who merges goes down to the other. */
export function changeOf(entry: Entry, totals: Readonly<Record<string, number>>, top: number): Change | null {
  const { fact } = entry;
  const god = text(fact.god);
  if (god === null || typeof fact.amount !== "number") return null;
  const now = totals[god] ?? 0;
  if (fact.fact === "devotion-gained") return { side: god, amount: Math.min(top, now + fact.amount) - now };
  if (fact.fact === "devotion-lost") return { side: god, amount: -fact.amount };
  if (fact.fact === "devotion-shared") return { side: god, amount: fact.amount - now };
  return null;
}

export interface Source { rule: string; byGod: Record<string, number> }
export interface Reckoning { sources: Source[]; totals: Record<string, number> }

/** Every rule that gave or took devotion, the most generous first. */
export function reckon(entries: Entry[], top: number): Reckoning {
  const sources = new Map<string, Source>();
  const totals: Record<string, number> = {};
  for (const entry of entries) {
    const change = changeOf(entry, totals, top);
    if (!change || change.amount === 0) continue;
    const source = sources.get(entry.rule) ?? { rule: entry.rule, byGod: {} };
    sources.set(entry.rule, source);
    source.byGod[change.side] = (source.byGod[change.side] ?? 0) + change.amount;
    totals[change.side] = (totals[change.side] ?? 0) + change.amount;
  }
  const worth = (source: Source): number => Object.values(source.byGod).reduce((sum, one) => sum + one, 0);
  return { sources: [...sources.values()].sort((one, other) => worth(other) - worth(one)), totals };
}
