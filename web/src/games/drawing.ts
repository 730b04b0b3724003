// What a game's drawing gives the page. The frame around it (lobby, table, replay) knows games through these two only:
// a face, light enough for the lobby, and a drawing, loaded when a table of the game is opened. Components get views,
// offers and facts, and never decide what is legal.
import type { Component } from "svelte";
import type { Choosing } from "../lib/choosing";
import type { Shapes } from "../lib/icon-shapes";
import type { Entry, GameInfo, Offer, TableInfo, View } from "../lib/protocol";
import type { Side } from "../lib/sides.svelte";
import type { EditorDrawing } from "../positions/sheet";
import type { Phrases } from "../lib/phrases";

/** How a game shows itself where several games meet. */
export interface Face {
  /** The look of each side. */
  sides: Record<string, Side>;
  /** The drawings of those looks, by the names the looks use. */
  icons: Shapes;
  words: Phrases;
  /** What the game is, in a sentence: the key of one of its words. */
  about?: string;
  /** The picture behind the game's words in the lobby and the waiting room. It fills its frame. */
  Scene?: Component;
  /** What a scenario is about: its picture, and the key of a sentence. */
  scenarios?: Record<string, { icon: string; text: string }>;
  /** Whether a scenario can be left to the dice: the setting `scenario` takes "random". */
  randomScenario?: boolean;
  /** How a scenario begins, as a small map. */
  ScenarioMap?: () => Promise<Component<ScenarioMapProps>>;
  /** How long a match takes people at a table, in minutes, roughly. */
  minutes?: readonly [number, number];
  /** What the form of a new table asks for in its own way beside players, sides and scenario; it writes into the setup.
   * The settings it does not ask for are asked for as in any game. */
  Setup?: Component<SetupProps, object, "setup">;
  /** The settings that Setup asks for. */
  ownSettings?: readonly string[];
}
export interface ScenarioMapProps {
  /** What the server tells of the board, for every match. */
  board: unknown;
  scenario: string; players: number; title: string;
}
export interface SetupProps {
  game: GameInfo; setup: Record<string, unknown>;
  /** The scenario chosen so far; null: the game has none, or it is drawn. */
  scenario?: string | null;
}

/** What every part of a table gets. */
export interface PartProps<V extends View = View> extends Choosing {
  view: V;
  info: TableInfo;
  /** The part of the game's board that never changes, as the server tells it. */
  board: unknown;
  /** Places to point out: by the log, or by what just happened. */
  marked: string[];
  /** A choice to point at. */
  hint: string | null;
  /** How long a movement takes, in ms; 0: nothing moves. */
  motion: number;
  onrule: (id: string) => void;
  /** Lets go of what was picked last; null where that can't be. */
  onletgo?: (() => void) | null;
  /** What moved, came and went in what is on show. */
  traces?: Trace[];
}
export type Part<V extends View = View> = Component<PartProps<V>>;

export interface StageProps<V extends View = View> extends PartProps<V> {
  entries: Entry[];
  /** Show the conflict of this version, from the log; without it, the one of now. */
  version?: number | undefined;
  /** Entries up to this number were told before: what they say is seen at once. */
  known: number;
  /** What is answered here is answered elsewhere: on a phone, in the prompt. */
  answered?: boolean;
  /** Everything that has happened is on show, up to this entry; null: there is more to tell. */
  ontold?: ((number: number | null) => void) | undefined;
  onclose: () => void;
}

/** Where conflicts are shown large, over the board. */
export interface StageDrawing<V extends View = View> {
  /** Comes when the first conflict does. */
  Stage: () => Promise<Component<StageProps<V>>>;
  /** The answers alone, for a screen whose stage has no room for them. */
  Answers?: () => Promise<Part<V>>;
  /** Which conflict is going on, told apart from the one before; null: none. */
  conflict(view: V): string | null;
  /** Verbs that are answered on the stage. */
  verbs: readonly string[];
  /** How many entries of the log it reads at most. */
  memory: number;
  icon: string;
  /** The key of the words that lead back to it. */
  label: string;
  /** May the log show the conflict of this entry again? */
  isPartOf(entry: Entry): boolean;
}

/** A piece of a chapter: something that happened, with what followed from it. */
export interface Section { head: Entry | null; entries: Entry[] }
/** A turn of the log, or what comes before the first. */
export interface Chapter {
  /** The number of its first entry: stable, good as a key. */
  key: number;
  side: string | null;
  turn: Entry | null;
  sections: Section[];
}

/** What somebody's deed leaves on the board for whoever looks later: where a piece went, came to, or fell. */
export interface Trace { kind: "went" | "came" | "fell"; side: string | null; from: string | null; to: string; icon: string | null }

/** How the log is read. */
export interface LogReading {
  /** What an entry leaves on the board; null: nothing to draw. */
  trace?(entry: Entry): Trace | null;
  /** What can be shown of it, besides all: t("GAME.log.FILTER") says how. */
  filters: readonly string[];
  chapters(entries: Entry[], filter: string): Chapter[];
  /** The side an entry is about. */
  sideOf(entry: Entry): string | null;
  /** The drawing of an entry; null: its side's. */
  sign(entry: Entry): string | null;
  /** The drawing of the head of a section. */
  headSign(entry: Entry): string;
  /** How heads look: as something chosen, as an event, as a conflict. */
  headKind(entry: Entry): "choice" | "event" | "conflict";
  isGreat(entry: Entry): boolean;
}

export interface EndProps<V extends View = View> {
  view: V; info: TableInfo; board: unknown;
  /** The whole log, as far as this seat may know it. */
  entries: Entry[];
  onrule: (id: string) => void;
}

/** A turning point of a match. */
export interface Moment {
  title: string; words: string; sides: string[]; rule: string | null;
  /** Somebody is lost by it. */
  grim: boolean;
}

/** A row of the final standing. */
export interface Standing { side: string; seats: number[]; words: string; out: boolean }

export interface ChartSettings {
  /** The key of its title, and of what its slider is called. */
  title: string;
  slider: string;
  /** The highest number, where there is one. */
  top?: number;
  /** The numbers up to this one are in danger, and the key of what the border is called. */
  danger?: { until: number; label: string };
  /** Events that get a line of their own, numbered. */
  numbered: readonly string[];
}

/** How a game is drawn at a table and in a replay. */
export interface Drawing<V extends View = View> {
  words: Phrases;
  icons: Shapes;
  Board: Part<V>;
  /** Beside the board, to the left: tracks. */
  Rail?: Part<V>;
  /** Where a turn begins beside the board: that side is wider, on a phone it is the first tab, with this name and sign. */
  rail?: { label: string; icon: string; leads: boolean };
  /** On a phone: the tab that shows an offer; null: none in particular. Without it, places are on the board. */
  tabOf?(offer: Offer, view: V): "board" | "players" | "tracks" | null;
  /** Where an offer with a place lies that is not on the board: the key of what somebody is told who is to choose there
   * ("{count} possible"); null: on the board. */
  spotOf?(offer: Offer): string | null;
  /** Beside the board, to the right. */
  Players: Part<V>;
  /** In a replay, below the board and beside it. */
  Below?: Part<V>;
  Aside: Part<V>;
  stage?: StageDrawing<V>;
  /** Where what is no place is chosen: on buttons beside the prompt, or on the board, which then shows every offer. */
  choices: "prompt" | "board";
  /** Verbs whose offers are laid out as cards over the board: a phone has no buttons for them. */
  laidOut?: readonly string[];
  /** Verbs whose nouns are numbers. */
  amounts: readonly string[];
  /** The side a seat leads now; null: none any more. Without it, the one it began with. */
  sideOf?(view: V, seat: number): string | null;
  /** The drawing of an offer. */
  iconOf(offer: Offer): string | null;
  /** What its button says where its label is long; null: the label. */
  labelOf?(offer: Offer): string | null;
  /** What was picked so far in what is going on, in words. Without it, the names of the catalogue and of places tell. */
  pickedWords?(view: V): string[];
  /** What the thing of an offer does, in a sentence or two; and the rule that says so. */
  explain(offer: Offer): string;
  ruleOf?(offer: Offer): string | null;
  /** What stands small on an offer's button: what it costs, what it brings on. */
  noteOf?(offer: Offer, view: V): string | null;
  /** Would this choice leave what was begun without any effect? */
  isWasted?(offer: Offer, view: V, log: Entry[]): boolean;
  log: LogReading;
  /** Does it deserve a longer look when others do it? */
  isGrave(entry: Entry): boolean;
  /** What turned the match in these entries: it is shown large. */
  momentsOf?(entries: Entry[]): Moment[];
  /** How the match ended, best first; without it the numbers of the chart tell. */
  standing?(view: V): Standing[];
  /** How the numbers of the end came about, below the standing. */
  End?: () => Promise<Component<EndProps<V>>>;
  /** The key of what a winner is told. */
  triumph?: string;
  chart(board: unknown): ChartSettings;
  /** How positions are set up by clicking; without it, as text alone. */
  editor?: () => Promise<EditorDrawing>;
}
