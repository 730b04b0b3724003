// The rule book: its addresses, its chapters, its search, and what its pictures point at.
import { describe, expect, it } from "vitest";
import { placesOf, refusedPlaces } from "../src/book/examples";
import { bookPath, parseRoute, rulePath } from "../src/lib/route.svelte";
import { chaptersOf, findRules, inOrder } from "../src/lib/rulebook";
import { book } from "../src/words/book";

const rule = (title: string, text: string): { title: string; text: string; ruling: boolean } => ({ title, text, ruling: false });
const RULES = {
  "x/card/storm": rule("A great wind", "Everybody loses one ship."),
  "x/turn/one": rule("One after the other", "Play in turn, storm or calm."),
  "x/card/calm": rule("Still water", "Nothing happens."),
};

describe("addresses", () => {
  it("lead to the contents, to a chapter, to a rule", () => {
    expect(parseRoute(bookPath("x"))).toEqual({ page: "rules", game: "x", at: "" });
    expect(parseRoute("/rules/x/")).toEqual({ page: "rules", game: "x", at: "" });
    expect(parseRoute(rulePath("x", "x/card"))).toEqual({ page: "rules", game: "x", at: "x/card" });
    expect(parseRoute(rulePath("x", "x/card/storm-2"))).toEqual({ page: "rules", game: "x", at: "x/card/storm-2" });
    expect(parseRoute("/rules/x/x/card/storm/")).toEqual({ page: "rules", game: "x", at: "x/card/storm" });
  });
  it("are no rule's without a game, or with odd signs", () => {
    expect(parseRoute("/rules")).toEqual({ page: "lost" });
    expect(parseRoute("/rules/x/<b>")).toEqual({ page: "lost" });
  });
});

describe("chapters", () => {
  it("stand together, in the order in which they begin", () => {
    expect(chaptersOf(RULES)).toEqual({ "x/card": ["x/card/storm", "x/card/calm"], "x/turn": ["x/turn/one"] });
    expect(inOrder(RULES)).toEqual(["x/card/storm", "x/card/calm", "x/turn/one"]);
  });
});

describe("the search", () => {
  it("finds titles first, then texts", () => {
    expect(findRules(RULES, "storm")).toEqual(["x/card/storm", "x/turn/one"]);
    expect(findRules(RULES, "WATER")).toEqual(["x/card/calm"]);
    expect(findRules(RULES, "great ship")).toEqual(["x/card/storm"]);
  });
  it("finds what a thing's name says, in any language", () => {
    expect(findRules(RULES, "Flaute", 30, { "card.calm": "Die Flaute", "card.storm": "Sturm" })).toEqual(["x/card/calm"]);
  });
  it("finds nothing for nothing", () => {
    expect(findRules(RULES, "  ")).toEqual([]);
    expect(findRules(RULES, "volcano")).toEqual([]);
  });
});

describe("a picture", () => {
  const facts = [
    { words: "", rule: "x/a", places: ["A1", "A2"] },
    { words: "", rule: "x/b", places: ["B1", "B1"] },
  ];
  it("points at what its rule did, or at everything", () => {
    expect(placesOf({ facts }, "x/b")).toEqual(["B1"]);
    expect(placesOf({ facts }, "x/c")).toEqual(["A1", "A2", "B1"]);
  });
  it("points at what can't be chosen", () => {
    expect(refusedPlaces({ refused: [{ side: "", who: "", choice: "cell D6", words: "", rule: "", title: "" }] })).toEqual(["D6"]);
  });
});

it("says everything in three languages", () => {
  for (const phrase of Object.values(book)) for (const words of Object.values(phrase)) expect(words).not.toBe("");
});
