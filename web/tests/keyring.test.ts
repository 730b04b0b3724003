import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addKeys, keysOf, myTables, putAway } from "../src/lib/keyring";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
});
afterEach(() => vi.unstubAllGlobals());

describe("a table that is put away", () => {
  it("keeps the secrets of its seats, and can be brought back", () => {
    addKeys("T1", { host: "h", tokens: ["secret"] });
    putAway("T1", true);
    expect(keysOf("T1")).toMatchObject({ host: "h", tokens: ["secret"], away: true });
    putAway("T1", false);
    expect(myTables()).toMatchObject([{ table: "T1", tokens: ["secret"], away: false }]);
  });

  it("comes back when its link is opened again", () => {
    addKeys("T1", { tokens: ["secret"] });
    putAway("T1", true);
    addKeys("T1", { tokens: ["secret"] });
    expect(keysOf("T1").away).toBe(false);
  });
});
