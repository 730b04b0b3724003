// How the numbers of a match came about, turn by turn, read from its log.
import type { LogReading } from "../games/drawing";
import type { Entry } from "./protocol";

export interface Change { side: string; amount: number }
/** A turn in which something changed, or the final scoring: by how much for each side, and how everybody stood after it.
 * `number` counts all turns, also those without a change; 0 before the first. */
export interface TurnRow {
  key: number; number: number; side: string | null; final: boolean; changes: Record<string, number>; totals: Record<string, number>;
}

/** The turns in which numbers changed. `changeOf` reads an entry, knowing how everybody stands before it. */
export function turnRows(
  entries: Entry[], reading: Pick<LogReading, "chapters">, before: Record<string, number>,
  changeOf: (entry: Entry, totals: Readonly<Record<string, number>>) => Change | null, isFinal: (entry: Entry) => boolean = () => false,
): TurnRow[] {
  const totals = { ...before };
  const chapters = reading.chapters(entries, "all");
  const rows: TurnRow[] = [];
  let place = 0;
  let number = 0;
  chapters.forEach((chapter, index) => {
    const next = chapters[index + 1]?.key ?? Infinity;
    const [turn, final]: Record<string, number>[] = [{}, {}];
    if (chapter.side !== null) number += 1;
    let standing = { ...totals };
    for (; place < entries.length && entries[place]!.number < next; place += 1) {
      const entry = entries[place]!;
      const change = changeOf(entry, totals);
      if (!change || change.amount === 0) continue;
      const changes = isFinal(entry) ? final! : turn!;
      changes[change.side] = (changes[change.side] ?? 0) + change.amount;
      totals[change.side] = (totals[change.side] ?? 0) + change.amount;
      if (changes === turn) standing = { ...totals };
    }
    const row = { key: chapter.key, number, side: chapter.side };
    if (Object.keys(turn!).length > 0) rows.push({ ...row, final: false, changes: turn!, totals: standing });
    if (Object.keys(final!).length > 0) rows.push({ ...row, key: chapter.key + 0.5, final: true, changes: final!, totals: { ...totals } });
  });
  return rows;
}

/** A gain or a loss as people read it. */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}
