// Any view, read without knowing its game.
import { beforeEach, describe, expect, it } from "vitest";
import { chapters } from "../src/games/plain/log";
import { columnsOf, inline, isEmpty, nameOf, readView, scalarWords, type Fields } from "../src/games/plain/reading";
import { words } from "../src/games/plain/words";
import { byVerb } from "../src/lib/choosing";
import { games } from "../src/lib/games.svelte";
import type { Entry, Place, View } from "../src/lib/protocol";
import { addWords, speech } from "../src/lib/words.svelte";
import { choiceOfDigit } from "../src/table/shortcuts";
import { offer } from "./fake-socket";

addWords("plain", words);

const place = (seat: number, side: string | null): Place => ({ seat, side, who: "bot", name: "", bot: "greedy", online: false });
const view = (more: Fields): View =>
  ({ game: "g", seat: 0, over: false, secret: { chosen: [], own: [] }, decision: { seats: [0], prompt: "p", choices: [] }, outcome: null, ...more });

beforeEach(() => {
  speech.lang = "en";
  speech.game = "g";
  speech.catalogue = {
    names: { "side.red": "The Reds", "tool.hammer": "Hammer", "end.hammer": "The hammer fell for the last time" }, rules: {}, quick: "",
  };
  games.list = [{
    game: "g", name: "G", players: [2], scenarios: [], settings: [], levels: [], seats_setting: null,
    sides: [{ side: "red", name: "The Reds", text: "" }, { side: "blue", name: "The Blues", text: "" }],
  }];
});

describe("a view of any game", () => {
  it("needs nothing but what every view has", () => {
    expect(readView(view({}), [place(0, null), place(1, null)])).toEqual({ ofSides: {}, glance: {}, parts: [] });
  });

  it("gives each side what is told of it, by list or by key", () => {
    const seen = view({
      people: [{ seat: 0, side: "red", coins: 3 }, { seat: 1, side: "blue", coins: 0 }], points: { red: 7, blue: 2 },
    });
    const { ofSides, glance, parts } = readView(seen, [place(0, "red"), place(1, "blue")]);
    expect(ofSides).toEqual({ red: { coins: 3, points: 7 }, blue: { coins: 0, points: 2 } });
    expect(glance).toEqual({});
    expect(parts).toEqual([]);
  });

  it("tells numbers and words at a glance, large tables first, and nothing of what is empty", () => {
    const rows = [1, 2, 3, 4].map((number) => ({ number }));
    const seen = view({ round: 2, nothing: null, none: [], offer: ["hammer"], fields: rows });
    expect(readView(seen, [])).toEqual({ ofSides: {}, glance: { round: 2 }, parts: [["fields", rows], ["offer", ["hammer"]]] });
  });

  it("leaves lists alone that name a side twice or not at all", () => {
    const rows = [{ owner: "red" }, { owner: "red" }];
    expect(readView(view({ rows }), [place(0, "red"), place(1, "blue")]).parts).toEqual([["rows", rows]]);
  });

  it("has tables with the columns that say something", () => {
    expect(columnsOf([{ name: "a", left: null, extra: {} }, { name: "b", more: 0 }])).toEqual(["name", "more"]);
    expect(isEmpty({ a: [], b: { c: null } })).toBe(true);
    expect(isEmpty({ a: 0 })).toBe(false);
  });
});

describe("keys and values", () => {
  it("have the names of the game's catalogue, of several the one that is meant or the shortest", () => {
    expect(nameOf("hammer")).toBe("Hammer");
    expect(nameOf("hammer", "end")).toBe("The hammer fell for the last time");
    expect(nameOf("red.3")).toBe("The Reds 3");
  });

  it("are made readable otherwise, where they are words", () => {
    expect(nameOf("cubes_left")).toBe("Cubes left");
    expect(nameOf("P0-C1")).toBe("P0-C1");
    expect(scalarWords(true)).toBe("yes");
    expect(scalarWords(null)).toBe("–");
  });

  it("fit into a line, one in the other", () => {
    expect(inline({ red: { hammer: 2 }, blue: {}, count: 3 })).toBe("The Reds: Hammer 2, Count 3");
    expect(inline({ all: 3, used: 0 })).toBe("All 3");
    expect(inline({ all: 0, used: 0 })).toBe("All 0, Used 0");
    expect(inline([{ kind: "hammer", amount: 1 }, { kind: "nail", amount: 2 }])).toBe("Hammer 1; Nail 2");
  });
});

describe("the log of any game", () => {
  const entry = (number: number, fields: Record<string, unknown>): Entry =>
    ({ number, version: number, fact: { fact: "f", rule: "r", ...fields }, words: "", rule: "r", places: [] });

  it("has a chapter for each change of side; what is about nobody stays where it is", () => {
    const found = chapters([entry(0, {}), entry(1, { who: "red" }), entry(2, {}), entry(3, { who: "red", other: "blue" }), entry(4, { who: "blue" })]);
    expect(found.map((chapter) => [chapter.side, chapter.sections[0]!.entries.length])).toEqual([[null, 1], ["red", 3], ["blue", 1]]);
  });
});

describe("choices", () => {
  const offers = ["done", "take a", "cell A1", "take b"].map(offer);

  it("stand together by verb, refusing last", () => {
    expect(byVerb(offers).map((group) => group.offers.map((one) => one.choice))).toEqual([["take a", "take b"], ["cell A1"], ["done"]]);
  });

  it("have the number keys in the order they are shown", () => {
    const all = { amounts: [], choices: "board" } as const;
    expect([1, 2, 3, 4, 5].map((digit) => choiceOfDigit(digit, offers, all))).toEqual(["take a", "take b", "cell A1", "done", null]);
    const bids = [offer("bid 0"), offer("bid 4")];
    expect(choiceOfDigit(4, bids, { amounts: ["bid"], choices: "prompt" })).toBe("bid 4");
    expect(choiceOfDigit(1, bids, { amounts: ["bid"], choices: "prompt" })).toBeNull();
  });
});
