// Two conflicts as the engine told them, made into entries of a log: one choice per fact is enough here.
import type { Entry, Fact } from "../src/lib/protocol";
import facts from "./panels-facts.json";

export function entriesOf(list: unknown[]): Entry[] {
  return (list as Fact[]).map((fact, index) => ({
    number: index + 1, version: index, fact, words: fact.fact, rule: fact.rule,
    places: typeof fact.cell === "string" ? [fact.cell] : [],
  }));
}
/** Battles and dominations by turns; five gods. */
export const mixed = entriesOf(facts.mixed);
/** A tie, an empty region, a plague, and a win with Drought. */
export const tied = entriesOf(facts.tied);
