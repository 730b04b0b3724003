import { describe, expect, it } from "vitest";
import { chancesStory, happened } from "../src/analysis/analysis.svelte";
import type { Analysis, Story } from "../src/lib/protocol";

const story: Story = {
  outcome: null,
  steps: [0, 1, 2].map((step) => ({ step, version: step, words: [], events: step === 1 ? ["conflict"] : [], numbers: { one: 3 } })),
};
const found: Analysis = {
  phase: "running", done: 1, total: 9, bot: "search:200", sides: ["one", "two"], chances: [[0.5, 0.5], [0.256, 0.744]], thought: 1,
  moments: [], costly: [], calibration: null,
};

describe("chances as a chart", () => {
  it("are percentages by side at the steps of the match, with its events, as far as they are known", () => {
    const drawn = chancesStory(found, story);
    expect(drawn.steps.map((step) => step.numbers)).toEqual([{ one: 50, two: 50 }, { one: 26, two: 74 }]);
    expect(drawn.steps[1]?.events).toEqual(["conflict"]);
  });
});

describe("a moment", () => {
  const told: Story = { ...story, steps: story.steps.map((one) => ({ ...one, words: ["a", "b", "c", "d"].map((word) => `${word}${one.step}`) })) };
  it("is told by what happened with its choice, the beginning of it", () => {
    expect(happened(told, 0)).toBe("a1 · b1 · c1");
  });
  it("says nothing where the story is not there yet", () => {
    expect(happened(null, 0)).toBe("");
    expect(happened(told, 7)).toBe("");
  });
});
