// What the server says and hears. docs/protocol.md tells what it means; keep the two alike.

import type { Changes } from "./changes";

export type Lang = "en" | "de" | "ru";

/** What every view has, whatever the game: what one seat (or a spectator: seat null) may know of a match. The rest is
 * the game's own, see its folder under games/. */
export interface View {
  game: string; seat: number | null; over: boolean;
  /** Who has chosen in a decision made secretly by several at once, and one's own choices there. */
  secret: { chosen: number[]; own: string[] };
  decision: {
    seats: number[]; prompt: string; choices: string[];
    /** What was picked so far in what is going on, by the names that the game gives it. */
    picked?: Record<string, unknown>;
  };
  outcome: Outcome | null;
  /** Who is ahead: what each side would have if the match ended now. */
  scoreboard?: { scores: Record<string, { total: number }> };
}
export interface Outcome { winners: number[]; how: string }

export interface Offer { choice: string; verb: string; noun: string; label: string; place?: string }
export interface Fact { fact: string; rule: string; [field: string]: unknown }
export interface Entry { number: number; version: number; fact: Fact; words: string; rule: string; places: string[] }
export interface Line {
  number: number; seat: number | null; name: string; text: string; at: number;
  /** What is said about an undo by agreement. */
  undo?: { word: "asked" | "agreed" | "refused"; seat: number; version: number };
  /** What is said about adjourning the match, or resuming it. */
  pause?: { word: "asked" | "agreed" | "refused"; seat: number; version: number };
  /** Only the seats that share a side may read it. */
  private?: boolean;
}
export interface Prompt { seats: number[]; key: string; words: string; secret: boolean }
export interface Place {
  seat: number; side: string | null; who: "person" | "open" | "bot"; name: string; bot: string | null; online: boolean;
  /** What the host asks the person for: to let this bot play, or if it is empty to make room. */
  asked?: string | null;
  /** Whether the person agrees to a coach at this table. */
  coach?: boolean;
  /** The name of the person who resigned from this seat. */
  resigned?: string | null;
}
/** How long people may think, in seconds, and what happens then. */
export interface TablePace {
  kind: "none" | "live" | "days"; per?: number; reserve?: number; weekends_off?: boolean; zone?: string;
  ends?: "once" | "over" | "nudge"; bot?: string;
}
/** The clock of a person: what is left of a decision's time and of the reserve; when it is up, if it runs. */
export interface SeatClock { seat: number; left: number; reserve: number; due: number | null; out: boolean; away: boolean }
export interface Clocks { at: number; clocks: SeatClock[] }
export interface TableInfo {
  table: string; game: string; title: string; setup: Record<string, unknown>; seats: Place[];
  phase: "waiting" | "playing" | "over"; version: number; listed: boolean; created: number; moved: number;
  /** Whether whoever runs the server has ended it: it can be looked at, and not gone on with. */
  closed?: boolean; origin?: Origin;
  /** Whether it counts for ratings; and the seats that must decide, none while it waits for somebody. */
  rated?: boolean; deciding?: number[];
  pace?: TablePace;
  /** The lesson that is taught here, if one is. */
  lesson?: string;
  /** Whether it is a board for analysis: one person moves all sides, and takes back anything. */
  analysis?: boolean;
  /** Whether a coach may speak here; and whether people may ask bots for hints. */
  coached?: boolean; hints?: boolean;
  /** Whether the match is adjourned; and the table of the rematch, once there is one. */
  adjourned?: boolean; rematch?: string;
}
/** Where a match comes from. A drawn seed is promised by the commitment: SHA-256 of "theomachy:SALT:SEED". */
export interface Origin {
  seed: "drawn" | "chosen" | "unknown"; commitment: string | null; proof: { seed: string; salt: string } | null;
  opened: boolean; special: string[]; disclosed: boolean;
}
export type Sitter = { who: "person"; name: string } | { who: "open" } | { who: "bot"; bot: string };
/** A file that somebody chose: what it is called, and what is in it. */
export interface FileText { name: string; text: string }
export interface NewTable {
  game: string; setup: Record<string, unknown>; files?: Record<string, FileText>; seats: Sitter[]; title?: string; listed?: boolean; seed?: number; rated?: boolean;
  pace?: TablePace;
  /** The name of a lesson: it says what the match is. */
  lesson?: string;
  /** Where it begins, as text; and whether one person moves all sides. */
  position?: string; analysis?: boolean;
  /** Whether hints are allowed; missing: only against bots. */
  hints?: boolean;
}
export interface OpenTable { save: string; seats: Sitter[]; title?: string; listed?: boolean; pace?: TablePace; hints?: boolean }
/** A lesson in a list, and one with all it says. */
export interface LessonInfo { name: string; number: number; title: string; about: string; minutes: number }
export interface LessonScene { say: string; point: string[]; rule: { id: string; title: string } | null }
export interface Lesson extends LessonInfo {
  next: string | null; free: boolean; learner: number;
  /** How many choices are the learner's. */
  own: number;
  /** One for each choice: whether the script makes it, and what is said before it. */
  beats: { scripted: boolean; scenes: LessonScene[] }[]; ending: LessonScene[];
}
/** A device that is signed in, or a recovery link. */
export interface Key { mark: string; label: string; created: number; used: number }
export interface Me {
  player: string; name: string; public: boolean; created: number;
  /** The mark of this device. */
  device: string; devices: Key[]; passkeys: { passkey: string; label: string; created: number; used: number }[];
  recovery: Key | null;
}
/** Who one is, null before the first seat; and what the server can do. */
export interface Known { me: Me | null; ratings: boolean }
/** A table of a player's: as everybody sees it, and what is theirs there. */
export interface Mine { info: TableInfo; seats: number[]; host: boolean; away: boolean }
/** How a player wants to be told; quiet hours in minutes of the day, equal ones: none. */
export interface Wishes { lang: Lang; zone: string; quiet_from: number; quiet_to: number; on: boolean }
export interface NoticeChannel {
  channel: string; kind: "push" | "mail" | "hook"; label: string; created: number; confirmed: boolean; trouble: string; rests: boolean;
}
/** push: the key a browser subscribes with, empty where the server sends none. */
export interface Notices { wishes: Wishes; channels: NoticeChannel[]; push: string; mail: boolean }
export type HookFormat = "discord" | "slack" | "ntfy" | "json";
export interface Rating { mu: number; sigma: number; matches: number }
export interface GameRecord {
  game: string; matches: number; wins: number; people: number; rated: number;
  sides: { side: string; matches: number; wins: number }[]; rating: Rating | null;
}
export interface Played {
  table: string; game: string; side: string; seats: number; people: number; place: number; won: boolean; rated: boolean; at: number;
}
export interface PlayerRecord {
  player: string; name: string; public: boolean; mine: boolean; created: number; games: GameRecord[]; matches: Played[]; ratings: boolean;
}
export interface ServerRecord {
  games: { game: string; playing: number; waiting: number; over: number }[];
  players: { player: string; name: string; game: string; rating: Rating }[]; ratings: boolean;
}
export interface Seated { table: string; host: string; seats: { seat: number; token: string }[] }
/** What a table can be made of. */
export interface GameInfo {
  game: string; name: string; players: number[]; sides: { side: string; name: string; text: string }[];
  scenarios: { scenario: string; name: string; players: number[] }[];
  /** The setting that names the sides of the seats; null: seats differ in nothing. */
  seats_setting: string | null;
  /** The levels of strength to choose from, the gentlest first. */
  levels: string[];
  /** Whether there are lessons. */
  lessons?: boolean;
  settings: { setting: string; kind: "choice" | "list" | "switch" | "seat" | "file"; text: string; values: { value: string; name: string }[] }[];
}
export interface Words {
  names: Record<string, string>; rules: Record<string, { title: string; text: string; ruling: boolean }>; quick: string;
}
/** Of each rule how many cases prove it, and the examples that show it. */
export interface BookRule { cases: number; examples: { key: string; title: string }[] }
/** A table of printed values, and where they come from; no marks: nobody has said it. */
export interface ValueSource { where: string; marks: ("book" | "inferred" | "designed")[]; src: string; note: string; values: string }
export interface BookContents { rules: Record<string, BookRule> }
/** Somebody's choice in an example, in words. */
export interface ExampleChoice { side: string; who: string; choice: string; words: string }
/** A position before and after some choices; without an "after" nothing is chosen there. */
export interface Example {
  key: string; title: string; seats: string[]; before: View; after: View | null; choices: ExampleChoice[];
  facts: { words: string; rule: string; places: string[] }[];
  /** What can't be chosen at the end, and the rule that says so. */
  refused: (ExampleChoice & { rule: string; title: string })[];
}
/** A level of strength. `role`: whom newcomers meet, or who plays for somebody who is away. */
export interface BotInfo { bot: string; name: string; text: string; role?: "newcomers" | "stand-in" }
export interface ReplayStep {
  step: number; steps: number; version: number; view: View; entries: Entry[];
  by: { seat: number; choice?: string; label?: string } | null; // choice and label are missing while secret
}
/** numbers: by side, what a chart draws. events: kinds of the game's events that came in this step; their names are in the
 * catalogue as event.KIND. Step 0 is the beginning. */
export interface Story {
  steps: { step: number; version: number; words: string[]; events: string[]; numbers: Record<string, number> }[];
  outcome: Outcome | null;
}

/** One of the costliest choices of a finished match, and what is said about it. */
export interface CostlyChoice {
  step: number; seat: number; choice: string; best: string; before: number[]; after: number[]; cost: number;
  words: { side: string; prompt: string; choice: string; better: string; reasons: string[]; losses: string[]; line: string[]; threat: string };
}
export interface Score { matches: number; positions: number; brier: number; distance: number }
/** chances: each seat's before every choice and at the end; those from `thought` on are first sights. */
export interface Analysis {
  phase: "none" | "running" | "paused" | "done"; done: number; total: number; bot: string; sides: string[];
  chances: number[][]; thought: number;
  moments: { step: number; seat: number; before: number[]; after: number[] }[];
  costly: CostlyChoice[];
  /** How far chances come true, where somebody has measured it: where they were corrected by, and in other matches. */
  calibration: { fitted: Score; held: Score } | null;
}

export type FromPage =
  | { type: "hello"; token?: string; since?: number; lines?: number; changes?: boolean; looking?: boolean; lang: Lang }
  | { type: "choose"; choice: string; version: number; ref?: number }
  | { type: "undo" | "ask-undo"; version: number; ref?: number }
  | { type: "answer-undo"; version: number; agree: boolean; ref?: number }
  | { type: "why" | "preview"; choice: string; ref?: number }
  | { type: "hint"; bot?: string; ref?: number }
  | { type: "coach"; agree: boolean; ref?: number }
  | { type: "weigh"; choice: string; version: number; ref?: number }
  | { type: "chat"; text: string; to?: "all" | "partners" }
  | { type: "resign" }
  | { type: "adjourn"; agree: boolean }
  | { type: "lang"; lang: Lang }
  | { type: "back" }
  | { type: "look"; looking: boolean }
  | { type: "ping"; ref?: number };

interface News {
  ref?: number; version: number; prompt: Prompt; choices: Offer[]; undo: boolean; outcome: Outcome | null;
  /** At the table of a lesson: how many choices have been made. */
  made?: number;
  /** At a board for analysis: each seat's chance to win, as the evaluation sees it. */
  chances?: number[];
}
export type FromServer =
  | (News & { type: "state"; seat: number | null; view: View; table: TableInfo; log: Entry[]; chat: Line[]; clocks?: Clocks | null })
  // The whole view, or what has changed of the one before.
  | (News & { type: "update"; view?: View; changes?: Changes; entries: Entry[]; by: { seat: number; choice?: string } | null })
  | { type: "table"; table: TableInfo }
  | { type: "chat"; line: Line }
  | { type: "clocks"; clocks: Clocks }
  | { type: "refused"; ref?: number; error: string; rule?: string; words: string }
  | { type: "verdict"; ref?: number; choice: string; legal: boolean; rule?: string; words: string; first?: string[] }
  | { type: "preview"; ref?: number; choice: string; entries: Entry[]; open: boolean }
  | {
      type: "hint"; ref?: number; choice: string; label: string; chance: number | null; words: string;
      others: { choice: string; label: string; chance: number | null }[];
      /** The plan for the whole turn, an action each; what it leads to; and what others could do then. */
      plan?: string[]; aim?: string; threat?: string;
    }
  | {
      type: "weighed"; ref?: number; choice: string; worse: boolean; best: string; label: string; before: number; after: number;
      words: string; threat: string;
    }
  | { type: "error"; ref?: number; error: string; words: string }
  | { type: "pong"; ref?: number };
