// The log of any game: what happened, told apart by the sides it is about.
import { games } from "../../lib/games.svelte";
import type { Entry } from "../../lib/protocol";
import { speech } from "../../lib/words.svelte";
import type { Chapter, LogReading } from "../drawing";

/** The side a fact is about: the first of its fields that names one. */
export function sideOf(entry: Entry): string | null {
  const sides = games.named(speech.game)?.sides ?? [];
  const found = Object.values(entry.fact).find((value) => sides.some((one) => one.side === value));
  return typeof found === "string" ? found : null;
}

/** A chapter as long as the log tells of one side; what is about nobody stays with what came before. */
export function chapters(entries: Entry[]): Chapter[] {
  const found: Chapter[] = [];
  for (const entry of entries) {
    const side = sideOf(entry);
    let last = found.at(-1);
    if (!last || (side !== null && side !== last.side)) {
      last = { key: entry.number, side, turn: side === null ? null : entry, sections: [{ head: null, entries: [] }] };
      found.push(last);
    }
    last.sections[0]!.entries.push(entry);
  }
  return found;
}

/** The last fact of every match. */
const END = "match-over";

export const log: LogReading = {
  filters: [],
  chapters: (entries) => chapters(entries),
  sideOf,
  sign: (entry) => (entry.fact.fact === END ? "win" : null),
  headSign: () => "house",
  headKind: () => "choice",
  isGreat: (entry) => entry.fact.fact === END,
};
