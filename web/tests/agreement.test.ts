import { describe, expect, it } from "vitest";
import type { Line } from "../src/lib/protocol";
import { openRequest } from "../src/table/agreement";

const line = (number: number, word: "asked" | "agreed" | "refused", seat: number, version = 5): Line =>
  ({ number, seat: null, name: "", text: "", at: 0, undo: { word, seat, version } });

describe("undo by agreement", () => {
  it("is open at the version at which it was asked for, until somebody refuses", () => {
    const lines = [line(0, "asked", 0, 3), line(1, "asked", 1), line(2, "agreed", 0)];
    expect(openRequest(lines, 5)).toEqual({ seat: 1, agreed: [0] });
    expect(openRequest(lines, 6)).toBeNull();
    expect(openRequest([...lines, line(3, "refused", 2)], 5)).toBeNull();
    expect(openRequest([], 5)).toBeNull();
  });
});
