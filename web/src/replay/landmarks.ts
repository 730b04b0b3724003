// The places of a match worth jumping to.
import type { Story } from "../lib/protocol";
import { lastStep } from "./scales";

/** The next (or previous) step with an event; else the end (or the beginning). */
export function nextLandmark(story: Story, step: number, direction: 1 | -1): number {
  const places = story.steps.filter((one) => one.events.length > 0).map((one) => one.step);
  if (direction === 1) return places.find((place) => place > step) ?? lastStep(story);
  return places.findLast((place) => place < step) ?? 0;
}
