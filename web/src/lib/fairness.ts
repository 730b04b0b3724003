// Where a match comes from, in words, and whether a promised seed was kept. The server hashes the seed before the match
// and tells it afterwards; the browser does the sum itself.
import type { Origin } from "./protocol";

/** SHA-256 of "theomachy:SALT:SEED" in hexadecimal, as the server promises it. */
export async function commitmentOf(seed: string, salt: string): Promise<string> {
  const bytes = new TextEncoder().encode(`theomachy:${salt}:${seed}`);
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export type Kept = "kept" | "broken" | "later" | "unknown";

/** Whether the promise of a match was kept; "later": the match is not over; "unknown": there is none, or this browser can't
 * tell (a page without encryption has no hashes, unless it is on this machine). */
export async function isKept(origin: Origin): Promise<Kept> {
  if (!origin.commitment) return "unknown";
  if (!origin.proof) return "later";
  if (!globalThis.crypto?.subtle) return "unknown";
  return (await commitmentOf(origin.proof.seed, origin.proof.salt)) === origin.commitment ? "kept" : "broken";
}

/** What is not as usual about a match, as keys of the shell's words: what people at a table should know. */
export function oddities(origin: Origin | undefined): { key: string; what?: string }[] {
  if (!origin) return [];
  return [
    ...(origin.seed === "chosen" ? [{ key: "fair.chosen" }] : []),
    ...(origin.opened ? [{ key: "fair.opened" }] : []),
    ...origin.special.map((what) => ({ key: what === "position" ? "fair.position" : what === "content" ? "fair.content" : "fair.special", what })),
    ...(origin.disclosed ? [{ key: "fair.disclosed" }] : []),
  ];
}
