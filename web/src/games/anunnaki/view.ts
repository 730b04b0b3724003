// What a view of Anunnaki has beside what every view has, and what its board tells.
import type { Lang, View } from "../../lib/protocol";

export type Resource = "food" | "wood" | "gold" | "metal";
export const RESOURCES: readonly Resource[] = ["food", "wood", "gold", "metal"];
export const TRACKS = ["war", "technology", "trade"] as const;
export type Track = (typeof TRACKS)[number];

export interface Reward { kind: string; amount?: number; of?: string[] }
export interface Civilization { up: boolean; number?: number; strength?: number; effect?: string | null; reward?: Reward[] }
export interface TerritoryView {
  name: string; symbols: Partial<Record<Resource, { all: number; exhausted: number }>>; shrines: number; atlantis: boolean;
  control: string | null; pieces: Record<string, Record<string, number>>; civilization?: Civilization;
}
export interface MarkerView { point: string; around: string[]; up: boolean; number?: number; reward?: Reward[] }
export interface ContractView { name: string; cost: Record<string, number>; middle: Reward[]; vp: number; trade: number }
export interface HouseView {
  seat: number; house: string; resources: Record<Resource, number>; mana: number; vp: number; tracks: Record<Track, number>;
  supremacy: number; figure: string | null; developed: string[]; cubes: string[]; cubes_left: number;
  /** By their number among the star's tokens. */
  tokens_on_star: number[]; tokens: { lesser: number; great: number };
  great_god: string; lesser_gods: string[]; dealt?: string[]; summoned: string[]; pool: number; units: number;
  settlements: number; settlements_left: number; shrines: number; controls: string[]; goal_values: Record<string, number>;
  hand_size: number; advanced_in_hand: number; hand_shown: string[]; hand_lacks: string[]; hand?: string[]; beside?: string[];
  contracts: ContractView[]; fulfilled: string[]; artifacts: string[]; pandora?: string[]; fate?: string;
  conquered: number; conquered_tiles: number[];
}
export interface Picked {
  house?: string; tile?: string; piece?: string; from?: string; to?: string; territory?: string; line?: string; god?: string;
  contract?: string; left?: number | string[]; harvested?: string[]; taken?: string[]; amount?: number; origin?: string;
  reward?: string; horn?: string; source?: string; colour?: string;
}
export interface HouseScore { seat: number; total: number; sources: Record<string, number>; unknown: string[] }
/** A battle to come: strengths without weapons, null while a civilization lies face down. */
export interface Contest {
  attacker: { house: string; strength: number; weapons: number };
  defender: { house: string | null; strength: number | null; weapons: number | null };
  leader: string | null; certain: boolean;
}
export interface Scoreboard { scores: Record<string, HouseScore>; ranking: string[]; contests: Record<string, Contest> }
/** What one seat (or a spectator: seat null) may know of a match of Anunnaki. */
export interface AnunnakiView extends View {
  decision: View["decision"] & { picked?: Picked; within?: ({ step: string } & Picked)[] };
  first_seat: number | null; first_game: boolean; turn: number | null; phase: string; round: number; ending: boolean;
  seats: { seat: number; house: string }[]; houses: HouseView[];
  /** By place of the star; null until everything is laid out. */
  tiles: Record<string, string> | null; line_mana: Record<string, number>; goals: Record<string, string> | null;
  tracks: {
    length: Record<Track, number>; multiplier: Record<Track, number[]>; supremacy: number[]; lightning: number; two_vp: number[];
  };
  territories: TerritoryView[]; markers: MarkerView[]; offer: ContractView[]; deck: number;
  artifacts: { pile: number; discarded: string[]; looked: number[]; seen?: string[] };
  mana_actions_left: number; mana_done: string[]; mirror: boolean; extra_done: string[]; arrived: string[];
  battle: { territory: string } | null;
  /** Who is ahead, and what is about to happen. */
  scoreboard?: Scoreboard;
}

export interface TerritoryInfo {
  name: string; x: number; y: number; symbols: Partial<Record<Resource, number>>; shrines: number; civilization: boolean;
  never_exhausted: boolean; capital: boolean; atlantis: boolean; portal: "everybody" | "owner" | "nobody"; names: Record<Lang, string>;
}
export interface BoardPart {
  board: string; side?: string; players?: number[]; territories: TerritoryInfo[];
  borders: { between: [string, string]; kind: "open" | "dashed" | "solid" }[];
  points: { name: string; around: string[]; x: number; y: number; names: Record<Lang, string> }[];
}
export interface StarInfo {
  places: { name: string; x: number; y: number }[]; lines: { name: string; between: [string, string]; mana: number }[];
  tokens: { token: "lesser" | "great"; lines: string[] }[];
}
export interface WeaponInfo { weapon: string; strength: number; cost: number; cost_any: number; war: number; vp: number; house: string | null }
/** The part of the boards that never changes. */
export interface BoardInfo {
  boards: BoardPart[]; afterlife: { name: string; symbols: number; shrines: number }; star: StarInfo;
  tiles: { place: string; tile: string; colour: "red" | "blue" }[]; weapons: WeaponInfo[];
  /** What each mana action costs, in the order of the print. */
  mana_actions: { action: string; mana: number; resources: Partial<Record<Resource, number>> }[]; god_tracks: Record<string, string>;
}

export function ownHouse(view: AnunnakiView): HouseView | undefined {
  return view.houses.find((house) => house.seat === view.seat);
}
/** The house whose things are shown large: one's own; for who only watches, the one whose turn it is. */
export function shownHouse(view: AnunnakiView): HouseView | undefined {
  return ownHouse(view) ?? view.houses.find((house) => house.seat === (view.turn ?? 0));
}
/** The house whose goods are asked for: one's own, unless somebody else's are taken. */
export function goodsAsked(view: AnunnakiView): string | undefined {
  const from = view.decision.picked?.from;
  return view.houses.some((house) => house.house === from) ? from : shownHouse(view)?.house;
}
/** The line between two places of the star. */
export function lineBetween(star: StarInfo, one: string, other: string): string | null {
  return star.lines.find(({ between }) => between.includes(one) && between.includes(other))?.name ?? null;
}
/** A god of the house by rank. */
export const isGreat = (house: HouseView, god: string): boolean => house.great_god === god;
