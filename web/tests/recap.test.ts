import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "../src/games/ankh/log";
import type { Entry, ReplayStep, Story } from "../src/lib/protocol";
import { Recap, sinceLastTurn } from "../src/table/recap.svelte";

const entry = (number: number, version: number, fact: string, god: string): Entry =>
  ({ number, version, fact: { fact, rule: "r", god }, words: `${god} ${fact}`, rule: "r", places: [] });
const MATCH = [
  entry(0, 1, "action", "ra"), entry(1, 2, "turn", "isis"), entry(2, 3, "action", "isis"), entry(3, 4, "turn", "anubis"),
  entry(4, 5, "action", "anubis"), entry(5, 6, "turn", "ra"),
];

describe("what happened since one's last turn", () => {
  it("begins after the last turn of that side that is over", () => {
    expect(sinceLastTurn(MATCH, log, "ra")).toBe(2);
    expect(sinceLastTurn(MATCH, log, "isis")).toBe(4);
    expect(sinceLastTurn([...MATCH, entry(6, 7, "action", "ra")], log, "ra")).toBe(2);
  });
  it("is nothing where nobody has played since", () => {
    expect(sinceLastTurn(MATCH.slice(0, 1), log, "ra")).toBeNull();
    expect(sinceLastTurn([], log, "ra")).toBeNull();
  });
});

describe("the recap", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const story = {
    steps: [1, 2, 3, 4, 5].map((step) => ({ step, version: step, words: step === 4 ? [] : [`s${step}`], events: [], numbers: {} })), outcome: null,
  } as Story;
  const stepOf = (step: number): ReplayStep =>
    ({ step, steps: 5, version: step, view: {}, entries: [], by: { seat: step < 3 ? 0 : 1 } }) as unknown as ReplayStep;

  it("plays others' moments one by one, without one's own and without empty ones, and makes room for the table at the end", async () => {
    const recap = new Recap({ story: () => Promise.resolve(story), step: (step) => Promise.resolve(stepOf(step)), hold: () => 100 });
    await recap.begin(2, 0);
    expect(recap.count).toBe(2);
    expect(recap.scene?.step).toBe(3);
    await vi.advanceTimersByTimeAsync(150);
    expect(recap.scene?.step).toBe(5);
    await vi.advanceTimersByTimeAsync(100);
    expect(recap.scene).toBeNull();
    expect(recap.playing).toBe(false);
  });

  it("stays where somebody stopped it", async () => {
    const recap = new Recap({ story: () => Promise.resolve(story), step: (step) => Promise.resolve(stepOf(step)), hold: () => 100 });
    await recap.begin(2, 0);
    recap.play(false);
    await recap.go(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(recap.scene?.step).toBe(5);
    recap.end();
    expect(recap.scene).toBeNull();
  });
});
