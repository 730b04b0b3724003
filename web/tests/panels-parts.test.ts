import { describe, expect, it } from "vitest";
import type { Story } from "../src/lib/protocol";
import type { AnkhView, GodView } from "../src/games/ankh/view";
import { LANGS } from "../src/lib/words.svelte";
import { departed, facesOf, guardiansOf, playedCards } from "../src/games/ankh/panels/belongings";
import { eventGroups } from "../src/games/ankh/panels/components";
import { around, chapterOf, findRules, neighbours } from "../src/lib/rulebook";
import { rank, stacks } from "../src/games/ankh/panels/stacks";
import { nextLandmark } from "../src/replay/landmarks";
import { linesOf, marksOf, scaleX, scaleY, spread, staircase, stepAt, ticks, type Frame } from "../src/replay/scales";
import { words } from "../src/games/ankh/words";
import { words as plainWords } from "../src/games/plain/words";
import { book } from "../src/words/book";

const god = (name: string, devotion: number, more: Partial<GodView> = {}): GodView => ({
  god: name, seats: [0], god_powers: [name], devotion, followers: 0, powers: [], row: 6, tokens: 9, hand: [], pool: {}, held: 0,
  controls: {}, ...more,
});

describe("devotion", () => {
  const view = { gods: [god("ra", 3), god("isis", 1), god("anubis", 1), god("osiris", 2)], ladder: ["anubis", "isis", "osiris", "ra"] };

  it("stacks markers, the less devoted below", () => {
    expect(stacks(view)).toEqual([
      { space: 1, gods: ["anubis", "isis"] }, { space: 2, gods: ["osiris"] }, { space: 3, gods: ["ra"] },
    ]);
  });

  it("ranks the most devoted first", () => {
    expect(["ra", "isis", "anubis", "amun"].map((one) => rank(view, one))).toEqual([1, 3, 4, 0]);
  });
});

describe("what a god has", () => {
  it("played cards are the set less the hand", () => {
    expect(playedCards({ hand: ["chariots", "plague", "flood", "miracle", "maat"] })).toEqual(["drought", "build"]);
  });

  it("a merged god has two faces, its own first", () => {
    expect(facesOf({ god: "osiris", god_powers: ["amun", "osiris"] })).toEqual(["osiris", "amun"]);
  });

  it("guardians are counted on the board and in the pool", () => {
    const figures = [
      { cell: "A1", piece: "god", god: "isis" }, { cell: "A2", piece: "apep", god: "isis" }, { cell: "A3", piece: "satis", god: "ra" },
    ];
    const view = { board: { figures } } as unknown as AnkhView;
    expect(guardiansOf(view, god("isis", 0, { pool: { warrior: 4, apep: 1, satis: 0 } }))).toEqual([
      { piece: "apep", onBoard: 1, inPool: 1 },
    ]);
  });

  it("gods leave by merging or by being forgotten", () => {
    const seats = [
      { seat: 0, started_as: "ra", god: "ra", in_play: true }, { seat: 1, started_as: "amun", god: "osiris", in_play: true },
      { seat: 2, started_as: "isis", god: "isis", in_play: false },
    ];
    expect(departed({ seats } as unknown as AnkhView)).toEqual([
      { seat: 1, god: "amun", mergedInto: "osiris" }, { seat: 2, god: "isis", mergedInto: null },
    ]);
  });
});

describe("events", () => {
  it("come in groups that end with a conflict", () => {
    const events = [..."CCCXSCCXSCCXSCCXCX"].map((letter) => ({ C: "control", S: "camel", X: "conflict" })[letter]!);
    const groups = eventGroups(events);
    expect(groups.map((group) => group.length)).toEqual([4, 4, 4, 4, 2]);
    expect(groups.every((group) => group.at(-1)?.event === "conflict")).toBe(true);
    expect(groups[4]?.[0]).toEqual({ event: "control", number: 17 });
  });
});

describe("the rule book", () => {
  const text = (title: string, words = ""): { title: string; text: string; ruling: boolean } => ({ title, text: words, ruling: false });
  const rules = {
    "ankh/card/flood": text("Flood", "followers for figures on fertile cells"), "ankh/turn/actions": text("Turn"),
    "ankh/card/drought": text("Drought", "desert"),
  };

  it("has chapters", () => {
    expect(chapterOf("ankh/card/flood")).toBe("ankh/card");
    expect(neighbours(rules, "ankh/card/drought")).toEqual(["ankh/card/flood", "ankh/card/drought"]);
    expect(around(rules, "ankh/card/drought")).toEqual({ before: "ankh/card/flood", after: "ankh/turn/actions" });
    expect(around(rules, "ankh/nowhere")).toEqual({ before: null, after: null });
  });

  it("is searched in titles first, all words at once", () => {
    expect(findRules(rules, "CARD")).toEqual(["ankh/card/flood", "ankh/card/drought"]);
    expect(findRules(rules, "fertile figures")).toEqual(["ankh/card/flood"]);
    expect(findRules(rules, "  ")).toEqual([]);
    expect(findRules(rules, "fertile desert")).toEqual([]);
  });
});

describe("the chart", () => {
  const story: Story = {
    outcome: null,
    steps: [
      { step: 0, version: 0, words: [], events: [], numbers: { ra: 0, isis: 0 } },
      { step: 1, version: 1, words: [], events: ["control"], numbers: { ra: 0, isis: 0 } },
      { step: 2, version: 2, words: [], events: ["conflict"], numbers: { ra: 2, isis: 0 } },
      { step: 3, version: 3, words: [], events: [], numbers: { ra: 2 } },
      { step: 4, version: 4, words: [], events: ["conflict"], numbers: { ra: 5 } },
    ],
  };
  const frame: Frame = { width: 110, height: 120, left: 10, right: 0, top: 10, bottom: 10 };

  it("ends the line of a god that left where it was last seen", () => {
    const lines = linesOf(story);
    expect(lines.map((line) => [line.side, line.last])).toEqual([["ra", { step: 4, value: 5 }], ["isis", { step: 2, value: 0 }]]);
  });

  it("numbers the conflicts", () => {
    expect(marksOf(story, ["conflict"])).toEqual([
      { step: 1, event: "control", number: null }, { step: 2, event: "conflict", number: 1 },
      { step: 4, event: "conflict", number: 2 },
    ]);
  });

  it("draws stairs, corners only", () => {
    const [ra] = linesOf(story);
    expect(staircase(ra!, scaleX(frame, 4), scaleY(frame, 10))).toBe("M10 110H60V90H110V60H110");
  });

  it("finds the step under a pointer", () => {
    expect([0, 10, 47, 60, 500].map((x) => stepAt(frame, 4, x))).toEqual([0, 0, 1, 2, 4]);
  });

  it("jumps from event to event", () => {
    expect(nextLandmark(story, 0, 1)).toBe(1);
    expect(nextLandmark(story, 2, 1)).toBe(4);
    expect(nextLandmark(story, 4, 1)).toBe(4);
    expect(nextLandmark(story, 4, -1)).toBe(2);
    expect(nextLandmark(story, 1, -1)).toBe(0);
  });

  it("has round ticks and labels that keep apart", () => {
    expect(ticks(31, 6)).toEqual([0, 10, 20, 30]);
    expect(ticks(31, 7)).toEqual([0, 5, 10, 15, 20, 25, 30]);
    expect(spread([50, 52, 90], 10, 100)).toEqual([50, 60, 90]);
    expect(spread([95, 96, 97], 10, 100)).toEqual([80, 90, 100]);
  });
});

describe("words", () => {
  it("are there in every language, with the same fields", () => {
    for (const [key, phrase] of Object.entries({ ...words, ...plainWords, ...book })) {
      const fields = LANGS.map((lang) => [...phrase[lang].matchAll(/\{\w+\}/g)].map(String).sort().join());
      expect(new Set(fields).size, key).toBe(1);
      for (const lang of LANGS) expect(phrase[lang].trim(), `${key} ${lang}`).not.toBe("");
    }
  });
});
