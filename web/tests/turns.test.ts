import { describe, expect, it } from "vitest";
import { changeOf, reckon } from "../src/games/ankh/end/reckoning";
import { log } from "../src/games/ankh/log";
import type { Entry } from "../src/lib/protocol";
import { turnRows } from "../src/lib/turns";

let number = 0;
const entry = (fact: string, god: string, amount = 0, rule = "r"): Entry =>
  ({ number: number++, version: number, fact: { fact, rule, god, amount }, words: fact, rule, places: [] });
const MATCH = [
  entry("action", "ra"), entry("devotion-gained", "ra", 3, "a"), entry("devotion-gained", "isis", 1, "a"), entry("turn", "isis"),
  entry("action", "isis"), entry("turn", "ra"), entry("devotion-gained", "isis", 40, "b"), entry("devotion-shared", "ra", 1, "m"),
];

describe("where devotion came from", () => {
  it("adds up by rule, never above the top, and down where gods merge", () => {
    const { sources, totals } = reckon(MATCH, 31);
    expect(totals).toEqual({ ra: 1, isis: 31 });
    expect(sources.map((one) => [one.rule, one.byGod])).toEqual([["b", { isis: 30 }], ["a", { ra: 3, isis: 1 }], ["m", { ra: -2 }]]);
  });
  it("is told turn by turn, those without a change left out", () => {
    const rows = turnRows(MATCH, log, {}, (one, totals) => changeOf(one, totals, 31));
    expect(rows.map((row) => [row.number, row.side, row.changes, row.totals])).toEqual([
      [1, "ra", { ra: 3, isis: 1 }, { ra: 3, isis: 1 }],
      [3, "ra", { isis: 30, ra: -2 }, { ra: 1, isis: 31 }],
    ]);
  });
  it("tells the final scoring apart from the last turn", () => {
    const rows = turnRows(MATCH, log, {}, (one, totals) => changeOf(one, totals, 31), (one) => one.fact.amount === 40);
    expect(rows.map((row) => [row.final, row.changes, row.totals])).toEqual([
      [false, { ra: 3, isis: 1 }, { ra: 3, isis: 1 }],
      [false, { ra: -2 }, { ra: 1, isis: 31 }],
      [true, { isis: 30 }, { ra: 1, isis: 31 }],
    ]);
  });
});
