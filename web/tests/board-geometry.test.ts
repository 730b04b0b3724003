import { describe, expect, it } from "vitest";
import { AROUND, centre, corners, distance, HALF, Hexes, inset, key, outlines, point, RADIUS, rounded, spotsAround, straight } from "../src/lib/hex";
import type { BoardInfo } from "../src/games/ankh/view";

/** Seven cells: one and its six neighbours, and a lone eighth, water, to the east. */
const flower: BoardInfo = {
  cells: [
    { name: "B2", column: 1, y: 3, terrain: "desert" },
    { name: "B1", column: 1, y: 1, terrain: "desert" },
    { name: "C2", column: 2, y: 2, terrain: "fertile" },
    { name: "C3", column: 2, y: 4, terrain: "fertile" },
    { name: "B3", column: 1, y: 5, terrain: "desert" },
    { name: "A3", column: 0, y: 4, terrain: "desert" },
    { name: "A2", column: 0, y: 2, terrain: "desert" },
    { name: "D2", column: 3, y: 3, terrain: "water" },
  ],
  river: [],
  edges: ["A2-A3", "A2-B1", "A2-B2", "A3-B2", "A3-B3", "B1-B2", "B1-C2", "B2-B3", "B2-C2", "B2-C3", "B3-C3", "C2-C3", "C2-D2", "C3-D2"],
  top: 31,
  red_until: 20,
};
const hexes = new Hexes(flower);
const cell = (name: string) => hexes.cells.get(name)!;
const near = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);

describe("cells", () => {
  it("has six corners, all one radius away from the centre, and clockwise", () => {
    for (const spot of flower.cells) {
      const ring = corners(spot).map(point);
      expect(new Set(corners(spot).map(key)).size).toBe(6);
      for (const p of ring) expect(near(p, centre(spot))).toBeCloseTo(RADIUS, 6);
      const area = ring.reduce((sum, p, i) => sum + p.x * ring[(i + 1) % 6]!.y - p.y * ring[(i + 1) % 6]!.x, 0) / 2;
      expect(area).toBeCloseTo(3 * RADIUS * HALF, 4);
    }
  });

  it("has its neighbours two half heights away", () => {
    expect(hexes.neighbours(cell("B2")).map((other) => other.name)).toEqual(["B1", "C2", "C3", "B3", "A3", "A2"]);
    expect(hexes.neighbours(cell("D2")).map((other) => other.name)).toEqual(["C3", "C2"]);
    for (const step of AROUND) expect(near(centre(step), { x: 0, y: 0 })).toBeCloseTo(2 * HALF, 6);
  });

  it("counts steps", () => {
    expect(distance(cell("A2"), cell("A2"))).toBe(0);
    expect(distance(cell("A2"), cell("A3"))).toBe(1);
    expect(distance(cell("A2"), cell("C3"))).toBe(2);
    expect(distance(cell("A3"), cell("D2"))).toBe(3);
    expect(distance(cell("B1"), cell("B3"))).toBe(2);
    expect(hexes.distance("A2", "Z9")).toBe(Infinity);
  });
});

describe("edges", () => {
  it("lies half way between its two cells", () => {
    for (const edge of hexes.edges.values()) {
      const [a, b] = edge.cells.map((name) => cell(name).at);
      expect(near(edge.middle, { x: (a!.x + b!.x) / 2, y: (a!.y + b!.y) / 2 })).toBeLessThan(1e-6);
      expect(near(point(edge.ends[0]), point(edge.ends[1]))).toBeCloseTo(RADIUS, 6);
    }
    expect(hexes.edges.size).toBe(flower.edges.length);
  });

  it("is turned along itself", () => {
    expect(hexes.edges.get("B1-B2")!.angle).toBeCloseTo(0, 6);
    expect(hexes.edges.get("B2-C2")!.angle).toBeCloseTo(60, 6);
    expect(hexes.edges.get("B2-C3")!.angle).toBeCloseTo(-60, 6);
  });

  it("is found from a point near it", () => {
    const middle = hexes.edges.get("B2-C3")!.middle;
    expect(hexes.nearestEdge({ x: middle.x + 5, y: middle.y - 6 })?.name).toBe("B2-C3");
    expect(hexes.edgeBetween("C3", "B2")).toBe("B2-C3");
  });

  it("shares each corner with the three places around it", () => {
    for (const corner of corners(cell("B2"))) {
      const around = spotsAround(corner);
      expect(around).toHaveLength(3);
      for (const spot of around) expect(near(centre(spot), point(corner))).toBeCloseTo(RADIUS, 6);
    }
  });
});

describe("outlines", () => {
  it("goes round one cell in six lines", () => {
    expect(outlines([{ column: 0, y: 0 }])).toHaveLength(1);
    expect(outlines([{ column: 0, y: 0 }])[0]).toHaveLength(6);
  });

  it("leaves out the lines between cells of a region", () => {
    expect(hexes.around(["B2", "C2"])).toHaveLength(1);
    expect(hexes.around(["B2", "C2"])[0]).toHaveLength(10);
    expect(hexes.around(["B2", "B1", "C2", "C3", "B3", "A3", "A2"])[0]).toHaveLength(18);
  });

  it("has a loop for a hole, running the other way", () => {
    const loops = hexes.around(["B1", "C2", "C3", "B3", "A3", "A2"]);
    expect(loops.map((loop) => loop.length).sort((a, b) => a - b)).toEqual([6, 18]);
    const turn = (loop: { x: number; y: number }[]) =>
      Math.sign(loop.reduce((sum, p, i) => sum + p.x * loop[(i + 1) % loop.length]!.y - p.y * loop[(i + 1) % loop.length]!.x, 0));
    expect(turn(loops[0]!)).toBe(-turn(loops[1]!));
  });

  it("has two loops for cells apart", () => {
    expect(hexes.around(["A2", "D2"])).toHaveLength(2);
  });

  it("can be drawn further inside", () => {
    const [inner] = inset(hexes.around(["B2"]), 10);
    for (const p of inner!) expect(near(p, cell("B2").at)).toBeCloseTo(RADIUS - 10 / Math.sin(Math.PI / 3), 6);
    const hole = inset(hexes.around(["B1", "C2", "C3", "B3", "A3", "A2"]), 10).find((loop) => loop.length === 6);
    for (const p of hole!) expect(near(p, cell("B2").at)).toBeCloseTo(RADIUS + 10 / Math.sin(Math.PI / 3), 6);
  });

  it("is written as closed paths", () => {
    const loops = hexes.around(["A2", "D2"]);
    expect(straight(loops).match(/M/g)).toHaveLength(2);
    expect(rounded(loops).match(/Q/g)).toHaveLength(12);
    expect(rounded(loops).match(/Z/g)).toHaveLength(2);
  });
});

describe("ways", () => {
  it("follows arrow keys to all six neighbours", () => {
    const go = (arrow: "up" | "down" | "left" | "right", other = false) => hexes.towards(cell("B2"), arrow, other)?.name;
    expect([go("up"), go("down"), go("left"), go("right"), go("left", true), go("right", true)]).toEqual([
      "B1", "B3", "A2", "C2", "A3", "C3",
    ]);
    expect(hexes.towards(cell("C2"), "left")?.name).toBe("B2");
    expect(hexes.towards(cell("C2"), "right", true)).toBeUndefined();
    expect(hexes.towards(cell("D2"), "right")).toBeUndefined();
  });

  it("finds the land that hangs together", () => {
    expect(hexes.realm("A2", new Set()).sort()).toEqual(["A2", "A3", "B1", "B2", "B3", "C2", "C3"]);
    expect(hexes.realm("C2", new Set(["B1-C2", "B2-C2", "B2-C3", "B3-C3"])).sort()).toEqual(["C2", "C3"]);
  });
});
