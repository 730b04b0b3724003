// Where the islands lie in the sky, and the hexes on them. Hexes stand on a corner; coordinates of the server count half
// hexes to the right and rows down.
import type { AnunnakiView, BoardInfo, BoardPart, TerritoryInfo } from "../view";

export const R = 100;
export const HALF = (R * Math.sqrt(3)) / 2;
export interface Point { x: number; y: number }
export interface Box { x: number; y: number; width: number; height: number }

export interface Land extends TerritoryInfo { at: Point; board: string }
export interface Island {
  board: string;
  box: Box;
  middle: Point;
  lands: Land[];
  points: { name: string; around: string[]; at: Point }[];
  borders: { d: string; kind: "dashed" | "solid" }[];
  /** The outer line. */
  outline: string;
  label: Point;
}
export interface Sky { islands: Island[]; lands: Map<string, Land>; points: Map<string, Point>; world: Box }

/** Room between islands, and around everything. */
const APART = 70;
const MARGIN = 26;

export const corner = (index: number, radius = R): Point => {
  const angle = (Math.PI / 3) * index - Math.PI / 2;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
};
export function hexPath(inset = 0): string {
  const corners = [0, 1, 2, 3, 4, 5].map((index) => corner(index, R - (inset * 2) / Math.sqrt(3)));
  return `M${corners.map((at) => `${at.x.toFixed(1)} ${at.y.toFixed(1)}`).join("L")}Z`;
}

const centre = (spot: { x: number; y: number }): Point => ({ x: spot.x * HALF, y: spot.y * 1.5 * R });
const key = (at: Point): string => `${Math.round(at.x)},${Math.round(at.y)}`;

/** The outer line of a set of hexes. */
function outlineOf(lands: { at: Point }[]): string {
  const next = new Map<string, { from: Point; to: Point }>();
  const sides = lands.flatMap(({ at }) =>
    [0, 1, 2, 3, 4, 5].map((index) => {
      const [a, b] = [corner(index), corner(index + 1)];
      return { from: { x: at.x + a.x, y: at.y + a.y }, to: { x: at.x + b.x, y: at.y + b.y } };
    }),
  );
  const known = new Set(sides.map((side) => `${key(side.from)}/${key(side.to)}`));
  for (const side of sides) if (!known.has(`${key(side.to)}/${key(side.from)}`)) next.set(key(side.from), side);
  let path = "";
  while (next.size > 0) {
    let at = next.keys().next().value;
    let first = true;
    while (at !== undefined) {
      const side = next.get(at);
      if (!side) break;
      next.delete(at);
      path += `${first ? "M" : "L"}${side.from.x.toFixed(1)} ${side.from.y.toFixed(1)}`;
      first = false;
      at = key(side.to);
    }
    path += "Z";
  }
  return path;
}

/** The side that two neighbouring hexes share. */
function sharedSide(one: Point, other: Point): string {
  const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  const along = { x: -(other.y - one.y), y: other.x - one.x };
  const length = Math.hypot(along.x, along.y);
  const half = { x: (along.x / length) * (R / 2), y: (along.y / length) * (R / 2) };
  return `M${(middle.x - half.x).toFixed(1)} ${(middle.y - half.y).toFixed(1)}L${(middle.x + half.x).toFixed(1)} ${(middle.y + half.y).toFixed(1)}`;
}

interface Size { width: number; height: number }
function sizeOf(part: BoardPart): Size {
  const xs = part.territories.map((land) => land.x);
  const ys = part.territories.map((land) => land.y);
  return { width: (Math.max(...xs) + 2) * HALF, height: Math.max(...ys) * 1.5 * R + 2 * R };
}

/** The rows in which islands can lie: Gaia in the middle where there is room. */
function arrangements(planets: BoardPart[], gaia: BoardPart): BoardPart[][][] {
  const [one, two, three, four] = planets;
  if (planets.length === 2) return [[[two!], [gaia], [one!]], [[two!, one!], [gaia]], [[two!, gaia, one!]]];
  if (planets.length === 3) return [[[two!, three!], [gaia], [one!]], [[two!, one!, three!], [gaia]]];
  if (planets.length === 4) return [[[two!, three!], [gaia], [one!, four!]], [[two!, three!, one!, four!], [gaia]]];
  return [[planets, [gaia]]];
}

const AFTERLIFE: TerritoryInfo = {
  name: "afterlife", x: 0, y: 0, symbols: {}, shrines: 1, civilization: false, never_exhausted: true, capital: false, atlantis: false,
  portal: "everybody",
};

/** The boards in play, laid out as large as a window of these proportions lets them be. */
export function skyOf(board: BoardInfo, view: AnunnakiView, aspect: number): Sky {
  const count = view.seats.length;
  const gaia = board.boards.find((part) => part.board === "gaia" && part.players?.includes(count))!;
  // One's own planet first: it lies nearest.
  const seats = [...view.seats].sort((a, b) => Number(b.seat === view.seat) - Number(a.seat === view.seat));
  const planets = seats.flatMap(({ house }) => board.boards.filter((part) => part.board === house));
  const after = view.territories.some((one) => one.name === AFTERLIFE.name);
  const beyond: BoardPart = { board: "afterlife", territories: [AFTERLIFE], borders: [], points: [] };
  const widthOf = (row: BoardPart[]): number => row.reduce((sum, part) => sum + sizeOf(part).width, 0) + APART * (row.length - 1);
  const laid = arrangements(planets, gaia).map((rows) => {
    const all = after ? rows.map((row) => (row.includes(gaia) ? [...row, beyond] : row)) : rows;
    const width = Math.max(...all.map(widthOf)) + 2 * MARGIN;
    const height = all.reduce((sum, row) => sum + Math.max(...row.map((part) => sizeOf(part).height)), 0) + APART * 0.5 * (all.length - 1) + 2 * MARGIN;
    return { all, width, height, scale: Math.min(aspect / width, 1 / height) };
  });
  const best = laid.reduce((one, other) => (other.scale > one.scale * 1.04 ? other : one));
  // The sky goes on to the rim of the window.
  const width = Math.max(best.width, best.height * aspect);
  const height = Math.max(best.height, best.width / aspect);
  const islands: Island[] = [];
  // What room is left lies between the rows.
  const spare = (height - best.height) / (best.all.length + 1);
  let y = MARGIN + spare;
  let above = 0;
  for (const row of best.all) {
    const tall = Math.max(...row.map((part) => sizeOf(part).height));
    const gap = Math.min(APART * 2.4, APART + (width - 2 * MARGIN - widthOf(row)) / (row.length + 1));
    let x = (width - widthOf(row) - (gap - APART) * (row.length - 1)) / 2;
    for (const part of row) {
      const size = sizeOf(part);
      islands.push(islandAt(part, { x, y: y + (tall - size.height) / 2, ...size }, above % 2 === 1));
      x += size.width + gap;
    }
    y += tall + APART * 0.5 + spare;
    above = row.length;
  }
  return {
    islands,
    lands: new Map(islands.flatMap((island) => island.lands.map((land) => [land.name, land] as const))),
    points: new Map(islands.flatMap((island) => island.points.map((point) => [point.name, point.at] as const))),
    world: { x: 0, y: 0, width, height },
  };
}

/** Where a name has room: beside the tip of a planet; above Gaia, but not where the tip of a planet is. */
function labelOf(part: BoardPart, box: Box, below: boolean): Point {
  if (part.board === "afterlife") return { x: box.x + box.width / 2, y: box.y - 16 };
  if (part.board !== "gaia") return { x: box.x + HALF * 0.86, y: box.y + box.height - R * 0.62 };
  return { x: box.x + box.width * (below ? 0.8 : 0.5), y: box.y - 16 };
}

function islandAt(part: BoardPart, box: Box, below: boolean): Island {
  const shift = (at: Point): Point => ({ x: box.x + HALF + at.x, y: box.y + R + at.y });
  const lands = part.territories.map((land): Land => ({ ...land, at: shift(centre(land)), board: part.board }));
  const at = (name: string): Point => lands.find((land) => land.name === name)!.at;
  return {
    board: part.board,
    box,
    middle: { x: box.x + box.width / 2, y: box.y + box.height / 2 },
    lands,
    points: part.points.map((point) => ({ name: point.name, around: point.around, at: shift(centre(point)) })),
    borders: part.borders.flatMap(({ between: [one, other], kind }) => (kind === "open" ? [] : [{ d: sharedSide(at(one), at(other)), kind }])),
    outline: outlineOf(lands),
    label: labelOf(part, box, below),
  };
}

/** Numbers that look like chance and are the same every time. */
export function scatter(seed: number, count: number): number[] {
  const found: number[] = [];
  let state = seed * 2654435761 + 12345;
  for (let index = 0; index < count; index += 1) {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0;
    found.push(state / 4294967296);
  }
  return found;
}
