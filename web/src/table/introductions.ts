// Scenes about oneself: which side one plays when a match begins, and with whom one plays after a merger. And whether a
// match is a newcomer's first one.
import "../words/habits";
import type { Moment } from "../games/drawing";
import { games, sideName } from "../lib/games.svelte";
import { playerWords } from "../lib/players";
import type { TableInfo } from "../lib/protocol";
import { recall, remember } from "../lib/storage";
import type { Table } from "../lib/table.svelte";
import { t } from "../lib/words.svelte";

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

const partnersKnown = new WeakMap<Table, number[]>();

/** What a person should be told about themselves now; each thing once. */
export function introduce(table: Table, info: TableInfo): Moment[] {
  const seat = table.open?.seat;
  if (seat === null || seat === undefined || info.lesson || info.analysis || table.seats.length !== 1 || !table.scene) return [];
  const side = table.sideOf(table.scene.view, seat) ?? info.seats[seat]?.side ?? null;
  return [...sideScene(info, side), ...partnerScene(table, info, side)];
}

function sideScene(info: TableInfo, side: string | null): Moment[] {
  const begun = recall<string[]>(BEGUN, []);
  if (side === null || !begun.includes(info.table) || info.phase !== "playing") return [];
  const known = games.named(info.game)?.sides.find((one) => one.side === side);
  // The names come a moment later than the table.
  if (!known) return [];
  remember(BEGUN, begun.filter((one) => one !== info.table));
  return [{ title: t("habits.you-are", { side: known.name }), words: known.text || t("habits.you-are.text"), sides: [side], rule: null, grim: false }];
}

function partnerScene(table: Table, info: TableInfo, side: string | null): Moment[] {
  const now = table.partners;
  const before = partnersKnown.get(table);
  partnersKnown.set(table, now);
  const fresh = now.filter((seat) => !before?.includes(seat));
  if (before === undefined || fresh.length === 0 || side === null) return [];
  const places = info.seats.filter((place) => fresh.includes(place.seat));
  const person = places.some((place) => place.who === "person");
  return [{
    title: t("habits.partner", { names: places.map(playerWords).join(", ") }),
    words: t(person ? "habits.partner.person" : "habits.partner.bot", { side: sideName(side) }), sides: [side], rule: null, grim: false,
  }];
}
