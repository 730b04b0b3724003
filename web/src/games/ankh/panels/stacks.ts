// Devotion markers on their spaces. On a shared space the lower in the stack is the less devoted.
import type { AnkhView } from "../view";

export interface Space { space: number; gods: string[] }

/** The occupied spaces from the lowest up; the gods of a space from the bottom of its stack to the top. */
export function stacks(view: Pick<AnkhView, "gods" | "ladder">): Space[] {
  const found: Space[] = [];
  for (const god of view.ladder) {
    const space = view.gods.find((one) => one.god === god)?.devotion ?? 0;
    const last = found.at(-1);
    if (last?.space === space) last.gods.push(god);
    else found.push({ space, gods: [god] });
  }
  return found;
}

/** The place of a god among all, 1 being the most devoted. */
export function rank(view: Pick<AnkhView, "ladder">, god: string): number {
  const place = view.ladder.indexOf(god);
  return place < 0 ? 0 : view.ladder.length - place;
}
