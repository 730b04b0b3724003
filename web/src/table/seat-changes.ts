// What a host, or the player of a seat, may do with the seats of a table.
import { api } from "../lib/api";
import { addSeated, dropToken, keysOf } from "../lib/keyring";
import { isMineToken, self } from "../lib/me.svelte";
import { settings } from "../lib/settings.svelte";
import type { Table } from "../lib/table.svelte";

/** Without a name, the page calls a person by their seat. */
const myName = (): string => settings.name.trim();

/** The token of a seat, if this browser holds it. */
export function tokenOf(table: Table, seat: number): string | null {
  return table.eyes.find((eyes) => eyes.seat === seat)?.token ?? null;
}

/** The token of a seat for a link; null: this browser has none, the player alone. */
export function linkToken(table: Table, seat: number): string | null {
  const token = tokenOf(table, seat);
  return token !== null && !isMineToken(token) ? token : null;
}

/** What allows to change a seat: the host's token, or the seat's own. */
export function rightTo(table: Table, id: string, seat: number): string | null {
  return tokenOf(table, seat) ?? keysOf(id).host;
}

/** Gives a seat to a bot, or opens it for a person. */
export async function giveSeat(table: Table, id: string, seat: number, bot: string | null): Promise<void> {
  const right = rightTo(table, id, seat);
  if (!right) return;
  const own = tokenOf(table, seat);
  await api.giveSeat(id, seat, bot === null ? "open" : "bot", bot, right);
  if (own) dropToken(id, own);
  table.sit();
}

/** Says no to whoever asks for a seat. */
export async function keepSeat(table: Table, id: string, seat: number): Promise<void> {
  const own = tokenOf(table, seat);
  if (own) await api.keepSeat(id, seat, own);
}

/** Sits down on a free seat. */
export async function takeSeat(table: Table, id: string, seat: number): Promise<void> {
  await self.ensure();
  const taken = await api.join(id, myName(), seat);
  addSeated({ table: id, seats: [taken] });
  void self.look();
  table.sit();
}
