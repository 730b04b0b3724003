// Whether two seats know the same: their views are compared, so no list of secret things is kept here.
import type { View } from "./protocol";

/** Differs between seats without being a secret: whose view it is, what is on offer, and one's own secret choices, which
 * are asked for separately. */
const OWN: ReadonlySet<string> = new Set(["seat", "decision", "secret"]);

/** Do two views of the same moment show the same? */
export function sameKnowledge(one: View, other: View): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)].filter((key) => !OWN.has(key)));
  return [...keys].every((key) => isEqual((one as unknown as Record<string, unknown>)[key], (other as unknown as Record<string, unknown>)[key]));
}

/** Equal as JSON, whatever the order of members. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return keys.length === others.length && keys.every((key) => isEqual((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]));
}
