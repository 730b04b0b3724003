// Undo by agreement, as the table's lines tell it: who asks, and who has agreed. It is open at one version alone.
import type { Line } from "../lib/protocol";

export interface Request { seat: number; agreed: number[] }

/** The request that was made at this version and that nobody has refused. */
export function openRequest(lines: Line[], version: number): Request | null {
  let found = null as Request | null;
  for (const { undo } of lines) {
    if (!undo || undo.version !== version) continue;
    if (undo.word === "asked") found = { seat: undo.seat, agreed: [] };
    else if (undo.word === "refused") found = null;
    else if (found) found = { ...found, agreed: [...found.agreed, undo.seat] };
  }
  return found;
}
