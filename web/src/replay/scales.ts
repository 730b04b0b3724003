// The chart of a match: from a story to coordinates. No drawing here.
import type { Story } from "../lib/protocol";

export interface Frame { width: number; height: number; left: number; right: number; top: number; bottom: number }
export interface Reading { step: number; value: number }
export interface Line { side: string; readings: Reading[]; last: Reading }
export interface Mark { step: number; event: string; number: number | null }

/** Each side's numbers over the steps; a side that leaves ends where it was last seen. */
export function linesOf(story: Story): Line[] {
  const found = new Map<string, Reading[]>();
  for (const step of story.steps) {
    for (const [side, value] of Object.entries(step.numbers)) {
      const readings = found.get(side) ?? [];
      readings.push({ step: step.step, value });
      found.set(side, readings);
    }
  }
  return [...found].map(([side, readings]) => ({ side, readings, last: readings.at(-1)! }));
}

/** The events of the match with the steps at which they came; those of some kinds are numbered. */
export function marksOf(story: Story, numbered: readonly string[]): Mark[] {
  const counts: Record<string, number> = {};
  const count = (event: string): number | null =>
    numbered.includes(event) ? (counts[event] = (counts[event] ?? 0) + 1) : null;
  return story.steps.flatMap((step) => step.events.map((event) => ({ step: step.step, event, number: count(event) })));
}

/** The lowest and the highest number of all; the lowest is at most 0. */
export function rangeOf(story: Story, top = 1): { low: number; top: number } {
  const all = story.steps.flatMap((step) => Object.values(step.numbers));
  return { low: Math.min(0, ...all), top: Math.max(top, ...all) };
}

export function lastStep(story: Story): number {
  return story.steps.at(-1)?.step ?? 0;
}

export function scaleX(frame: Frame, steps: number): (step: number) => number {
  const room = frame.width - frame.left - frame.right;
  return (step) => frame.left + (steps === 0 ? 0 : (room * step) / steps);
}

export function scaleY(frame: Frame, top: number, low = 0): (value: number) => number {
  const room = frame.height - frame.top - frame.bottom;
  return (value) => frame.height - frame.bottom - (top === low ? 0 : (room * (value - low)) / (top - low));
}

/** The step nearest to a place on the chart. */
export function stepAt(frame: Frame, steps: number, x: number): number {
  const room = frame.width - frame.left - frame.right;
  if (room <= 0) return 0;
  return Math.min(steps, Math.max(0, Math.round(((x - frame.left) / room) * steps)));
}

/** A staircase: a number keeps its value until the step at which it changes. Only corners are drawn. */
export function staircase(line: Line, x: (step: number) => number, y: (value: number) => number): string {
  const [first, ...rest] = line.readings;
  if (!first) return "";
  const round = (value: number): string => value.toFixed(1).replace(/\.0$/, "");
  let path = `M${round(x(first.step))} ${round(y(first.value))}`;
  let value = first.value;
  for (const reading of rest) {
    if (reading.value === value) continue;
    path += `H${round(x(reading.step))}V${round(y(reading.value))}`;
    value = reading.value;
  }
  return `${path}H${round(x(line.last.step))}`;
}

/** Round numbers for an axis from 0 (or something lower) to a top, about so many of them. */
export function ticks(top: number, about: number, low = 0): number[] {
  const steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000];
  const gap = steps.find((step) => (top - low) / step <= about) ?? Math.ceil((top - low) / about);
  const first = Math.ceil(low / gap);
  return Array.from({ length: Math.floor(top / gap) - first + 1 }, (_, index) => (first + index) * gap);
}

/** Labels at the ends of lines must not lie on each other: their heights, moved apart by at least a gap. */
export function spread(heights: number[], gap: number, lowest: number): number[] {
  const order = heights.map((height, index) => ({ height, index })).sort((a, b) => a.height - b.height);
  for (let i = 1; i < order.length; i++) order[i]!.height = Math.max(order[i]!.height, order[i - 1]!.height + gap);
  let limit = lowest;
  for (let i = order.length - 1; i >= 0; i--) {
    order[i]!.height = Math.min(order[i]!.height, limit);
    limit = order[i]!.height - gap;
  }
  const result = new Array<number>(heights.length);
  for (const { height, index } of order) result[index] = height;
  return result;
}
