import { describe, expect, it } from "vitest";
import { steadyHands } from "../src/table/shortcuts";

/** A click on a choice at a place; whether it got through. */
function click(hands: ReturnType<typeof steadyHands>, x: number, y: number, detail = 1): boolean {
  let through = true;
  const target = { closest: () => ({}) };
  hands.onclick({ detail, clientX: x, clientY: y, target, stopPropagation: () => (through = false) } as unknown as MouseEvent);
  return through;
}
const move = (hands: ReturnType<typeof steadyHands>, x: number, y: number): void => hands.onmove({ clientX: x, clientY: y } as MouseEvent);

describe("a resting pointer", () => {
  it("does not choose what has just come under it", () => {
    let [now, version] = [1000, 1];
    const hands = steadyHands(() => version, () => now);
    move(hands, 50, 50);
    expect(click(hands, 50, 50)).toBe(true);
    version = 2;
    hands.turn();
    now += 399;
    expect(click(hands, 52, 51)).toBe(false);
    now += 2;
    expect(click(hands, 52, 51)).toBe(true);
  });

  it("chooses at once when it has moved", () => {
    const hands = steadyHands(() => 1, () => 0);
    move(hands, 50, 50);
    hands.turn();
    move(hands, 90, 50);
    expect(click(hands, 90, 50)).toBe(true);
  });

  it("may be a finger that taps twice where it came after the turn", () => {
    const hands = steadyHands(() => 1, () => 0);
    hands.turn();
    expect(click(hands, 50, 50)).toBe(true);
    expect(click(hands, 50, 50, 2)).toBe(true);
  });

  it("does nothing with the second half of a double click", () => {
    let version = 1;
    const hands = steadyHands(() => version, () => 9999);
    expect(click(hands, 50, 50)).toBe(true);
    version = 2;
    expect(click(hands, 50, 50, 2)).toBe(false);
  });

  it("is not asked about clicks of the keyboard", () => {
    const hands = steadyHands(() => 1, () => 0);
    hands.turn();
    expect(click(hands, -1, -1, 0)).toBe(true);
  });
});
