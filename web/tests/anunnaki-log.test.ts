import { describe, expect, it } from "vitest";
import { chapters } from "../src/games/anunnaki/log";
import type { Entry } from "../src/lib/protocol";

const entry = (number: number, fact: Record<string, unknown>): Entry =>
  ({ number, version: 1, fact: { rule: "anunnaki/harvest/amount", ...fact }, words: "", rule: "anunnaki/harvest/amount", places: [] }) as unknown as Entry;

describe("the log of Anunnaki", () => {
  it("tells a harvest once", () => {
    const told = chapters([
      entry(0, { fact: "figure-moved", house: "babylon", thing: "harvest-red" }),
      entry(1, { fact: "harvested", house: "babylon", place: "gaia.a", thing: "food", amount: 2 }),
      entry(2, { fact: "resource-gained", house: "babylon", thing: "food", amount: 2 }),
      entry(3, { fact: "resource-gained", house: "babylon", thing: "food", amount: 1 }),
    ], "all");
    const facts = told.flatMap((one) => one.sections.flatMap((section) => section.entries.map(({ fact, number }) => [number, fact.fact])));
    expect(facts).toEqual([[1, "harvested"], [3, "resource-gained"]]);
  });
});
