import { describe, expect, it } from "vitest";
import { Camera, CLOSEST } from "../src/lib/camera.svelte";
import { FRAME, riverArms, ribbon, tilePlace, worldFor } from "../src/games/ankh/board/land";
import { Hexes, key, point } from "../src/lib/hex";
import type { BoardInfo } from "../src/games/ankh/view";

/** Four columns of four cells; a lake at D1. */
const letters = ["A", "B", "C", "D"];
const cells = letters.flatMap((letter, column) =>
  [1, 2, 3, 4].map((row) => ({
    name: `${letter}${row}`,
    column,
    y: 2 * row + (column % 2),
    terrain: letter === "D" && row === 1 ? ("water" as const) : ("desert" as const),
  })),
);
const edges = cells.flatMap((a) =>
  cells
    .filter((b) => {
      const [across, down] = [b.column - a.column, b.y - a.y];
      return (across === 0 && down === 2) || (across === 1 && Math.abs(down) === 1);
    })
    .map((b) => `${a.name}-${b.name}`),
);
const board: BoardInfo = { cells, edges, river: [], top: 31, red_until: 20 };
const hexes = new Hexes(board);

describe("the world", () => {
  it("widens to the window, within bounds", () => {
    const shape = (aspect: number): number => {
      const world = worldFor(aspect);
      return (world.width + 2 * FRAME) / (world.height + 2 * FRAME);
    };
    expect(shape(1.2)).toBeCloseTo(1.2, 6);
    expect(shape(0.8)).toBeCloseTo(0.8, 6);
    expect(shape(3)).toBeLessThan(1.5);
    expect(shape(0.2)).toBeGreaterThan(0.7);
    expect(worldFor(NaN)).toEqual(worldFor(924 / 937));
  });
});

describe("the river", () => {
  it("is one arm per end, meeting where three edges meet", () => {
    // three edges that share one corner
    const shared = hexes.edges.get("B2-C2")!.ends.find((corner) =>
      hexes.edges.get("B2-C3")!.ends.some((other) => key(other) === key(corner)),
    )!;
    const arms = riverArms(hexes, ["B2-C2", "B2-C3", "C2-C3"]);
    expect(arms).toHaveLength(3);
    for (const arm of arms) {
      const last = arm.points[arm.points.length - 1]!;
      expect(Math.hypot(last.x - point(shared).x, last.y - point(shared).y)).toBeLessThan(1e-6);
    }
  });

  it("is a single arm when it only passes through, and is not drawn twice", () => {
    expect(riverArms(hexes, ["B2-C2", "B2-C3", "B2-B3"])).toHaveLength(1);
  });

  it("is as wide as asked, everywhere", () => {
    const outline = ribbon([{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 20, y: 0 }], (share) => 4 + 4 * share);
    expect(outline.map((p) => Math.abs(p.y))).toEqual([2, 3, 4, 4, 3, 2]);
  });
});

describe("an order tile", () => {
  const all = cells.filter((cell) => cell.terrain !== "water").map((cell) => cell.name);
  const around = (p: { x: number; y: number }): string[] =>
    [...hexes.cells.values()].filter((cell) => Math.hypot(cell.at.x - p.x, cell.at.y - p.y) < 51).map((cell) => cell.name);

  it("lies where three cells of its region meet", () => {
    const met = around(tilePlace(hexes, all, new Set(), new Set()));
    expect(met).toHaveLength(3);
    expect(all).toEqual(expect.arrayContaining(met));
  });

  it("keeps away from monuments and camels", () => {
    const first = around(tilePlace(hexes, all, new Set(), new Set()));
    expect(around(tilePlace(hexes, all, new Set(), new Set(first)))).not.toEqual(first);
    const camel = edges.find((edge) => edge.split("-").every((name) => first.includes(name)))!;
    expect(around(tilePlace(hexes, all, new Set([camel]), new Set()))).not.toEqual(first);
  });

  it("lies on a cell of a region that is only a line", () => {
    const place = tilePlace(hexes, ["A1", "A2", "A3"], new Set(), new Set(["A2"]));
    expect(["A1", "A3"].some((name) => hexes.cells.get(name)!.at.y === place.y)).toBe(true);
  });
});

describe("the camera", () => {
  const camera = (): Camera => {
    const made = new Camera();
    made.fit({ width: 400, height: 300 }, 1);
    return made;
  };

  it("shows the whole sheet in the middle at first", () => {
    const { sheet, x, y, zoom } = camera();
    expect([sheet.width, sheet.height, x, y, zoom]).toEqual([300, 300, 50, 0, 1]);
  });

  it("keeps the point under the hand where it is", () => {
    const eye = camera();
    const before = { x: (200 - eye.x) / eye.zoom, y: (150 - eye.y) / eye.zoom };
    eye.zoomTo(3, 200, 150);
    expect((200 - eye.x) / eye.zoom).toBeCloseTo(before.x, 6);
    expect((150 - eye.y) / eye.zoom).toBeCloseTo(before.y, 6);
  });

  it("neither goes too close nor too far, nor off the sheet", () => {
    const eye = camera();
    eye.zoomTo(100);
    expect(eye.zoom).toBe(CLOSEST);
    eye.shift(9999, 9999);
    expect([eye.x, eye.y]).toEqual([0, 0]);
    eye.shift(-99999, -99999);
    expect([eye.x, eye.y]).toEqual([400 - 300 * CLOSEST, 300 - 300 * CLOSEST]);
    eye.zoomTo(0.1);
    expect([eye.zoom, eye.x, eye.y]).toEqual([1, 50, 0]);
  });

  it("brings a place into view", () => {
    const eye = camera();
    eye.zoomTo(4);
    eye.show(0.98, 0.5);
    const at = eye.x + 0.98 * 300 * 4;
    expect(at).toBeGreaterThan(0);
    expect(at).toBeLessThan(400);
  });
});
