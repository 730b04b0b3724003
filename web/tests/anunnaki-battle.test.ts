import { describe, expect, it } from "vitest";
import { beatsOf, readBattle, readStories } from "../src/games/anunnaki/stage/battle";
import { SEQUENCE, standings } from "../src/games/anunnaki/stage/sequence";
import { reckon } from "../src/games/anunnaki/end/reckoning";
import type { Entry, Fact } from "../src/lib/protocol";

const told = (...facts: Partial<Fact>[]): Entry[] =>
  facts.map((fact, number) => ({ number, version: number, fact: { rule: "r", fact: "", ...fact }, words: "", rule: "r", places: [] }));

const BATTLE = told(
  { fact: "turn", house: "norrenis" },
  { fact: "battle", house: "norrenis", other: "ellenys", place: "gaia.a" },
  { fact: "weapon-played", house: "norrenis", thing: "viking-helmet" },
  { fact: "weapon-played", house: "ellenys", thing: "sling" },
  { fact: "resource-paid", house: "norrenis", thing: "metal", amount: 1 },
  { fact: "weapon-back", house: "ellenys", thing: "sling" },
  { fact: "strength", house: "norrenis", terms: ["follower 2", "odin 3", "viking-helmet 2"], amount: 7 },
  { fact: "strength", house: "ellenys", terms: ["follower 4"], amount: 4 },
  { fact: "battle-won", house: "norrenis", other: "ellenys" },
  { fact: "vp-gained", house: "norrenis", amount: 2 },
  { fact: "battle-lost", house: "ellenys", other: "norrenis" },
  { fact: "retreated", house: "ellenys", thing: "follower", amount: 4, place: "ellenys.CAP", from: "gaia.a" },
  { fact: "turn", house: "ellenys" },
);

describe("a battle of Anunnaki", () => {
  const [story] = readStories(BATTLE);
  const beats = beatsOf(story!.entries);

  it("is the stretch of the log from its beginning to the next turn", () => {
    expect(readStories(BATTLE)).toHaveLength(1);
    expect(story!.entries).toHaveLength(11);
    expect(story).toMatchObject({ place: "gaia.a", attacker: "norrenis", defender: "ellenys" });
  });

  it("turns both weapons at once, and counts strength term by term", () => {
    const revealed = beats.find((beat) => beat.entries === 3)!;
    expect(readBattle(story!, revealed).fighters.map((one) => one.cards.length)).toEqual([1, 1]);
    expect(beats.some((beat) => beat.entries === 2)).toBe(false);
    const counted = beats.filter((beat) => beat.terms > 0).map((beat) => readBattle(story!, beat).fighters.map((one) => one.strength));
    expect(counted).toEqual([[2, null], [5, null], [7, null], [7, 4]]);
  });

  it("ends with everything in its place", () => {
    const [attacker, defender] = readBattle(story!, beats.at(-1)!).fighters;
    expect(attacker).toMatchObject({ outcome: "won", strength: 7, counted: true, paid: [{ thing: "metal", amount: 1 }], gains: [{ kind: "vp", amount: 2 }] });
    expect(defender).toMatchObject({ outcome: "lost", cards: [{ weapon: "sling", state: "back" }], retreats: [{ piece: "follower", amount: 4, to: "ellenys.CAP" }] });
  });

  it("goes through its steps in order", () => {
    expect(standings([], "battle-weapon", false).choose).toBe("now");
    const done = standings(story!.entries, null, true);
    expect(SEQUENCE.filter((part) => done[part] === "passed")).toEqual(["after"]);
  });
});

describe("the end of Anunnaki", () => {
  const entries = told(
    { fact: "vp-gained", house: "babylon", amount: 3, rule: "contract" },
    { fact: "vp-gained", house: "babylon", amount: 2, rule: "contract" },
    { fact: "scored", house: "babylon", amount: 4, thing: "track-war", rule: "tracks" },
    { fact: "scored", house: "ellenys", amount: 6, thing: "supremacy", rule: "supremacy" },
    { fact: "scored", house: "babylon", amount: 9, thing: "total", rule: "goods" },
    { fact: "match-over", house: "babylon", rule: "anunnaki/end/tie" },
  );

  it("adds up by source and by house, and says what no fact tells of", () => {
    const found = reckon(entries, { babylon: 9, ellenys: 9 });
    expect(found.during.map((source) => source.byHouse)).toEqual([{ babylon: 5 }]);
    expect(found.end.map((source) => source.byHouse)).toEqual([{ babylon: 4 }, { ellenys: 6 }]);
    expect(found.before).toEqual({ babylon: 0, ellenys: 3 });
    expect(found.deciding).toBe("anunnaki/end/tie");
  });
});
