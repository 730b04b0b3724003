// What keys do at a table, and what hands that are too quick must not do.
import type { Drawing } from "../games/drawing";
import type { Offer } from "../lib/protocol";
import { numbered } from "./asking";

export interface Shortcuts {
  offers: () => Offer[];
  drawing: () => Pick<Drawing, "amounts" | "choices">;
  /** Nothing may be done now. */
  blocked: () => boolean;
  choose: (choice: string) => void;
  undo: () => void;
  hint: () => void;
  recap: () => void;
  /** Goes on with what a lesson says; false: there is nothing more to say. */
  next: () => boolean;
  talk: (part: "log" | "chat" | "notes") => void;
  open: (dialog: "all" | "keys") => void;
  close: () => void;
}

/** The choice a digit stands for: an amount, where amounts are asked for; else the button with this number. */
export function choiceOfDigit(digit: number, offers: Offer[], drawing: Pick<Drawing, "amounts" | "choices">): string | null {
  const amounts = offers.filter((offer) => drawing.amounts.includes(offer.verb));
  if (amounts.length > 0) return amounts.find((offer) => offer.noun === String(digit))?.choice ?? null;
  return numbered(offers, drawing)[digit - 1]?.choice ?? null;
}

/** Answers the keys of a table. */
export function shortcuts(table: Shortcuts): (event: KeyboardEvent) => void {
  return (event) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || table.blocked()) return;
    if (target.closest("input, textarea, select, dialog, [contenteditable]")) return;
    const offers = table.offers();
    if (/^[0-9]$/.test(event.key)) {
      const choice = choiceOfDigit(Number(event.key), offers, table.drawing());
      if (choice !== null) table.choose(choice);
      return;
    }
    if (isNext(event, target) && table.next()) {
      event.preventDefault();
      return;
    }
    switch (event.key.toLowerCase()) {
      case "u": table.undo(); break;
      case "h": table.hint(); break;
      case "w": table.recap(); break;
      case "l": table.talk("log"); break;
      case "c": table.talk("chat"); break;
      case "n": table.talk("notes"); break;
      case "a": if (offers.length > 0) table.open("all"); break;
      case "?": table.open("keys"); break;
      case "escape": table.close(); return;
      default: return;
    }
    event.preventDefault();
  };
}

/** Enter goes on where it does nothing else. */
function isNext(event: KeyboardEvent, target: HTMLElement): boolean {
  return event.key.toLowerCase() === "n" || (event.key === "Enter" && !target.closest("button, a, summary, [data-choice]"));
}

const CHOOSES = "[data-choice], .tools";
/** Milliseconds in which nobody can have seen what has come under the pointer. */
const UNSEEN = 400;
/** Pixels that a resting hand trembles. */
const TREMBLE = 6;

/** A click must not hit what has just come under a resting pointer: the second half of a double click, or a click that was
 * meant for what was there before. Nor does a key that is held down choose again and again. To be asked before anybody
 * else. */
export function steadyHands(version: () => number, now: () => number = () => performance.now()): {
  onclick: (event: MouseEvent) => void; onkeydown: (event: KeyboardEvent) => void;
  /** The pointer goes somewhere. */
  onmove: (event: MouseEvent) => void;
  /** Another moment of the match is on show. */
  turn: () => void;
} {
  /** The moment the last press was meant for. */
  let pressedAt = -1;
  let turnedAt = -Infinity;
  let rest = { x: -1, y: -1 };
  let moved = true;
  const isFar = (event: MouseEvent): boolean => Math.hypot(event.clientX - rest.x, event.clientY - rest.y) > TREMBLE;
  return {
    turn: () => {
      turnedAt = now();
      moved = false;
    },
    onmove: (event) => {
      if (!isFar(event)) return;
      rest = { x: event.clientX, y: event.clientY };
      moved = true;
    },
    onclick: (event) => {
      // Clicks of the keyboard and of programs are meant.
      if (event.detail === 0) return;
      const surprised = !moved && !isFar(event) && now() - turnedAt < UNSEEN;
      const halved = event.detail > 1 && pressedAt !== version();
      // A finger does not move before it taps: where it taps first, it has come from elsewhere.
      moved ||= isFar(event);
      rest = { x: event.clientX, y: event.clientY };
      if ((surprised || halved) && (event.target as Element).closest(CHOOSES)) event.stopPropagation();
      else if (event.detail <= 1) pressedAt = version();
    },
    onkeydown: (event) => {
      if (!event.repeat || !["Enter", " "].includes(event.key)) return;
      if (!(event.target as Element).closest(CHOOSES)) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
