// Names of what can add to a strength: a piece, a god, a weapon, a resource, an effect.
import { hasIcon } from "../../../lib/icons";
import { name, speech } from "../../../lib/words.svelte";

const KINDS = ["term", "piece", "god", "weapon", "resource"] as const;

/** The name of a thing, whatever it is. */
export function thingName(thing: string): string {
  const kind = KINDS.find((one) => speech.catalogue.names[`${one}.${thing}`] !== undefined);
  return kind ? name(`${kind}.${thing}`) : thing;
}

/** Its drawing; null: none. */
export function thingIcon(thing: string): string | null {
  const keys = [`god.${thing}`, `weapon.${thing}`, `resource.${thing}`, `effect.${thing}`, thing];
  return keys.find((key) => hasIcon(key)) ?? null;
}

/** The strength printed on a weapon; null: the board does not tell. */
export function printedStrength(board: unknown, weapon: string): number | null {
  const { weapons = [] } = board as { weapons?: { weapon: string; strength: number }[] };
  return weapons.find((one) => one.weapon === weapon)?.strength ?? null;
}
