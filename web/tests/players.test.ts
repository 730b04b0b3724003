import { afterEach, describe, expect, it } from "vitest";
import { games } from "../src/lib/games.svelte";
import { playerWords, sideWords } from "../src/lib/players";
import type { Place } from "../src/lib/protocol";

const place = (more: Partial<Place>): Place => ({ seat: 0, side: null, who: "bot", name: "", bot: null, online: true, ...more });

afterEach(() => (games.levels = []));

describe("a bot", () => {
  it("is called by its level, in the words of the server", () => {
    games.levels = [{ bot: "novice", name: "Neuling", text: "" }, { bot: "oracle", name: "Orakel", text: "" }];
    expect(playerWords(place({ bot: "oracle" }))).toBe("Bot · Orakel");
    expect(playerWords(place({ bot: "novice", name: "Ibis" }))).toBe("Ibis · Neuling");
    expect(sideWords([place({ bot: "novice", side: "seat0" })], "seat0")).toBe("Seat 1 (Bot · Neuling)");
  });

  it("has none where it plays at none, before the levels are known, or in a lesson", () => {
    expect(playerWords(place({ bot: "oracle" }))).toBe("Bot");
    games.levels = [{ bot: "oracle", name: "Orakel", text: "" }];
    expect(playerWords(place({ bot: "search:2s" }))).toBe("Bot");
    expect(playerWords(place({ bot: "lesson" }))).toBe("Lesson");
    expect(playerWords(place({ who: "person", name: "Mia" }))).toBe("Mia");
  });
});
