// The geometry of a board of flat-top hexes. Corners lie on a lattice of whole numbers (columns 3 apart, rows 2 apart,
// as in kernel/hexmap.py), so that they can be compared exactly; `point` turns them into drawing units.

/** The radius of a hex in drawing units, and half its height. */
export const RADIUS = 50;
export const HALF = (RADIUS * Math.sqrt(3)) / 2;

export interface Point { x: number; y: number }
/** A place of a cell: its column, and y in half hexes. */
export interface Spot { column: number; y: number }
/** A corner on the lattice. */
export interface Corner { x: number; y: number }
/** A board as the server tells it: places, and the edges between two of them, "A2-B1". */
export interface HexBoard { cells: (Spot & { name: string; terrain: string })[]; edges: string[] }

export interface Cell extends Spot { name: string; terrain: string; at: Point }
export interface Edge {
  name: string;
  cells: [string, string];
  ends: [Corner, Corner];
  middle: Point;
  /** degrees, of the line along the edge, between -90 and 90 */
  angle: number;
}

/** The six neighbours, going round from the north, and the corners; side i lies between corner i and i + 1. */
export const AROUND: readonly Spot[] = [
  { column: 0, y: -2 }, { column: 1, y: -1 }, { column: 1, y: 1 },
  { column: 0, y: 2 }, { column: -1, y: 1 }, { column: -1, y: -1 },
];
const CORNERS: readonly Corner[] = [
  { x: -1, y: -1 }, { x: 1, y: -1 }, { x: 2, y: 0 }, { x: 1, y: 1 }, { x: -1, y: 1 }, { x: -2, y: 0 },
];

export const centre = (spot: Spot): Point => ({ x: spot.column * 1.5 * RADIUS, y: spot.y * HALF });
export const point = (corner: Corner): Point => ({ x: (corner.x * RADIUS) / 2, y: corner.y * HALF });
export const key = (place: Corner): string => `${place.x},${place.y}`;
const spotKey = (spot: Spot): string => `${spot.column},${spot.y}`;

/** The six corners of a cell, clockwise from the north-west. */
export const corners = (spot: Spot): Corner[] => CORNERS.map((c) => ({ x: 3 * spot.column + c.x, y: spot.y + c.y }));

/** The three places around a corner, whether the board has cells there or not. */
export function spotsAround(corner: Corner): Spot[] {
  return CORNERS.map((c) => ({ column: (corner.x - c.x) / 3, y: corner.y - c.y })).filter(
    (spot) => Number.isInteger(spot.column) && (spot.column + spot.y) % 2 === 0,
  );
}

/** How many steps lie between two places. */
export function distance(a: Spot, b: Spot): number {
  const columns = Math.abs(a.column - b.column);
  const rows = Math.abs(a.y - b.y);
  return columns + Math.max(0, (rows - columns) / 2);
}

/** The outer lines of a set of cells, each a loop of corners; holes are loops, too, running the other way. */
export function outlines(spots: Iterable<Spot>): Corner[][] {
  const all = [...spots];
  const inside = new Set(all.map(spotKey));
  const next = new Map<string, { from: Corner; to: Corner }>();
  for (const spot of all) {
    const around = corners(spot);
    AROUND.forEach((step, side) => {
      if (inside.has(spotKey({ column: spot.column + step.column, y: spot.y + step.y }))) return;
      const from = around[side]!;
      next.set(key(from), { from, to: around[(side + 1) % 6]! });
    });
  }
  const loops: Corner[][] = [];
  while (next.size) {
    const loop: Corner[] = [];
    let at = next.keys().next().value;
    while (at !== undefined) {
      const line = next.get(at);
      if (!line) break;
      next.delete(at);
      loop.push(line.from);
      at = key(line.to);
    }
    loops.push(loop);
  }
  return loops;
}

const number = (value: number): string => String(Math.round(value * 100) / 100);
export const spell = (p: Point): string => `${number(p.x)} ${number(p.y)}`;

/** Straight lines through loops of points, as SVG path data. */
export const straight = (loops: Point[][]): string => loops.map((loop) => `M${loop.map(spell).join("L")}Z`).join("");

/** A soft line along loops of points: it touches each side in its middle and rounds each corner. */
export function rounded(loops: Point[][]): string {
  const half = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  return loops
    .map((loop) => {
      const start = half(loop[loop.length - 1]!, loop[0]!);
      const bends = loop.map((p, i) => `Q${spell(p)} ${spell(half(p, loop[(i + 1) % loop.length]!))}`);
      return `M${spell(start)}${bends.join("")}Z`;
    })
    .join("");
}

/** Loops as `outlines` gives them, drawn so many units further inside the area. */
export function inset(loops: Point[][], by: number): Point[][] {
  return loops.map((loop) =>
    loop.map((p, i) => {
      const before = unit(loop[(i + loop.length - 1) % loop.length]!, p);
      const after = unit(p, loop[(i + 1) % loop.length]!);
      // the inner side lies to the right of the way; corners turn by 60 degrees, so the two sides never point apart
      const both = { x: -before.y - after.y, y: before.x + after.x };
      const share = (2 * by) / (both.x * both.x + both.y * both.y);
      return { x: p.x + both.x * share, y: p.y + both.y * share };
    }),
  );
}

function unit(from: Point, to: Point): Point {
  const long = Math.hypot(to.x - from.x, to.y - from.y);
  return { x: (to.x - from.x) / long, y: (to.y - from.y) / long };
}

/** A hex around the origin, `inset` units smaller than a cell. */
export function hexPath(inset = 0): string {
  const scale = 1 - inset / HALF;
  return straight([CORNERS.map((c) => ({ x: point(c).x * scale, y: point(c).y * scale }))]);
}

/** A whole board: its cells and edges by name, and who is beside whom. */
export class Hexes {
  readonly cells = new Map<string, Cell>();
  readonly edges = new Map<string, Edge>();
  private readonly byPlace = new Map<string, Cell>();

  constructor(board: HexBoard) {
    for (const cell of board.cells) {
      const here: Cell = { ...cell, at: centre(cell) };
      this.cells.set(cell.name, here);
      this.byPlace.set(spotKey(cell), here);
    }
    for (const name of board.edges) {
      const [a = "", b = ""] = name.split("-");
      const one = this.cells.get(a);
      const two = this.cells.get(b);
      if (!one || !two) continue;
      const theirs = new Set(corners(two).map(key));
      const shared = corners(one).filter((corner) => theirs.has(key(corner)));
      if (shared.length !== 2) continue;
      const [from, to] = shared.map(point).sort((p, q) => p.x - q.x || p.y - q.y) as [Point, Point];
      this.edges.set(name, {
        name,
        cells: [a, b],
        ends: shared as [Corner, Corner],
        middle: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 },
        angle: (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI,
      });
    }
  }

  at(spot: Spot): Cell | undefined {
    return this.byPlace.get(spotKey(spot));
  }

  neighbours(cell: Cell): Cell[] {
    return AROUND.map((step) => this.at({ column: cell.column + step.column, y: cell.y + step.y })).filter(
      (other) => other !== undefined,
    );
  }

  /** The cell an arrow key leads to: up and down within the column; left and right along the row of the same number,
      or with `other` to the second neighbour on that side. */
  towards(cell: Cell, arrow: "up" | "down" | "left" | "right", other = false): Cell | undefined {
    if (arrow === "up" || arrow === "down") return this.at({ column: cell.column, y: cell.y + (arrow === "up" ? -2 : 2) });
    const column = cell.column + (arrow === "left" ? -1 : 1);
    const sameRow = cell.column % 2 === 0 ? 1 : -1;
    const first = this.at({ column, y: cell.y + (other ? -sameRow : sameRow) });
    return first ?? (other ? undefined : this.at({ column, y: cell.y - sameRow }));
  }

  /** The edge of the board nearest to a point. */
  nearestEdge(p: Point): Edge | undefined {
    let best: Edge | undefined;
    let least = Infinity;
    for (const edge of this.edges.values()) {
      const away = Math.hypot(edge.middle.x - p.x, edge.middle.y - p.y);
      if (away < least) [best, least] = [edge, away];
    }
    return best;
  }

  /** How many steps lie between two cells; infinitely many if one is not on the board. */
  distance(a: string, b: string): number {
    const [one, two] = [this.cells.get(a), this.cells.get(b)];
    return one && two ? distance(one, two) : Infinity;
  }

  /** The land that hangs together with a cell when nobody crosses water or one of the barred edges. */
  realm(start: string, barred: ReadonlySet<string>): string[] {
    const found = new Set([start]);
    for (const name of found) {
      const cell = this.cells.get(name);
      for (const other of cell ? this.neighbours(cell) : []) {
        if (other.terrain === "water" || barred.has(this.edgeBetween(name, other.name))) continue;
        found.add(other.name);
      }
    }
    return [...found];
  }

  /** The name of the edge between two neighbours. */
  edgeBetween(a: string, b: string): string {
    return this.edges.has(`${a}-${b}`) ? `${a}-${b}` : `${b}-${a}`;
  }

  /** The lines around these cells. */
  around(names: Iterable<string>): Point[][] {
    const spots = [...names].map((name) => this.cells.get(name)).filter((cell) => cell !== undefined);
    return outlines(spots).map((loop) => loop.map(point));
  }
}
