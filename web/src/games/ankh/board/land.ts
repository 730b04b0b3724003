// The land as a painter sees it: soft shores instead of hex lines, and a world that goes on beyond the board.
import { centre, corners, key, outlines, point, rounded, spotsAround, type Cell, type Corner, type Hexes, type Point, type Spot } from "../../../lib/hex";
import type { Terrain } from "../view";

export interface Rect { x: number; y: number; width: number; height: number }

/** The least part of the world that is shown, and how far it may be widened to fill a window. */
const WORLD: Rect = { x: -70, y: -62, width: 890, height: 903 };
const WIDEN = { x: 205, y: 172 };
/** Thickness of the frame around the world. */
export const FRAME = 17;

/** The part of the world to show in a window of these proportions (width / height). */
export function worldFor(aspect: number): Rect {
  const whole = (WORLD.width + 2 * FRAME) / (WORLD.height + 2 * FRAME);
  const wanted = Number.isFinite(aspect) && aspect > 0 ? aspect : whole;
  const x = Math.min(WIDEN.x, Math.max(0, ((WORLD.height + 2 * FRAME) * wanted - WORLD.width - 2 * FRAME) / 2));
  const y = Math.min(WIDEN.y, Math.max(0, ((WORLD.width + 2 * FRAME) / wanted - WORLD.height - 2 * FRAME) / 2));
  return { x: WORLD.x - x, y: WORLD.y - y, width: WORLD.width + 2 * x, height: WORLD.height + 2 * y };
}

/** A number between 0 and 1 that looks random and is always the same for the same place. */
export function chance(x: number, y: number, salt = 0): number {
  const mixed = Math.sin(x * 127.1 + y * 311.7 + salt * 74.7) * 43758.5453;
  return mixed - Math.floor(mixed);
}

const wobble = (corner: Corner): Point => {
  const p = point(corner);
  return { x: p.x + (chance(corner.x, corner.y, 1) - 0.5) * 13, y: p.y + (chance(corner.x, corner.y, 2) - 0.5) * 13 };
};

/** All places of the painted world with their ground: the board's cells, and around it what the nearest cell has; in the
    north lies the sea. */
export function ground(hexes: Hexes): (Spot & { terrain: Terrain; outside: boolean })[] {
  const cells = [...hexes.cells.values()];
  const result: (Spot & { terrain: Terrain; outside: boolean })[] = [];
  for (let column = -5; column <= 15; column++) {
    for (let y = -6; y <= 25; y++) {
      if ((column + y) % 2 !== 0) continue;
      const here = hexes.at({ column, y });
      if (here) {
        result.push({ column, y, terrain: here.terrain as Terrain, outside: false });
        continue;
      }
      const p = centre({ column, y });
      const away = (cell: Cell): number => Math.hypot(cell.at.x - p.x, cell.at.y - p.y);
      const nearest = cells.reduce((best, cell) => (away(cell) < away(best) ? cell : best));
      const north = cells.every((cell) => cell.y > y || Math.abs(cell.column - column) > 1);
      const coast = y <= 0 && (column < 0 || column > 10) ? column > 10 || y < -column * 0.4 : north && y < 2;
      result.push({ column, y, terrain: coast ? "water" : (nearest.terrain as Terrain), outside: true });
    }
  }
  return result;
}

/** The shores of one kind of ground, softly rounded. */
export const shores = (places: (Spot & { terrain: Terrain })[], terrain: Terrain): string =>
  rounded(outlines(places.filter((place) => place.terrain === terrain)).map((loop) => loop.map(wobble)));

export interface Stroke { x: number; y: number; kind: Terrain; form: number; size: number; outside: boolean }

/** Where the brush sets dunes, reeds and waves: a few strokes per cell, near its rim, so that pieces do not hide them. */
export function strokes(places: (Spot & { terrain: Terrain; outside: boolean })[]): Stroke[] {
  const result: Stroke[] = [];
  for (const place of places) {
    const middle = centre(place);
    const count = place.terrain === "desert" ? 2 : 3;
    for (let i = 0; i < count; i++) {
      const turn = (chance(place.column, place.y, 10 + i) + i) * ((2 * Math.PI) / count);
      const far = 16 + 15 * chance(place.column, place.y, 20 + i);
      result.push({
        x: middle.x + Math.cos(turn) * far,
        y: middle.y + Math.sin(turn) * far * 0.85,
        kind: place.terrain,
        form: Math.floor(chance(place.column, place.y, 30 + i) * 3),
        size: 0.75 + 0.5 * chance(place.column, place.y, 40 + i),
        outside: place.outside,
      });
    }
  }
  return result;
}

export interface Arm {
  points: Point[];
  /** does it flow into the sea in the north? Mouths are wide. */
  mouth: boolean;
}

/** A river as chains of corners, each from an end to where arms meet or to its other end. Ends run on: into the lake or sea
    they touch, or beyond the board. */
export function riverArms(hexes: Hexes, river: string[]): Arm[] {
  const knots = new Map<string, { corner: Corner; to: Corner[] }>();
  const tie = (corner: Corner, other: Corner): void => {
    const knot = knots.get(key(corner)) ?? { corner, to: [] };
    knot.to.push(other);
    knots.set(key(corner), knot);
  };
  for (const name of river) {
    const ends = hexes.edges.get(name)?.ends;
    if (!ends) continue;
    tie(ends[0], ends[1]);
    tie(ends[1], ends[0]);
  }
  const arms: Arm[] = [];
  const seen = new Set<string>();
  for (const start of knots.values()) {
    if (start.to.length !== 1 || seen.has(key(start.corner))) continue;
    const chain: Corner[] = [start.corner];
    let at = start;
    while (at.to.length < 3 && (at === start || at.to.length > 1)) {
      const before = chain[chain.length - 2];
      const onward = at.to.find((corner) => !before || key(corner) !== key(before))!;
      chain.push(onward);
      at = knots.get(key(onward))!;
    }
    seen.add(key(at.corner));
    const points = chain.map(point);
    const last = chain.length - 1;
    const before = beyond(hexes, chain[0]!, chain[1]!);
    const after = at.to.length === 1 ? beyond(hexes, chain[last]!, chain[last - 1]!) : [];
    arms.push({ points: [...before.reverse(), ...points, ...after], mouth: points[0]!.y < 300 && at.to.length === 3 });
  }
  return arms;
}

/** How a river goes on behind its end, coming from `inner`. */
function beyond(hexes: Hexes, end: Corner, inner: Corner): Point[] {
  const [p, q] = [point(end), point(inner)];
  const lake = spotsAround(end).find((spot) => hexes.at(spot)?.terrain === "water");
  if (lake) return [{ x: p.x + (centre(lake).x - p.x) * 0.8, y: p.y + (centre(lake).y - p.y) * 0.8 }];
  if (p.y < 300) return [{ x: p.x + (p.x - q.x), y: p.y + (p.y - q.y) }, { x: p.x + (p.x - q.x) * 2, y: p.y + (p.y - q.y) * 2 }];
  return [{ x: p.x + 22, y: p.y + 45 }, { x: p.x - 20, y: p.y + 100 }, { x: p.x + 18, y: p.y + 170 }, { x: p.x - 15, y: p.y + 290 }];
}

/** A curve that runs along a chain of points, touching each piece in its middle. */
export function curve(points: Point[], steps = 6): Point[] {
  const half = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const result: Point[] = [points[0]!];
  let from = points[0]!;
  for (let i = 1; i < points.length - 1; i++) {
    const bend = points[i]!;
    const to = i === points.length - 2 ? points[i + 1]! : half(bend, points[i + 1]!);
    for (let step = 1; step <= steps; step++) {
      const t = step / steps;
      result.push({
        x: (1 - t) ** 2 * from.x + 2 * t * (1 - t) * bend.x + t * t * to.x,
        y: (1 - t) ** 2 * from.y + 2 * t * (1 - t) * bend.y + t * t * to.y,
      });
    }
    from = to;
  }
  return result;
}

/** The outline of a ribbon along a line, `width(share)` wide at each share of the way. */
export function ribbon(line: Point[], width: (share: number) => number): Point[] {
  const left: Point[] = [];
  const right: Point[] = [];
  line.forEach((p, i) => {
    const a = line[Math.max(0, i - 1)]!;
    const b = line[Math.min(line.length - 1, i + 1)]!;
    const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const w = width(i / (line.length - 1)) / 2;
    const across = { x: (-(b.y - a.y) / long) * w, y: ((b.x - a.x) / long) * w };
    left.push({ x: p.x + across.x, y: p.y + across.y });
    right.push({ x: p.x - across.x, y: p.y - across.y });
  });
  return [...left, ...right.reverse()];
}

/** Where a region's order tile lies: a corner where three of its cells meet, near its middle, away from what stands there;
    a region too thin for that has it on a cell. */
export function tilePlace(hexes: Hexes, names: string[], barred: ReadonlySet<string>, busy: ReadonlySet<string>): Point {
  const cells = names.map((name) => hexes.cells.get(name)).filter((cell) => cell !== undefined);
  const middle = {
    x: cells.reduce((sum, cell) => sum + cell.at.x, 0) / cells.length,
    y: cells.reduce((sum, cell) => sum + cell.at.y, 0) / cells.length,
  };
  const within = new Set(names);
  const met = new Map<string, { p: Point; cells: string[] }>();
  for (const cell of cells) {
    for (const corner of corners(cell)) {
      const id = `${corner.x},${corner.y}`;
      const entry = met.get(id) ?? { p: point(corner), cells: [] };
      entry.cells.push(cell.name);
      met.set(id, entry);
    }
  }
  let best = cells[0]?.at ?? { x: 0, y: 0 };
  let least = Infinity;
  const weigh = (p: Point, cost: number): void => {
    const sum = Math.hypot(p.x - middle.x, p.y - middle.y) + cost;
    if (sum < least) [best, least] = [p, sum];
  };
  for (const { p, cells: around } of met.values()) {
    if (around.length < 3 || !around.every((name) => within.has(name))) continue;
    const cut = around.some((a) => around.some((b) => barred.has(`${a}-${b}`)));
    if (!cut) weigh(p, 45 * around.filter((name) => busy.has(name)).length);
  }
  if (least === Infinity) for (const cell of cells) weigh(cell.at, busy.has(cell.name) ? 500 : 0);
  return best;
}
