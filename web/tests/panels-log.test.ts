import { describe, expect, it } from "vitest";
import { chapters, countShown } from "../src/games/ankh/log";
import { entriesOf, mixed, tied } from "./panels-sample";

describe("the log", () => {
  it("is cut into turns", () => {
    const shown = chapters(mixed);
    expect(shown.at(-1)).toMatchObject({ side: "ra" });
    expect(shown.at(-1)?.turn?.fact.seat).toBe(0);
    expect(shown.map((chapter) => chapter.key)).toEqual([...new Set(shown.map((chapter) => chapter.key))]);
  });

  it("shows every entry once", () => {
    const turns = mixed.filter((entry) => entry.fact.fact === "turn").length;
    expect(countShown(chapters(mixed))).toBe(mixed.length - turns);
  });

  it("puts what follows under the action, event or region it follows from", () => {
    const sections = chapters(mixed).flatMap((chapter) => chapter.sections);
    const battle = sections.find((section) => section.head?.fact.fact === "battle" && section.head.fact.amount === 2);
    expect(battle?.entries[0]?.fact.fact).toBe("card-played");
    expect(sections.some((section) => section.head?.fact.fact === "event" && section.head.fact.thing === "conflict")).toBe(true);
  });

  it("filters conflicts", () => {
    const shown = chapters(mixed, "battles");
    const facts = shown.flatMap((chapter) => chapter.sections.flatMap((section) => section.entries.map((entry) => entry.fact.fact)));
    expect(facts).toContain("card-played");
    expect(facts).not.toContain("moved");
    expect(shown.flatMap((chapter) => chapter.sections).some((section) => section.head?.fact.fact === "action")).toBe(false);
  });

  it("filters devotion", () => {
    const shown = chapters(tied, "devotion");
    const gains = shown.flatMap((chapter) => chapter.sections.flatMap((section) => section.entries))
      .filter((entry) => entry.fact.fact === "devotion-gained");
    expect(gains).toHaveLength(tied.filter((entry) => entry.fact.fact === "devotion-gained").length);
    expect(countShown(shown)).toBeLessThan(countShown(chapters(tied)));
  });

  it("begins the first turn, which nobody announces, with its first action", () => {
    const shown = chapters(entriesOf([
      { fact: "first-player", rule: "ankh/setup/first-player", god: "ra", seat: 0 },
      { fact: "action", rule: "ankh/turn/actions", god: "ra", thing: "gain", seat: 0 },
      { fact: "followers-gained", rule: "ankh/gain/count", god: "ra", amount: 1 },
      { fact: "action", rule: "ankh/turn/actions", god: "ra", thing: "unlock", seat: 0 },
    ]));
    expect(shown.map((chapter) => chapter.side)).toEqual([null, "ra"]);
    expect(shown[1]?.sections.map((section) => section.head?.fact.thing)).toEqual(["gain", "unlock"]);
  });

  it("says whose turn it is even before anything happens in it", () => {
    const shown = chapters(entriesOf([
      { fact: "first-player", rule: "ankh/setup/first-player", god: "ra", seat: 0 },
      { fact: "turn", rule: "ankh/turn/actions", god: "ra", seat: 0 },
    ]));
    expect(shown.map((chapter) => chapter.side)).toEqual([null, "ra"]);
  });
});
