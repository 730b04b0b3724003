import { beforeEach, describe, expect, it } from "vitest";
import { pickedWords } from "../src/lib/picked";
import { speech } from "../src/lib/words.svelte";

beforeEach(() => {
  speech.lang = "en";
  speech.catalogue = {
    names: { "piece.knight": "Knight", "monument.arch": "Arch", "tile.barter": "Barter", "track.barter": "Track of barter", "side.red": "The Reds" },
    rules: {}, quick: "",
  };
});

describe("what was picked", () => {
  it("has the names of the game, and places as they are", () => {
    expect(pickedWords({ god: "red", figure: { piece: "knight", god: "red", cell: "D6" } })).toBe("Knight, D6");
    expect(pickedWords({ type: "arch" })).toBe("Arch");
  });

  it("prefers the kind that the key says", () => {
    expect(pickedWords({ tile: "barter" })).toBe("Barter");
    expect(pickedWords({ track: "barter" })).toBe("Track of barter");
  });

  it("says where from, where to and how many more", () => {
    expect(pickedWords({ piece: "knight", from: "far.A", to: "far.B", left: 2 })).toBe("Knight, from far.A, to far.B, 2 more");
    expect(pickedWords({ left: ["A1", "B2"] })).toBe("A1, B2");
  });

  it("keeps quiet about who acts, and about numbers without a name", () => {
    expect(pickedWords({ seat: 0, house: "red", phase: 2, optional: 1, source: "game/rule/x", left: 1 })).toBe("");
    expect(pickedWords(undefined)).toBe("");
  });
});
