// Where the islands lie in the sky, and the hexes on them. Hexes stand on a corner; coordinates of the server count half
// hexes to the right and rows down.
import { say } from "../../../lib/phrases";
import type { BoardInfo, BoardPart, TerritoryInfo } from "../view";

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
/** How near the middles of hexes of different islands may come. */
const CLEAR = 2 * HALF + 52;

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

/** The rows in which islands can lie: Gaia in the middle where there is room. */
function arrangements(planets: BoardPart[], gaia: BoardPart[]): BoardPart[][][] {
  const [one, two, three, four] = planets as [BoardPart, BoardPart, BoardPart, BoardPart];
  if (planets.length === 2) return [[[two], gaia, [one]], [[two, one], gaia]];
  if (planets.length === 3) return [[[two, three], gaia, [one]], [[two, one, three], gaia]];
  if (planets.length === 4) return [[[two, three], gaia, [one, four]]];
  return [[planets, gaia]];
}

const AFTERLIFE: TerritoryInfo = {
  name: "afterlife", x: 0, y: 0, symbols: {}, shrines: 1, civilization: false, never_exhausted: true, capital: false, atlantis: false,
  portal: "everybody", names: say("", "", ""),
};
const BEYOND: BoardPart = { board: "afterlife", territories: [AFTERLIFE], borders: [], points: [] };

interface Laid { part: BoardPart; x: number; y: number; under: number }
const widthOf = (part: BoardPart): number => (Math.max(...part.territories.map((land) => land.x)) + 2) * HALF;
const heightOf = (part: BoardPart): number => Math.max(...part.territories.map((land) => land.y)) * 1.5 * R + 2 * R;
const spotsOf = ({ part, x, y }: Laid): Point[] =>
  part.territories.map((land) => ({ x: x + HALF + land.x * HALF, y: y + R + land.y * 1.5 * R }));

/** Lays rows of islands below each other, each as high as it can lie without touching: the tips of planets that are far
 * enough `apart` lie beside what is below them. */
function lay(rows: BoardPart[][], apart: number): Laid[] {
  const laid: Laid[] = [];
  let under = 0;
  for (const row of rows) {
    const gap = row.length > 1 && row.every((part) => part.board !== "gaia") ? apart : APART;
    const width = row.reduce((sum, part) => sum + widthOf(part), 0) + gap * (row.length - 1);
    let x = -width / 2;
    const fresh = row.map((part): Laid => {
      const one = { part, x, y: 0, under };
      x += widthOf(part) + gap;
      return one;
    });
    const tall = Math.max(...row.map(heightOf));
    for (const one of fresh) one.y = (tall - heightOf(one.part)) / 2;
    // As far down as the nearest of those above demands.
    let down = 0;
    const above = laid.flatMap(spotsOf);
    for (const spot of fresh.flatMap(spotsOf)) {
      for (const other of above) {
        const aside = Math.abs(spot.x - other.x);
        if (aside < CLEAR) down = Math.max(down, other.y + Math.sqrt(CLEAR * CLEAR - aside * aside) - spot.y);
      }
    }
    laid.push(...fresh.map((one) => ({ ...one, y: one.y + down })));
    under = row.length;
  }
  return inTheMiddle(laid);
}

/** Gaia, as near to the middle of the height as those below let it lie. */
function inTheMiddle(laid: Laid[]): Laid[] {
  const gaia = laid.find((one) => one.part.board === "gaia");
  if (!gaia) return laid;
  const lower = laid.filter((one) => one.y > gaia.y && one.part.board !== "afterlife").flatMap(spotsOf);
  const middle = (Math.max(...laid.map((one) => one.y + heightOf(one.part))) - heightOf(gaia.part)) / 2;
  const touches = (y: number): boolean =>
    spotsOf({ ...gaia, y }).some((spot) => lower.some((other) => Math.hypot(spot.x - other.x, spot.y - other.y) < CLEAR - 1));
  let { y } = gaia;
  while (y + 10 < middle && !touches(y + 10)) y += 10;
  const down = y - gaia.y;
  return laid.map((one) => (one.part.board === "gaia" || one.part.board === "afterlife" ? { ...one, y: one.y + down } : one));
}

function boundsOf(laid: Laid[]): Box {
  const x = Math.min(...laid.map((one) => one.x)) - MARGIN;
  const y = Math.min(...laid.map((one) => one.y)) - MARGIN;
  const right = Math.max(...laid.map((one) => one.x + widthOf(one.part))) + MARGIN;
  const bottom = Math.max(...laid.map((one) => one.y + heightOf(one.part))) + MARGIN + 20;
  return { x, y, width: right - x, height: bottom - y };
}

/** Skies that were laid out: a window that changes its height to and fro has the same few of them. */
const known = new WeakMap<BoardInfo, Map<string, Sky>>();

/** The boards in play, laid out as large as a window of these proportions lets them be. `houses`: the planets, one's own
 * first, since it lies nearest. */
export function skyOf(board: BoardInfo, houses: string[], afterlife: boolean, aspect: number): Sky {
  const skies = known.get(board) ?? new Map<string, Sky>();
  known.set(board, skies);
  const key = [...houses, afterlife, aspect].join(" ");
  const sky = skies.get(key) ?? layOut(board, houses, afterlife, aspect);
  skies.set(key, sky);
  return sky;
}

function layOut(board: BoardInfo, houses: string[], afterlife: boolean, aspect: number): Sky {
  const gaia = board.boards.filter((part) => part.board === "gaia" && part.players?.includes(houses.length));
  const planets = houses.flatMap((house) => board.boards.filter((part) => part.board === house));
  const middle = afterlife ? [...gaia, BEYOND] : gaia;
  let best: { laid: Laid[]; bounds: Box; scale: number } | null = null;
  for (const rows of arrangements(planets, middle)) {
    for (let apart = APART; apart < 12 * R; apart += R / 4) {
      const laid = lay(rows, apart);
      const bounds = boundsOf(laid);
      const scale = Math.min(aspect / bounds.width, 1 / bounds.height);
      if (!best || scale > best.scale * 1.005) best = { laid, bounds, scale };
    }
  }
  const { laid, bounds } = best!;
  // The sky goes on to the rim of the window.
  const width = Math.max(bounds.width, bounds.height * aspect);
  const height = Math.max(bounds.height, bounds.width / aspect);
  const shift = { x: (width - bounds.width) / 2 - bounds.x, y: (height - bounds.height) / 2 - bounds.y };
  const islands = laid.map((one) =>
    islandAt(one.part, { x: one.x + shift.x, y: one.y + shift.y, width: widthOf(one.part), height: heightOf(one.part) }, one.under % 2 === 1, width),
  );
  return {
    islands,
    lands: new Map(islands.flatMap((island) => island.lands.map((land) => [land.name, land] as const))),
    points: new Map(islands.flatMap((island) => island.points.map((point) => [point.name, point.at] as const))),
    world: { x: 0, y: 0, width, height },
  };
}

/** Where a name has room: beside the tip of a planet; above Gaia, but not where the tip of a planet is. */
function labelOf(part: BoardPart, box: Box, below: boolean, width: number): Point {
  if (part.board === "afterlife") return { x: box.x + box.width / 2, y: box.y - 16 };
  const right = box.x + box.width / 2 > width / 2 + R;
  if (part.board !== "gaia") return { x: right ? box.x + box.width - HALF * 0.86 : box.x + HALF * 0.86, y: box.y + box.height - R * 0.62 };
  return { x: box.x + box.width * (below ? 0.8 : 0.5), y: box.y - 16 };
}

function islandAt(part: BoardPart, box: Box, below: boolean, width: number): Island {
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
    label: labelOf(part, box, below, width),
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
