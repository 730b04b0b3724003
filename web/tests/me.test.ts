import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { badgedTitle } from "../src/lib/badge";
import { addKeys, addSeated, keysOf } from "../src/lib/keyring";
import { inOrder, isMineToken, mineToken, self, waitsFor } from "../src/lib/me.svelte";
import { passkeysPossible, toBytes, toText } from "../src/lib/passkeys";
import type { Known, Mine, TableInfo } from "../src/lib/protocol";
import { waited } from "../src/lobby/ago";

const mine = (table: string, more: Partial<TableInfo> = {}, seats = [0]): Mine => ({
  info: { table, game: "g", title: "", setup: {}, seats: [], phase: "playing", version: 1, listed: false, created: 0, moved: 0, deciding: [], ...more },
  seats, host: false, away: false,
});

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
});
afterEach(() => vi.unstubAllGlobals());

describe("whose turn it is", () => {
  it("is mine where one of my seats must decide, and the match goes on", () => {
    expect(waitsFor(mine("T", { deciding: [0, 2] }))).toBe(true);
    expect(waitsFor(mine("T", { deciding: [1] }))).toBe(false);
    expect(waitsFor(mine("T", { deciding: [1] }, [1, 2]))).toBe(true);
    expect(waitsFor(mine("T", { deciding: [0], phase: "over" }))).toBe(false);
    expect(waitsFor(mine("T", { deciding: [0], closed: true }))).toBe(false);
    expect(waitsFor(mine("T", { deciding: [0], lesson: "turn" }))).toBe(false);
    expect(waitsFor(mine("T", { deciding: [0], analysis: true }))).toBe(false);
  });

  it("puts the longest wait first, then what moved last", () => {
    const tables = [
      mine("old", { moved: 10 }), mine("new", { moved: 90 }),
      mine("short", { moved: 80, deciding: [0] }), mine("long", { moved: 20, deciding: [0] }),
    ];
    expect(inOrder(tables).map((one) => one.info.table)).toEqual(["long", "short", "new", "old"]);
  });

  it("is not at a lesson, nor at a table that was put away: neither is the next one that waits for me", () => {
    const [lesson, away] = [mine("lesson", { moved: 1, deciding: [0], lesson: "turn" }), { ...mine("away", { moved: 2, deciding: [0] }), away: true }];
    self.tables = [lesson, away, mine("other", { deciding: [1] })];
    expect(self.waiting).toEqual([]);
    expect(self.nextAfter(null)).toBeNull();
    self.tables = [lesson, away, mine("late", { moved: 9, deciding: [0] }), mine("long", { moved: 5, deciding: [0] })];
    expect(self.waiting.map((one) => one.info.table)).toEqual(["long", "late"]);
    expect(self.nextAfter("long")?.info.table).toBe("late");
    expect(self.nextAfter("lesson")?.info.table).toBe("long");
    self.tables = null;
  });

  it("is told with the time waited, and on the tab", () => {
    expect(waited(0, 30)).toBeNull();
    expect(waited(0, 7 * 60)).toBe("7 minutes");
    expect(waited(0, 2 * 86_400)).toBe("2 days");
    expect(badgedTitle("X", 0)).toBe("X");
    expect(badgedTitle("X", 3)).toBe("(3) X");
  });
});

describe("my seats", () => {
  const answers = (tables: Mine[]): void => {
    vi.stubGlobal("fetch", (path: string) => {
      expect(path).toBe("/api/me/tables");
      return Promise.resolve(new Response(JSON.stringify({ tables })));
    });
  };
  const known = { me: { player: "p", name: "", public: false, created: 0, device: "", devices: [], passkeys: [], recovery: null }, ratings: true } as Known;

  it("are known to a browser that has no link of them", async () => {
    answers([{ ...mine("T1"), seats: [0, 2], host: true }]);
    await self.take(known);
    expect(keysOf("T1")).toMatchObject({ tokens: ["me:0", "me:2"], seats: { "me:0": 0, "me:2": 2 }, host: "me" });
    expect(isMineToken(mineToken(2)) && !isMineToken("abc")).toBe(true);
  });

  it("are asked for as a whole only when one of them has ended", async () => {
    const asked: string[] = [];
    const going = mine("G"), over = mine("O", { phase: "over" });
    let running = [going];
    vi.stubGlobal("fetch", (path: string) => {
      asked.push(path);
      return Promise.resolve(new Response(JSON.stringify({ tables: path.includes("running") ? running : [going, over] })));
    });
    await self.take(known);
    await self.look();
    expect(self.tables?.map((one) => one.info.table)).toEqual(["G", "O"]);
    expect(asked).toEqual(["/api/me/tables", "/api/me/tables?running=true"]);
    running = [];
    await self.look();
    expect(asked.at(-1)).toBe("/api/me/tables");
  });

  it("are not opened twice where the link is here", async () => {
    addSeated({ table: "T2", host: "h", seats: [{ seat: 0, token: "secret" }] });
    addKeys("T3", { tokens: ["whose seat is not told yet"] });
    answers([mine("T2"), mine("T3")]);
    await self.take(known);
    expect(keysOf("T2").tokens).toEqual(["secret"]);
    expect(keysOf("T2").host).toBe("h");
    expect(keysOf("T3").tokens).toEqual(["whose seat is not told yet"]);
  });
});

describe("passkeys", () => {
  it("speak the server's text", () => {
    const bytes = Uint8Array.from([0, 250, 255, 62, 63, 1]).buffer;
    expect(toText(bytes)).toBe("APr_Pj8B");
    expect(toBytes(toText(bytes))).toEqual(bytes);
  });

  it("need a host with a name", () => {
    vi.stubGlobal("isSecureContext", true);
    vi.stubGlobal("PublicKeyCredential", {});
    vi.stubGlobal("navigator", { credentials: {} });
    expect(passkeysPossible("localhost")).toBe(true);
    expect(passkeysPossible("127.0.0.1")).toBe(false);
    expect(passkeysPossible("::1")).toBe(false);
    vi.stubGlobal("isSecureContext", false);
    expect(passkeysPossible("localhost")).toBe(false);
  });
});
