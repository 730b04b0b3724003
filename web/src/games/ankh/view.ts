// What a view of Ankh has beside what every view has.
import type { GameInfo, View } from "../../lib/protocol";

export type Monument = "obelisk" | "pyramid" | "temple" | "sphinx";

export interface Figure { cell: string; piece: string; god: string | null; sun?: boolean; claws?: string[] }
export interface MonumentAt { cell: string; type: Monument; god: string | null }
export interface GodView {
  god: string; seats: number[]; god_powers: string[]; devotion: number; followers: number; powers: string[];
  row: number; tokens: number; hand: string[]; pool: Record<string, number>; held: number;
  controls: Record<string, number>; suns?: number; amun_ready?: boolean; underworld_pool?: number;
  stock?: Record<string, number>;
}
export interface BattleView {
  region: number; gods: string[]; two_cards: string | null; cards: Record<string, string[]>;
  strength: Record<string, number>; so_far: Record<string, number>; winner: string | null;
}
export interface PharaohView {
  name: string; cell: string | null; tokens: number; dead: boolean; infantry: string[]; sphinxes_left: number;
  rooms: { room: string; closed: boolean; priests: Record<string, number> }[];
  open: string[]; revealed: string[]; discard: string[]; deck: number;
  gods: Record<string, { priests_in_pool: number; agenda: string[]; played_agenda: string[]; sphinxes: number }>;
}
export interface GodScore {
  seats: number[]; devotion: number; total: number; danger: "merged" | "forgotten" | null;
  gains: { region: number; source: "majorities" | "domination"; amount: number }[];
}
export interface RegionContest {
  state: "resolved" | "empty" | "dominated" | "battle"; leader: string | null;
  gods: Record<string, { figures: number; strength: number; majorities: string[] }>;
}
export interface Scoreboard {
  scores: Record<string, GodScore>; ranking: string[]; contests: Record<string, RegionContest>;
  next_event: { event: string; conflict: number | null; actions: string[] } | null;
}
/** What one seat (or a spectator: seat null) may know of a match of Ankh. */
export interface AnkhView extends View {
  special_rule: string | null; first_seat: number; turn: number;
  seats: { seat: number; started_as: string; god: string | null; in_play: boolean }[];
  gods: GodView[]; ladder: string[];
  tracks: {
    actions: Record<string, { moved: number; event_at: number }>; events: string[]; events_done: number;
    conflicts_done: number;
  };
  board: {
    figures: Figure[]; monuments: MonumentAt[]; cities: string[]; underworld: string[]; camels: string[];
    caravan: string[]; regions: Record<string, string[]>;
  };
  supply: Record<string, unknown> & { camels: number; tiles: number[]; guardians: Record<string, number> };
  tiebreaker: { god: string | null; ready: boolean };
  battle: BattleView | null;
  /** Who is ahead, and what is about to happen. */
  scoreboard?: Scoreboard;
  pharaoh?: PharaohView;
}

export type Terrain = "fertile" | "desert" | "water";
/** The part of a board that never changes. y is in half hexes: odd columns are shifted down by one. */
export interface BoardInfo {
  cells: { name: string; column: number; y: number; terrain: Terrain }[];
  river: string[]; // edges, "A2-B1"
  edges: string[]; // all edges between two cells
  top: number; // highest devotion
  red_until: number; // devotion at or below this is in the red
}

/** What a table of Ankh can be made of, beside what every table can. */
export interface AnkhInfo extends GameInfo { pharaohs: { pharaoh: string; name: string }[] }
