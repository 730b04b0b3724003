import { beforeEach, describe, expect, it } from "vitest";
import { follow, type Token } from "../src/games/ankh/board/tokens";
import { cellSpoken, edgeSpoken, mayBeChosen, placesOf } from "../src/games/ankh/board/spoken";
import { chosenCell, meantBy, targetsOf } from "../src/games/ankh/board/targets";
import { Hexes } from "../src/lib/hex";
import type { Offer } from "../src/lib/protocol";
import type { AnkhView, BoardInfo, Figure } from "../src/games/ankh/view";
import { addWords, speech } from "../src/lib/words.svelte";
import { words } from "../src/games/ankh/words";

addWords("ankh", words);

const rows = ["A", "B", "C", "D", "E", "F", "G", "H"];
const board: BoardInfo = {
  cells: rows.flatMap((letter, column) =>
    [1, 2, 3].map((row) => ({
      name: `${letter}${row}`,
      column,
      y: 2 * (row - 1) + (column % 2),
      terrain: letter === "C" ? ("water" as const) : ("desert" as const),
    })),
  ),
  river: [],
  edges: ["A1-A2", "A1-B1", "A2-A3", "A2-B1", "A2-B2", "A3-B2", "A3-B3", "B1-B2", "B2-B3"],
  top: 31,
  red_until: 20,
};
const hexes = new Hexes(board);
const figure = (cell: string, piece = "warrior", god: string | null = "ra"): Figure => ({ cell, piece, god });
const offer = (choice: string): Offer => {
  const [verb = "", noun = ""] = choice.split(" ");
  return { choice, verb, noun, label: `<${choice}>` };
};
const view = (change: Partial<AnkhView["board"]> = {}, prompt = "move-to"): AnkhView =>
  ({
    gods: [{ god: "ra", seats: [0] }, { god: "isis", seats: [1] }],
    board: { figures: [], monuments: [], cities: [], underworld: [], camels: [], caravan: [], regions: {}, ...change },
    decision: { seats: [0], prompt, choices: [] },
  }) as unknown as AnkhView;

describe("identity of figures", () => {
  const start = (figures: Figure[]): Token[] => {
    let id = 0;
    return follow([], figures, hexes, () => ++id);
  };
  const after = (old: Token[], figures: Figure[]): Record<string, number> => {
    let id = 100;
    return Object.fromEntries(follow(old, figures, hexes, () => ++id).map((token) => [token.cell, token.id]));
  };

  it("stays with a figure that walks while others stand", () => {
    expect(after(start([figure("A1"), figure("A3")]), [figure("B2"), figure("A3")])).toEqual({ A3: 2, B2: 1 });
  });

  it("goes to the nearest when several move", () => {
    expect(after(start([figure("A1"), figure("F1")]), [figure("G1"), figure("B1")])).toEqual({ B1: 1, G1: 2 });
  });

  it("is never shared between sides or kinds, except where a figure changes sides on its cell", () => {
    expect(after(start([figure("A1")]), [figure("A2", "warrior", "isis")])).toEqual({ A2: 101 });
    expect(after(start([figure("A1", "mummy")]), [figure("A1", "mummy", "isis")])).toEqual({ A1: 1 });
    expect(after(start([figure("A1")]), [figure("A1", "god")])).toEqual({ A1: 101 });
  });

  it("is new for one that comes from too far", () => {
    expect(after(start([figure("A1")]), [figure("H3")])).toEqual({ H3: 101 });
  });

  it("keeps the order, so that nothing is taken off the page and put back", () => {
    const old = start([figure("A1"), figure("A2"), figure("A3")]);
    const now = follow(old, [figure("A3"), figure("B1"), figure("A2")], hexes, () => 9);
    expect(now.map((token) => token.id)).toEqual([1, 2, 3]);
  });
});

describe("targets", () => {
  it("finds what lies on the board and leaves the rest", () => {
    const offers = ["figure A1", "edge A1-A2", "done", "card flood", "token pool", "cell B2"].map(offer);
    const targets = targetsOf(offers, hexes, () => []);
    expect([...targets.cells.keys()]).toEqual(["A1", "B2"]);
    expect([...targets.edges.keys()]).toEqual(["A1-A2"]);
  });

  it("lights a whole region for its one cell", () => {
    const targets = targetsOf([offer("region A1")], hexes, () => ["A1", "A2", "B1"]);
    expect([...targets.cells].map(([cell, { choice }]) => `${cell} ${choice}`)).toEqual([
      "A1 region A1", "A2 region A1", "B1 region A1",
    ]);
    expect(targets.regions[0]?.cells).toHaveLength(3);
  });

  it("asks about an unlit cell in the words of what is asked", () => {
    const here = view({ figures: [figure("A1")], monuments: [{ cell: "B1", type: "temple", god: null }] });
    expect(meantBy("A1", [offer("cell B2")], here, undefined)).toBe("cell A1");
    expect(meantBy("B2", [offer("figure A1"), offer("done")], here, undefined)).toBe("figure B2");
    expect(meantBy("B2", [offer("edge A1-A2"), offer("done")], here, "A2-B2")).toBe("edge A2-B2");
    expect(meantBy("B2", [offer("region A1")], here, undefined)).toBe("region B2");
    expect(meantBy("A1", [offer("action move")], here, undefined)).toBe("figure A1");
    expect(meantBy("B1", [offer("action move")], here, undefined)).toBe("monument B1");
    expect(meantBy("B2", [], here, undefined)).toBe("cell B2");
    const moving = view({ figures: [figure("A1")] }, "move-figure");
    expect(meantBy("B2", [offer("figure A1"), offer("done")], moving, undefined)).toBe("cell B2");
    expect(meantBy("A1", [offer("done")], moving, undefined)).toBe("figure A1");
  });

  it("knows which figure was chosen", () => {
    const offers = [offer("cell A1"), offer("cell B1")];
    const here = view({ figures: [figure("A1"), figure("A2"), figure("B1", "warrior", "isis")] });
    expect(chosenCell(here, offers, null)).toBe("A1");
    expect(chosenCell(here, offers, "A2")).toBe("A2");
    expect(chosenCell(view({ figures: [figure("A1")] }, "move-figure"), [offer("figure A1")], "A1")).toBeNull();
  });
});

describe("spoken names", () => {
  const names = {
    "terrain.desert": "Desert", "god.ra": "Ra", "god.isis": "Isis", "piece.warrior": "Warrior", "piece.giant-scorpion": "Giant Scorpion",
    "monument.temple": "Temple",
  };
  const here = view({
    figures: [{ ...figure("D2"), sun: true }, { ...figure("E1", "giant-scorpion", "isis"), claws: ["D1", "E2"] }],
    monuments: [{ cell: "A1", type: "temple", god: null }, { cell: "A2", type: "temple", god: "isis" }],
    underworld: ["B1"],
    camels: ["A3-B3", "A2-A3"],
    regions: { "3": ["D2", "A1"] },
  });
  beforeEach(() => {
    speech.lang = "en";
    speech.catalogue = { names, rules: {}, quick: "" };
  });

  it("says place, land, region, what stands there and what may be done", () => {
    expect(mayBeChosen(cellSpoken(placesOf(here), "D2", "desert"), offer("cell D2"))).toBe(
      "D2, Desert, region 3; Ra: Warrior, with a sun; may be chosen: <cell D2>",
    );
    expect(mayBeChosen(cellSpoken(placesOf(here), "E1", "desert"), undefined)).toBe("E1, Desert; Isis: Giant Scorpion, claws at D1, E2");
    expect(mayBeChosen(cellSpoken(placesOf(here), "A1", "desert"), undefined)).toBe("A1, Desert, region 3; Temple, neutral");
    expect(mayBeChosen(cellSpoken(placesOf(here), "A2", "desert"), undefined)).toBe("A2, Desert; Isis: Temple; camels towards A3");
    expect(mayBeChosen(cellSpoken(placesOf(here), "B1", "desert"), undefined)).toBe("B1, Desert; underworld token");
    expect(mayBeChosen(cellSpoken(placesOf(here), "A3", "desert"), undefined)).toBe("A3, Desert; camels towards B3, A2");
    expect(mayBeChosen(edgeSpoken("A1-A2"), offer("edge A1-A2"))).toBe("edge A1-A2; may be chosen: <edge A1-A2>");
  });

  it("speaks German and Russian", () => {
    speech.lang = "de";
    expect(mayBeChosen(cellSpoken(placesOf(here), "D2", "desert"), offer("cell D2"))).toContain("Region 3; Ra: Warrior, mit Sonne; wählbar: <cell D2>");
    speech.lang = "ru";
    expect(mayBeChosen(cellSpoken(placesOf(here), "D2", "desert"), offer("cell D2"))).toContain("регион 3; Ra: Warrior, с солнцем; можно выбрать: <cell D2>");
  });
});
