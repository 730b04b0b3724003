// What stands in a territory, as tokens with their places in the hex.
import type { TerritoryView } from "../view";

export interface Token {
  key: string;
  kind: "civilization" | "settlement" | "follower" | "lesser" | "great";
  house: string | null;
  /** The piece's name: follower, settlement, or the god. */
  piece: string;
  count: number;
}
export interface Placed extends Token { x: number; y: number; scale: number }

/** Gods first, then settlements, then the people. `greatOf` names the great god of each house. */
export function tokensOf(territory: TerritoryView, greatOf: ReadonlyMap<string, string>): Token[] {
  const found: Token[] = [];
  if (territory.civilization) {
    found.push({ key: "civilization", kind: "civilization", house: null, piece: "civilization", count: territory.civilization.strength ?? 0 });
  }
  for (const [house, pieces] of Object.entries(territory.pieces)) {
    const great = greatOf.get(house);
    const rank = (piece: string): Token["kind"] =>
      piece === "follower" || piece === "settlement" ? piece : piece === great ? "great" : "lesser";
    const order = ["great", "lesser", "settlement", "follower"];
    const tokens = Object.entries(pieces).map(([piece, count]): Token => ({ key: `${house}.${piece}`, kind: rank(piece), house, piece, count }));
    found.push(...tokens.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)));
  }
  return found;
}

/** Rows of tokens in the lower two thirds of a hex. */
const ROWS: Record<number, number[]> = { 1: [1], 2: [2], 3: [3], 4: [2, 2], 5: [3, 2], 6: [3, 3], 7: [4, 3], 8: [4, 4] };
export function place(tokens: Token[]): Placed[] {
  const count = Math.min(tokens.length, 8);
  const rows = ROWS[count] ?? [];
  const scale = count <= 2 ? 1 : count === 3 ? 0.84 : count === 4 ? 0.82 : count <= 6 ? 0.74 : 0.6;
  const [dx, dy] = [67 * scale, 62 * scale];
  const placed: Placed[] = [];
  rows.forEach((length, row) => {
    for (let index = 0; index < length; index += 1) {
      const token = tokens[placed.length]!;
      placed.push({
        ...token, x: (index - (length - 1) / 2) * dx, y: 22 + (row - (rows.length - 1) / 2) * dy, scale,
      });
    }
  });
  return placed;
}
