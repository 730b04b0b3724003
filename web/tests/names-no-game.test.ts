// The frame of the page names no game: whatever belongs to one is in its folder under src/games.
import { describe, expect, it } from "vitest";

/** The text of every file, by its path in src. Lists and shapes of icons are left out: they name drawings of
 * game-icons.net, whatever they stand for here. */
const texts = Object.fromEntries(
  Object.entries(import.meta.glob<string>("../src/**/*.{ts,svelte,css}", { query: "?raw", import: "default", eager: true }))
    .map(([path, text]) => [path.replace("../src/", ""), text]),
);
/** Names of games, sides, places, pieces and rules that only one game has. Not among them: god, battle, card. */
const WORDS = [
  "ankh", "anunnaki", "amun", "anubis", "isis", "osiris", "pharaohs?", "egypt\\w*", "nile", "devotion", "followers?", "camels?",
  "warriors?", "guardians?", "obelisks?", "pyramids?", "sphinx\\w*", "mummy", "scorpion", "apep", "underworld", "monuments?", "agenda",
  "priests?", "tiebreaker", "drought", "plague", "chariots?", "maat", "norrenis", "babylon", "ellenys", "gaia", "atlantis", "supremacy",
  "pandora", "settlements?", "territor\\w+", "mana", "artifacts?", "shrines?", "verehrung", "pharao\\w*", "ägypt\\w*", "поклонени\\w*",
];
const NAMED = new RegExp(`(?<![\\p{L}])(${WORDS.join("|")})(?![\\p{L}])`, "giu");

const files = Object.keys(texts).filter((path) => !path.startsWith("games/"));
const lines = (path: string): string[] => texts[path]!.split("\n");

describe("the frame of the page", () => {
  it("is where it is looked for", () => {
    expect(files).toContain("App.svelte");
    expect(files.length).toBeGreaterThan(50);
  });

  it("names no game, and nothing that only one game has", () => {
    const found = files.flatMap((path) =>
      lines(path).flatMap((line, index) => [...line.matchAll(NAMED)].map((match) => `${path}:${index + 1}: ${match[0]}`)),
    );
    expect(found).toEqual([]);
  });

  it("takes from the games their shape and their registry, nothing else", () => {
    const taken = files.flatMap((path) =>
      lines(path).flatMap((line) => /from "(?:\.\.?\/)+(games(?:\/[^"]*)?)"/.exec(line)?.[1] ?? []),
    );
    expect([...new Set(taken)].sort()).toEqual(["games", "games/drawing"]);
  });
});

describe("the table for any game", () => {
  it("names no game either", () => {
    const plain = Object.keys(texts).filter((path) => path.startsWith("games/plain/"));
    const found = plain.flatMap((path) => lines(path).flatMap((line) => [...line.matchAll(NAMED)].map((match) => `${path}: ${match[0]}`)));
    expect(plain.length).toBeGreaterThan(4);
    expect(found).toEqual([]);
  });
});
