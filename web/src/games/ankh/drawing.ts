// How Ankh is drawn: a painted map, god boards, tracks, and a stage for its conflicts.
import { path, shapesOf } from "../../lib/icon-shapes";
import { hasIcon } from "../../lib/icons";
import { later } from "../../lib/later";
import { pickedWords } from "../../lib/picked";
import { name, rule, t } from "../../lib/words.svelte";
import type { Entry, Offer } from "../../lib/protocol";
import type { Drawing, Moment, Standing } from "../drawing";
import Aside from "./Aside.svelte";
import Below from "./Below.svelte";
import Board from "./board/Board.svelte";
import list from "./icon-list.json";
import shapes from "./icon-shapes.json";
import { log } from "./log";
import "./paints.css";
import { LEVELS } from "./panels/components";
import Players from "./Players.svelte";
import Rail from "./Rail.svelte";
import type { AnkhView, BoardInfo } from "./view";
import { words } from "./words";

/** A stepped arch with darkness in it: a gate of the underworld. */
const GATE = path(
  "M64 480V236C64 122 150 36 256 36s192 86 192 200v244h-84V244c0-66-48-118-108-118s-108 52-108 118v236z" +
    "M196 480V262c0-40 26-72 60-72s60 32 60 72v218z",
);

/** Moments of a battle that deserve a longer look. */
const GRAVE = new Set(["card-played", "battle-won", "battle-tied", "merged", "forgotten"]);

/** What an action is good for. */
const ACTION_RULES: Record<string, string> = {
  move: "ankh/move/each-up-to-3", summon: "ankh/summon/one", gain: "ankh/gain/count", unlock: "ankh/unlock/cost",
};
/** How many followers a monument costs that a card builds. */
const BUILDING = 3;

function ruleOf(offer: Offer): string | null {
  const id = offer.verb === "action" ? ACTION_RULES[offer.noun]
    : offer.verb === "build" ? "ankh/card/build"
      : CHAPTERS[offer.verb] ? `${CHAPTERS[offer.verb]}/${offer.noun}` : undefined;
  return id !== undefined && rule(id) ? id : null;
}

/** What an action brings on, what a power or a monument costs. */
function noteOf(offer: Offer, view: AnkhView): string | null {
  if (offer.verb === "action") {
    const track = view.tracks.actions[offer.noun];
    if (!track) return null;
    const left = track.event_at - track.moved;
    return left <= 1 ? t("ankh.track.last") : t("ankh.track.in", { count: left });
  }
  const cost = offer.verb === "build" ? BUILDING : offer.verb === "power" ? LEVELS.findIndex((level) => level.includes(offer.noun)) + 1 : 0;
  return cost > 0 ? t("ankh.cost", { count: cost }) : null;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Gods merge, and gods are forgotten: those who are at once are mourned together. */
function momentsOf(entries: Entry[]): Moment[] {
  const moments = entries.filter((entry) => entry.fact.fact === "merged").map((entry): Moment => {
    const [god, other] = [text(entry.fact.god), text(entry.fact.other)];
    const names = { god: name(`god.${god}`), other: name(`god.${other}`) };
    return { title: t("ankh.moment.merged", names), words: t("ankh.moment.merged.text", names), sides: [god, other], rule: entry.rule, grim: false };
  });
  const forgotten = entries.filter((entry) => entry.fact.fact === "forgotten");
  const [first] = forgotten;
  if (!first) return moments;
  const sides = forgotten.map((entry) => text(entry.fact.god));
  const title = t("ankh.moment.forgotten", { god: sides.map((god) => name(`god.${god}`)).join(", ") });
  return [...moments, { title, words: t("ankh.moment.forgotten.text"), sides, rule: first.rule, grim: true }];
}

/** To finish an action in which nothing has happened since it was chosen. */
function isWasted(offer: Offer, view: AnkhView, log: Entry[]): boolean {
  return offer.verb === "done" && ACTION_PROMPTS.has(view.decision.prompt) && log.at(-1)?.fact.fact === "action";
}
const ACTION_PROMPTS = new Set(["move-figure", "summon-piece", "unlock-power"]);

/** Where the rule book says what a thing does, by the verb that chooses it. */
const CHAPTERS: Record<string, string> = {
  card: "ankh/card", power: "ankh/power", piece: "ankh/guardian", room: "pharaoh/palace", priest: "pharaoh/palace",
  agenda: "pharaoh/card", take: "pharaoh/card", remove: "pharaoh/card", "remove-played": "pharaoh/card",
};

/** Most devoted first; then the gods that left: merged into another, or forgotten. */
function standing(view: AnkhView): Standing[] {
  const here = [...view.ladder].reverse().map((god): Standing => {
    const found = view.gods.find((one) => one.god === god);
    return { side: god, seats: found?.seats ?? [], words: t("ankh.devotion.at", { count: found?.devotion ?? 0 }), out: false };
  });
  const merged = view.seats
    .filter((one) => one.in_play && one.god !== null && one.god !== one.started_as)
    .map((one): Standing => ({
      side: one.started_as, seats: [one.seat], words: t("ankh.player.merged", { god: name(`god.${one.god}`) }), out: true,
    }));
  const gone = view.seats
    .filter((one) => !one.in_play)
    .map((one): Standing => ({ side: one.started_as, seats: [one.seat], words: t("ankh.player.forgotten"), out: true }));
  return [...here, ...merged, ...gone];
}

export const drawing: Drawing<AnkhView> = {
  words,
  icons: { ...shapesOf(list, shapes), underworld: GATE },
  Board,
  Rail,
  Players,
  Below,
  Aside,
  stage: {
    Stage: later(() => import("./battle/BattleStage.svelte").then((found) => found.default)),
    Answers: later(() => import("./battle/PromptAnswers.svelte").then((found) => found.default)),
    conflict: (view) => (view.battle ? `${view.tracks.conflicts_done}/${view.battle.region}` : null),
    verbs: ["card", "bid"],
    // More than any conflict has.
    memory: 600,
    icon: "event.conflict",
    label: "ankh.stage",
    isPartOf: (entry) => entry.fact.fact === "battle" || entry.fact.fact === "domination",
  },
  choices: "prompt",
  amounts: ["bid"],
  sideOf: (view, seat) => view.seats.find((one) => one.seat === seat)?.god ?? null,
  iconOf: (offer) => {
    const kind = offer.verb === "build" ? "monument" : offer.verb === "hold" ? "god" : offer.verb;
    const key = `${kind}.${offer.noun}`;
    return hasIcon(key) ? key : null;
  },
  // A power has the name of a monument.
  pickedWords: ({ decision: { picked = {} } }) => {
    const { type, ...rest } = picked;
    return [...(typeof type === "string" ? [name(`monument.${type}`)] : []), pickedWords(rest)].filter(Boolean);
  },
  explain: (offer) => {
    const id = ruleOf(offer);
    return id === null ? "" : (rule(id)?.text ?? "");
  },
  ruleOf,
  noteOf,
  isWasted,
  log,
  isGrave: (entry) => GRAVE.has(entry.fact.fact),
  momentsOf,
  standing,
  End: later(() => import("./end/Sources.svelte").then((found) => found.default)),
  triumph: "ankh.triumph",
  editor: async () => (await import("./editor")).editor,
  chart: (board) => {
    const { top, red_until } = board as BoardInfo;
    return {
      title: "ankh.chart", slider: "ankh.chart.slider", top, danger: { until: red_until, label: "ankh.devotion.border" },
      numbered: ["conflict"],
    };
  },
};
