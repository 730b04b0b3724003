// Scenes about oneself: which side one plays when a match begins, and with whom one plays after a merger.
import "../words/habits";
import type { Moment } from "../games/drawing";
import { games, sideName } from "../lib/games.svelte";
import { playerWords } from "../lib/players";
import type { TableInfo } from "../lib/protocol";
import type { Table } from "../lib/table.svelte";
import { t } from "../lib/words.svelte";
import { isToIntroduce, noteIntroduced } from "./introductions";

/** What a person should be told about themselves now; each thing once. `before`: the partners they had. */
export function introduce(table: Table, info: TableInfo, before: number[] | null): Moment[] {
  const seat = table.open?.seat;
  if (seat === null || seat === undefined || info.lesson || info.analysis || table.seats.length !== 1 || !table.scene) return [];
  const side = table.sideOf(table.scene.view, seat) ?? info.seats[seat]?.side ?? null;
  return [...sideScene(info, side), ...partnerScene(table, info, side, before)];
}

function sideScene(info: TableInfo, side: string | null): Moment[] {
  if (side === null || !isToIntroduce(info.table) || info.phase !== "playing") return [];
  const known = games.named(info.game)?.sides.find((one) => one.side === side);
  // The names come a moment later than the table.
  if (!known) return [];
  noteIntroduced(info.table);
  return [{ title: t("habits.you-are", { side: known.name }), words: known.text || t("habits.you-are.text"), sides: [side], rule: null, grim: false }];
}

function partnerScene(table: Table, info: TableInfo, side: string | null, before: number[] | null): Moment[] {
  const fresh = table.partners.filter((seat) => !before?.includes(seat));
  if (before === null || fresh.length === 0 || side === null) return [];
  const places = info.seats.filter((place) => fresh.includes(place.seat));
  const person = places.some((place) => place.who === "person");
  return [{
    title: t("habits.partner", { names: places.map(playerWords).join(", ") }),
    words: t(person ? "habits.partner.person" : "habits.partner.bot", { side: sideName(side) }), sides: [side], rule: null, grim: false,
  }];
}
