// How the steps of something that goes on in order stand.

/** Done (something happened), passed (nothing did), now, or still ahead. */
export type Standing = "done" | "now" | "ahead" | "passed";

/** The standing of each step, when this many are reached and something happened in these. */
export function standingOf<Part extends string>(
  sequence: readonly Part[], reached: number, seen: ReadonlySet<Part>, over: boolean,
): Record<Part, Standing> {
  return Object.fromEntries(
    sequence.map((part, index): [Part, Standing] => {
      if (!over && index >= reached) return [part, index === reached ? "now" : "ahead"];
      return [part, seen.has(part) ? "done" : "passed"];
    }),
  ) as Record<Part, Standing>;
}
