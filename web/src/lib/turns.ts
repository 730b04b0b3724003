// How the numbers of a match came about, turn by turn, read from its log.
import type { LogReading } from "../games/drawing";
import type { Entry } from "./protocol";

export interface Change { side: string; amount: number }
/** A turn in which something changed: by how much for each side, and how everybody stood after it. */
export interface TurnRow { key: number; number: number; side: string | null; changes: Record<string, number>; totals: Record<string, number> }

/** The turns in which numbers changed. `changeOf` reads an entry, knowing how everybody stands before it. */
export function turnRows(
  entries: Entry[], reading: Pick<LogReading, "chapters">, before: Record<string, number>,
  changeOf: (entry: Entry, totals: Readonly<Record<string, number>>) => Change | null,
): TurnRow[] {
  const totals = { ...before };
  const chapters = reading.chapters(entries, "all");
  const rows: TurnRow[] = [];
  let place = 0;
  chapters.forEach((chapter, index) => {
    const next = chapters[index + 1]?.key ?? Infinity;
    const changes: Record<string, number> = {};
    for (; place < entries.length && entries[place]!.number < next; place += 1) {
      const change = changeOf(entries[place]!, totals);
      if (!change || change.amount === 0) continue;
      changes[change.side] = (changes[change.side] ?? 0) + change.amount;
      totals[change.side] = (totals[change.side] ?? 0) + change.amount;
    }
    if (Object.keys(changes).length > 0) {
      rows.push({ key: chapter.key, number: rows.length + 1, side: chapter.side, changes, totals: { ...totals } });
    }
  });
  return rows;
}

/** A gain or a loss as people read it. */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}
