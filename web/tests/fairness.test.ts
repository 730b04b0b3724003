import { describe, expect, it } from "vitest";
import { commitmentOf, isKept, oddities } from "../src/lib/fairness";
import type { Origin } from "../src/lib/protocol";

const origin = (more: Partial<Origin>): Origin => ({
  seed: "drawn", commitment: null, proof: null, opened: false, special: [], disclosed: false, ...more,
});

describe("fair play", () => {
  it("does the same sum as the server", async () => {
    // python: fairness.commitment(42, bytes(16))
    expect(await commitmentOf("42", "0".repeat(32))).toBe("af479ced89c3786e9e6a6e76d6d9e305e8313f472991f69a5d1c50dfb243f3f0");
  });

  it("tells a kept promise from a broken one, and waits for the end", async () => {
    const commitment = await commitmentOf("7", "ab");
    expect(await isKept(origin({ commitment, proof: { seed: "7", salt: "ab" } }))).toBe("kept");
    expect(await isKept(origin({ commitment, proof: { seed: "8", salt: "ab" } }))).toBe("broken");
    expect(await isKept(origin({ commitment }))).toBe("later");
    expect(await isKept(origin({ seed: "chosen" }))).toBe("unknown");
  });

  it("names what is not as usual", () => {
    expect(oddities(origin({}))).toEqual([]);
    const all = oddities(origin({ seed: "chosen", opened: true, special: ["content"], disclosed: true }));
    expect(all.map((one) => one.key)).toEqual(["fair.chosen", "fair.opened", "fair.content", "fair.disclosed"]);
  });
});
