// What the server says and hears. docs/protocol.md tells what it means; keep the two alike.

export type Lang = "en" | "de" | "ru";
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
  strength: Record<string, number>; winner: string | null;
}
export interface PharaohView {
  name: string; cell: string | null; tokens: number; dead: boolean; infantry: string[]; sphinxes_left: number;
  rooms: { room: string; closed: boolean; priests: Record<string, number> }[];
  open: string[]; revealed: string[]; discard: string[]; deck: number;
  gods: Record<string, { priests_in_pool: number; agenda: string[]; played_agenda: string[]; sphinxes: number }>;
}
/** What one seat (or a spectator: seat null) may know of a match of Ankh. */
export interface AnkhView {
  game: "ankh"; seat: number | null; special_rule: string | null; first_seat: number; turn: number; over: boolean;
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
  secret: { chosen: number[]; own: string[] };
  decision: { seats: number[]; prompt: string; choices: string[] };
  outcome: Outcome | null;
  pharaoh?: PharaohView;
}
export interface Outcome { winners: number[]; how: string }

/** The part of a board that never changes. y is in half hexes: odd columns are shifted down by one. */
export interface BoardInfo {
  cells: { name: string; column: number; y: number; terrain: "fertile" | "desert" | "water" }[];
  river: string[]; // edges, "A2-B1"
  edges: string[]; // all edges between two cells
  top: number; // highest devotion
  red_until: number; // devotion at or below this is in the red
}

export interface Offer { choice: string; verb: string; noun: string; label: string; place?: string }
export interface Fact { fact: string; rule: string; [field: string]: unknown }
export interface Entry { number: number; version: number; fact: Fact; words: string; rule: string; places: string[] }
export interface Line { number: number; seat: number | null; name: string; text: string; at: number }
export interface Prompt { seats: number[]; key: string; words: string; secret: boolean }
export interface Place {
  seat: number; side: string | null; who: "person" | "open" | "bot"; name: string; bot: string | null; online: boolean;
}
export interface TableInfo {
  table: string; game: string; title: string; setup: Record<string, unknown>; seats: Place[];
  phase: "waiting" | "playing" | "over"; version: number; listed: boolean; created: number; moved: number;
}
export type Sitter = { who: "person"; name: string } | { who: "open" } | { who: "bot"; bot: string };
export interface NewTable {
  game: string; setup: Record<string, unknown>; seats: Sitter[]; title?: string; listed?: boolean; seed?: number;
}
export interface Seated { table: string; host: string; seats: { seat: number; token: string }[] }
export interface GameInfo {
  game: string; name: string; players: number[]; sides: { side: string; name: string; text: string }[];
  scenarios: { scenario: string; name: string; players: number[] }[]; pharaohs?: { pharaoh: string; name: string }[];
  settings: { setting: string; kind: "choice" | "list" | "switch" | "seat" | "file"; text: string; values: { value: string; name: string }[] }[];
}
export interface Words {
  names: Record<string, string>; rules: Record<string, { title: string; text: string; ruling: boolean }>; quick: string;
}
export interface BotInfo { bot: string; name: string; text: string }
export interface ReplayStep {
  step: number; steps: number; version: number; view: AnkhView; entries: Entry[];
  by: { seat: number; choice?: string; label?: string } | null; // choice and label are missing while secret
}
/** numbers: by side, what a chart draws (Ankh: devotion). events: kinds of the game's events ("camel", "conflict", …) that
 * came in this step. Step 0 is the beginning. */
export interface Story {
  steps: { step: number; version: number; words: string[]; events: string[]; numbers: Record<string, number> }[];
  outcome: Outcome | null;
}

export type FromPage =
  | { type: "hello"; token?: string; since?: number; lines?: number; lang: Lang }
  | { type: "choose"; choice: string; version: number; ref?: number }
  | { type: "undo"; version: number; ref?: number }
  | { type: "why" | "preview"; choice: string; ref?: number }
  | { type: "hint"; bot?: string; ref?: number }
  | { type: "chat"; text: string }
  | { type: "lang"; lang: Lang }
  | { type: "ping"; ref?: number };

interface News {
  ref?: number; version: number; view: AnkhView; prompt: Prompt; choices: Offer[]; undo: boolean; outcome: Outcome | null;
}
export type FromServer =
  | (News & { type: "state"; seat: number | null; table: TableInfo; log: Entry[]; chat: Line[] })
  | (News & { type: "update"; entries: Entry[]; by: { seat: number; choice?: string } | null })
  | { type: "table"; table: TableInfo }
  | { type: "chat"; line: Line }
  | { type: "refused"; ref?: number; error: string; rule?: string; words: string }
  | { type: "verdict"; ref?: number; choice: string; legal: boolean; rule?: string; words: string }
  | { type: "preview"; ref?: number; choice: string; entries: Entry[]; open: boolean }
  | {
      type: "hint"; ref?: number; choice: string; label: string; chance: number | null; words: string;
      others: { choice: string; label: string; chance: number | null }[];
    }
  | { type: "error"; ref?: number; error: string; words: string }
  | { type: "pong"; ref?: number };
