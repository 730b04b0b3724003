import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BotInfo, Place, TableInfo } from "../src/lib/protocol";

const BOTS: BotInfo[] = ["novice", "apprentice", "adept", "oracle"].map((bot) => ({
  bot, name: bot, text: "", ...(bot === "apprentice" ? { role: "newcomers" as const } : bot === "adept" ? { role: "stand-in" as const } : {}),
}));
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

/** As a page loads it: with what the browser has kept. */
const load = () => import("../src/lobby/levels.svelte");

function table(id: string, bots: string[], changes: Partial<TableInfo> = {}): TableInfo {
  const seats: Place[] = [null, ...bots].map((bot, seat) => ({ seat, side: null, who: bot === null ? "person" : "bot", name: "", bot, online: true }));
  return { table: id, game: "g", title: "", setup: {}, seats, phase: "over", version: 9, listed: false, created: 0, moved: 0, ...changes };
}

describe("the level of one's opponents", () => {
  it("is that for newcomers at first, and what was chosen then, game by game", async () => {
    const { opponents, standIn } = await load();
    expect(opponents.level("g", BOTS)).toBe("apprentice");
    expect(standIn(BOTS)).toBe("adept");
    opponents.choose("g", "oracle");
    expect(opponents.level("g", BOTS)).toBe("oracle");
    expect(opponents.level("h", BOTS)).toBe("apprentice");
    vi.resetModules();
    expect((await load()).opponents.level("g", BOTS)).toBe("oracle");
  });

  it("offers an easier one after a loss, and changes nothing by itself", async () => {
    const { offered, opponents } = await load();
    opponents.note(table("t1", ["apprentice", "apprentice"]), [0], [2], BOTS);
    expect(offered(opponents.of("g"), BOTS)?.bot).toBe("novice");
    expect(opponents.level("g", BOTS)).toBe("apprentice");
    opponents.choose("g", "apprentice");
    expect(offered(opponents.of("g"), BOTS)).toBeNull();
    opponents.note(table("t1", ["apprentice", "apprentice"]), [0], [2], BOTS);
    expect(offered(opponents.of("g"), BOTS), "a match counts once").toBeNull();
  });

  it("offers a harder one after two wins in a row", async () => {
    const { offered, opponents } = await load();
    opponents.note(table("t1", ["apprentice"]), [0], [0], BOTS);
    expect(offered(opponents.of("g"), BOTS)).toBeNull();
    opponents.note(table("t2", ["apprentice"]), [0], [1], BOTS);
    opponents.note(table("t3", ["apprentice"]), [0], [0], BOTS);
    expect(offered(opponents.of("g"), BOTS), "one loss between").toBeNull();
    opponents.note(table("t4", ["apprentice"]), [0], [0], BOTS);
    expect(offered(opponents.of("g"), BOTS)?.bot).toBe("adept");
    opponents.choose("g", "oracle");
    opponents.note(table("t5", ["oracle"]), [0], [0], BOTS);
    opponents.note(table("t6", ["oracle"]), [0], [0], BOTS);
    expect(offered(opponents.of("g"), BOTS), "there is none beyond the strongest").toBeNull();
  });

  it("learns nothing from lessons, other levels, old bots, friends, and matches of others", async () => {
    const { opponents } = await load();
    const lost: [TableInfo, number[]][] = [
      [table("t1", ["apprentice"], { lesson: "first" }), [0]],
      [table("t2", ["apprentice"], { analysis: true }), [0]],
      [table("t3", ["oracle"]), [0]],
      [table("t4", ["greedy"]), [0]],
      [table("t5", ["apprentice", "novice"]), [0]],
      [table("t6", ["apprentice"]), []],
      [table("t7", ["apprentice"]), [0, 1]],
    ];
    for (const [info, mine] of lost) opponents.note(info, mine, [1], BOTS);
    expect(opponents.of("g")).toBeNull();
  });

  it("bears whatever a browser has kept", async () => {
    kept.set("theomachy.opponents", JSON.stringify({ g: { level: 3 }, h: null, i: { level: "gone", won: 1, offer: "harder", counted: [] } }));
    const { offered, opponents } = await load();
    for (const game of ["g", "h", "i"]) expect(opponents.level(game, BOTS)).toBe("apprentice");
    expect(offered(opponents.of("i"), BOTS)).toBeNull();
  });
});
