// Which matches were begun in this browser: whose side is still to be introduced, and which is a newcomer's first one.
import { recall, remember } from "../lib/storage";

/** Matches begun in this browser whose side was not introduced yet. */
const BEGUN = "begun";
/** The first match that was begun in this browser. */
const FIRST = "first-match";

/** A match was begun here: its side is introduced when it opens. */
export function noteBegun(table: string): void {
  remember(BEGUN, [table, ...recall<string[]>(BEGUN, [])].slice(0, 20));
}

/** Has nobody begun a match of this game in this browser yet? */
export function isNewTo(game: string): boolean {
  return !recall<string[]>("games-begun", []).includes(game);
}

/** The first match of a game is begun here, and perhaps the first of all. */
export function noteFirst(game: string, table: string): void {
  const known = recall<string[]>("games-begun", []);
  if (known.length === 0) remember(FIRST, table);
  if (!known.includes(game)) remember("games-begun", [...known, game]);
}

export const isFirstMatch = (table: string): boolean => recall(FIRST, "") === table;

/** Is this the newcomer's first match, and has its coach not been switched on yet? Says yes once. */
export function coachIsDue(table: string): boolean {
  if (!isFirstMatch(table) || recall("first-coach", "") === table) return false;
  remember("first-coach", table);
  return true;
}

/** Is the side of this match still to be introduced? */
export const isToIntroduce = (table: string): boolean => recall<string[]>(BEGUN, []).includes(table);

export function noteIntroduced(table: string): void {
  remember(BEGUN, recall<string[]>(BEGUN, []).filter((one) => one !== table));
}
