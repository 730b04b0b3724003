// Undo by agreement, as the table's lines tell it: who asks, and who has agreed. It is open at one version alone.
import type { Line } from "../lib/protocol";

export interface Request { seat: number; agreed: number[] }

/** The open request to adjourn a match at this version, or to resume one that is adjourned. */
export function openPause(lines: Line[], version: number): Request | null {
  let found = null as Request | null;
  for (const { pause } of lines) {
    if (!pause || pause.version !== version) continue;
    if (pause.word === "asked") found = { seat: pause.seat, agreed: [] };
    else if (pause.word === "refused") found = null;
    else if (found) found = { ...found, agreed: [...found.agreed, pause.seat] };
  }
  return found;
}

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
