// Which lessons were learned in this browser.
import { recall, remember } from "../lib/storage";

const KEY = "lessons-done";

export function lessonsDone(game: string): string[] {
  return recall<Record<string, string[]>>(KEY, {})[game] ?? [];
}

export function noteDone(game: string, name: string): void {
  const known = lessonsDone(game);
  if (!known.includes(name)) remember(KEY, { ...recall<Record<string, string[]>>(KEY, {}), [game]: [...known, name] });
}
