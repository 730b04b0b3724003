import { describe, expect, it } from "vitest";
import { withChanges, type Changes } from "../src/lib/changes";
import record from "./view-changes.json";

describe("what has changed of a view", () => {
  const cases: [unknown, unknown, unknown][] = [
    [{ a: 1, b: 2 }, { b: [3] }, { a: 1, b: 3 }],
    [{ a: 1, b: 2 }, { b: null }, { a: 1 }],
    [{ a: 1 }, { a: [null], b: [{ c: [] }] }, { a: null, b: { c: [] } }],
    [[1, 2, 3, 4], { "2": [5] }, [1, 2, 5, 4]],
    [[1, 2, 3, 4], { "2": null, "3": null }, [1, 2]],
    [[1, 2, 3], { "3": [4], "4": [5] }, [1, 2, 3, 4, 5]],
    [[{ a: 1, b: 1 }], { "0": { b: [2] } }, [{ a: 1, b: 2 }]],
    [{ a: [1] }, { a: [{}] }, { a: {} }],
    [{ a: 1 }, [[1]], [1]],
    [{ a: 1 }, {}, { a: 1 }],
  ];
  it.each(cases)("%j with %j is %j", (old, changes, expected) => {
    const before = structuredClone(old);
    expect(withChanges(old, changes as Changes)).toEqual(expected);
    expect(old).toEqual(before);
  });

  // Recorded by python -m tests.server.record_view_changes; as text, so that the order of members counts.
  it.each(Object.entries(record))("makes every view of a match of %s", (_, { first, changes, last }) => {
    let view: unknown = first;
    for (const change of changes) view = withChanges(view, change as unknown as Changes);
    expect(changes.length).toBeGreaterThan(30);
    expect(JSON.stringify(view)).toBe(JSON.stringify(last));
  });

  it("shares what has not changed", () => {
    const old = { board: { cells: [1, 2] }, players: [{ gold: 1 }, { gold: 2 }] };
    const fresh = withChanges(old, { players: { "1": { gold: [3] } } });
    expect(fresh.board).toBe(old.board);
    expect(fresh.players[0]).toBe(old.players[0]);
    expect(fresh.players[1]).toEqual({ gold: 3 });
  });
});
