// What is printed on the components of Ankh and never changes; names and rules come from the catalogue.

export const ACTIONS = ["move", "summon", "gain", "unlock"] as const;
export const CARDS = ["chariots", "plague", "drought", "flood", "build", "miracle", "maat"] as const;
export const MONUMENTS = ["obelisk", "pyramid", "temple"] as const;

const STRENGTH: Record<string, number> = { chariots: 3, plague: 1, drought: 1 };
export function cardStrength(card: string): number {
  return STRENGTH[card] ?? 0;
}

/** The powers of a god board, level by level. */
export const LEVELS: readonly (readonly string[])[] = [
  ["commanding", "inspiring", "omnipresent", "revered"],
  ["resplendent", "obelisk", "temple", "pyramid"],
  ["glorious", "magnanimous", "bountiful", "worshipful"],
];
export const ROW_TOKENS = 6;
/** The n-th token taken from the row uncovers a guardian of this level. */
export const GUARDIAN_WITH_TOKEN: Record<number, number> = { 2: 1, 4: 2, 5: 3 };
/** The slots of Anubis' board for warriors he holds. */
export const HELD_SLOTS = 3;
export const SUNS = 3;

/** What happens after a conflict, by its number. */
export const AFTER_CONFLICT: Record<number, "merge" | "forgotten" | "end"> = { 3: "merge", 4: "forgotten", 5: "end" };

/** The tracks of the events as printed: a group ends with a conflict. */
export function eventGroups(events: string[]): { event: string; number: number }[][] {
  const groups: { event: string; number: number }[][] = [[]];
  events.forEach((event, index) => {
    groups.at(-1)!.push({ event, number: index + 1 });
    if (event === "conflict" && index < events.length - 1) groups.push([]);
  });
  return groups;
}
