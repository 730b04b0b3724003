import { describe, expect, it } from "vitest";
import { markdown } from "../src/frame/markdown";
import { parseRoute, tokenBehind } from "../src/lib/route.svelte";
import { preferredLang } from "../src/lib/settings.svelte";
import { readSave } from "../src/lobby/save";
import { playerRange, rowsFor, sitters } from "../src/lobby/seating";
import type { Scene } from "../src/lib/eyes.svelte";
import type { AnkhView } from "../src/games/ankh/view";
import type { GameInfo, View } from "../src/lib/protocol";
import { buttonsOf, sidesOf } from "../src/table/asking";
import { me } from "../src/words/me";
import { people } from "../src/words/people";
import { shell } from "../src/words/shell";
import { info, offer, seatSide, view } from "./fake-socket";

describe("addresses", () => {
  it("are those of the protocol", () => {
    expect(parseRoute("/")).toEqual({ page: "lobby" });
    expect(parseRoute("/t/aB-9_x")).toEqual({ page: "table", table: "aB-9_x" });
    expect(parseRoute("/t/x/replay/12")).toEqual({ page: "replay", table: "x", step: 12 });
    expect(parseRoute("/t/x/replay")).toEqual({ page: "replay", table: "x", step: 0 });
    expect(parseRoute("/me")).toEqual({ page: "me" });
    expect(parseRoute("/record")).toEqual({ page: "record" });
    expect(parseRoute("/p/aB-9_x")).toEqual({ page: "player", player: "aB-9_x" });
    expect(parseRoute("/p/")).toEqual({ page: "lost" });
    expect(parseRoute("/elsewhere")).toEqual({ page: "lost" });
    expect(parseRoute("/t/x/replay/twelve")).toEqual({ page: "lost" });
  });

  it("carry a token behind #", () => {
    expect(tokenBehind("#seat=abc")).toBe("abc");
    expect(tokenBehind("#elsewhere")).toBeNull();
    expect(tokenBehind("#recover=abc", "recover")).toBe("abc");
    expect(tokenBehind("#recover=abc")).toBeNull();
    expect(tokenBehind("")).toBeNull();
  });
});

describe("the forms", () => {
  const bots = [{ bot: "novice", name: "", text: "" }, { bot: "apprentice", name: "", text: "", role: "newcomers" as const }];

  it("begin with me against bots, and keep what was filled in", () => {
    const rows = rowsFor("g", 2, bots, []);
    expect(rows.map((row) => row.who)).toEqual(["me", "bot:apprentice"]);
    rows[1]!.who = "open";
    expect(rowsFor("g", 3, bots, rows).map((row) => row.who)).toEqual(["me", "open", "bot:apprentice"]);
    expect(rowsFor("g", 1, bots, rows)).toHaveLength(1);
    // Another game may have no such level.
    rows[1]!.who = "bot:prophet";
    expect(rowsFor("g", 2, bots, rows).map((row) => row.who)).toEqual(["me", "bot:apprentice"]);
  });

  it("say to the server who sits where", () => {
    const rows = [
      { who: "me", name: "", side: null }, { who: "here", name: " Noa ", side: "ra" },
      { who: "open", name: "", side: null }, { who: "bot:search:2s", name: "", side: null },
    ];
    expect(sitters(rows, "Mia")).toEqual([
      { who: "person", name: "Mia" }, { who: "person", name: "Noa" }, { who: "open" }, { who: "bot", bot: "search:2s" },
    ]);
  });

  it("know a save from other files", () => {
    const side = (name: string) => ({ side: name, name, text: "" });
    const known: GameInfo[] = [
      { game: "ankh", name: "Ankh", players: [2, 3], sides: [side("ra"), side("isis")], scenarios: [], settings: [], levels: [], seats_setting: "gods" },
      { game: "tribute", name: "Tribute", players: [3], sides: [], scenarios: [], settings: [], levels: [], seats_setting: null },
    ];
    const save = { game: "ankh", setup: { gods: ["ra", "isis"] }, history: [[0, "done"]] };
    expect(readSave("evening.json", JSON.stringify(save), known)).toMatchObject({ title: "evening", game: "ankh", sides: ["ra", "isis"], steps: 1 });
    const drawn = { ...save, setup: { gods: ["random", "isis"] } };
    expect(readSave("x.json", JSON.stringify(drawn), known)?.sides).toEqual([null, "isis"]);
    const nameless = { game: "tribute", setup: { players: 3 }, history: [] };
    expect(readSave("x.json", JSON.stringify(nameless), known)?.sides).toEqual([null, null, null]);
    expect(readSave("x.json", "{}", known)).toBeNull();
    expect(readSave("x.json", "not json", known)).toBeNull();
    expect(readSave("x.json", JSON.stringify({ ...save, game: "chess" }), known)).toBeNull();
  });

  it("tell how many may play", () => {
    expect(playerRange([2, 3, 4, 5])).toBe("2–5");
    expect(playerRange([3])).toBe("3");
  });
});

describe("buttons of the prompt", () => {
  it("are what is no place, with refusing last", () => {
    const offers = [offer("done"), offer("piece warrior"), { ...offer("cell A1"), place: "A1" }, offer("piece satis")];
    expect(buttonsOf(offers).map((one) => one.choice)).toEqual(["piece warrior", "piece satis", "done"]);
  });
});

describe("words", () => {
  it("are complete, with the same fields in every language", () => {
    const fields = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [key, phrase] of [...Object.entries(shell), ...Object.entries(me), ...Object.entries(people)]) {
      for (const lang of ["en", "de", "ru"] as const) {
        expect(phrase[lang], `${key} ${lang}`).toBeTruthy();
        expect(fields(phrase[lang]), `${key} ${lang}`).toEqual(fields(phrase.en));
      }
    }
  });

  it("are those of the reader where we can", () => {
    expect(preferredLang(["fr", "de-AT", "en"])).toBe("de");
    expect(preferredLang(["ru-RU"])).toBe("ru");
    expect(preferredLang(["ja"])).toBe("en");
  });

  it("of a quick reference become HTML, and nothing else does", () => {
    const html = markdown("# Top\n\n## Part\n\nA **bold** <script>\n\n- one\n- two\n\n| A | B |\n| --- | --- |\n| 1 | 2 |");
    expect(html).toContain("<h3>Part</h3>");
    expect(html).toContain("<strong>bold</strong> &lt;script&gt;");
    expect(html).toContain("<ul><li>one</li><li>two</li></ul>");
    expect(html).toContain("<td>2</td>");
    expect(html).not.toContain("<script>");
  });
});

describe("sides", () => {
  const scene = { view: view(null) } as unknown as Scene;

  const table = { sideOf: (seen: View, seat: number | null) => seatSide(seen, seat) };

  it("are named with their people", () => {
    expect(sidesOf([1], scene, info, table)).toEqual(["isis (Noa)"]);
    expect(sidesOf([0, 1], scene, info, table)).toEqual(["ra (Mia)", "isis (Noa)"]);
  });

  it("are named once if two people lead one god", () => {
    const merged = { view: { ...scene.view, seats: (scene.view as AnkhView).seats.map((one) => ({ ...one, god: "ra" })) } } as unknown as Scene;
    expect(sidesOf([0, 1], merged, info, table)).toEqual(["ra (Mia, Noa)"]);
  });
});
