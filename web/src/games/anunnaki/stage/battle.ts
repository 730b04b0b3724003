// A battle read from its facts: everything the stage shows is a function of the first beats of them, so that playing a
// battle, live or from the log, is letting their number grow.
import type { Entry, View } from "../../../lib/protocol";

/** What the stage needs of a view. */
export interface BattleSide { house: string | null; weapons: string[]; strength: number; terms: { thing: string; amount: number }[] }
export interface StageView extends View {
  seats: { seat: number; house: string }[];
  territories: { name: string; atlantis: boolean; civilization?: { up: boolean; effect?: string | null } }[];
  battle: { territory: string; civilization: boolean; attacker: BattleSide; defender: BattleSide; winner: string | null } | null;
}

export interface Term { thing: string; amount: number }
export interface Card {
  weapon: string;
  /** up: it fights; back: its owner had to take it back; aside: the other one of two was used */
  state: "up" | "back" | "aside";
}
export interface Gain { kind: "resource" | "mana" | "vp" | "track"; thing: string; amount: number }
export interface Retreat { piece: string; amount: number; to: string }
export interface Fighter {
  /** null: a civilization. */
  house: string | null;
  attacks: boolean;
  cards: Card[];
  paid: Gain[];
  cancelled: boolean;
  /** Weapons whose effect came true. */
  effects: string[];
  terms: Term[];
  strength: number | null;
  counted: boolean;
  gains: Gain[];
  retreats: Retreat[];
  conquers: boolean;
  outcome: "won" | "lost" | null;
}
export interface Story {
  /** The number of its first entry. */
  key: number; version: number; place: string; attacker: string; defender: string | null; entries: Entry[];
}
export interface Battle {
  fighters: [Fighter, Fighter];
  /** The number of the civilization's tile, once it is turned up, and its printed strength. */
  civilization: { number: string; strength: number } | null;
  revealed: boolean;
  decided: boolean;
}
/** How far a battle is told: so many entries whole, and so many terms of the next one. */
export interface Beat { entries: number; terms: number }

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const number = (value: unknown): number => (typeof value === "number" ? value : 0);
const COUNTS = new Set(["strength", "civilization-strength"]);
/** Facts after which a battle is behind us. */
const ENDS = new Set(["battle", "turn", "marker-resolved", "end-triggered", "scored", "match-over"]);

/** Every battle in these entries, oldest first. */
export function readStories(entries: Entry[]): Story[] {
  const stories: Story[] = [];
  let open = false;
  for (const entry of entries) {
    const { fact } = entry;
    if (ENDS.has(fact.fact)) open = false;
    if (fact.fact === "battle") {
      open = true;
      stories.push({
        key: entry.number, version: entry.version, place: text(fact.place), attacker: text(fact.house),
        defender: typeof fact.other === "string" ? fact.other : null, entries: [],
      });
    }
    if (open) stories.at(-1)!.entries.push(entry);
  }
  return stories;
}

/** The terms that a fact carries: "ra 3". */
export function termsOf(entry: Entry): Term[] {
  const terms = Array.isArray(entry.fact.terms) ? entry.fact.terms.map(String) : [];
  return terms.map((term) => ({ thing: term.slice(0, term.lastIndexOf(" ")), amount: Number(term.slice(term.lastIndexOf(" ") + 1)) }));
}

/** Facts that happen at once are shown at once. */
const TOGETHER = new Set(["weapon-played", "resource-paid", "retreated", "weapon-beside", "weapon-cancelled"]);

/** The beats of a battle: a strength is counted term by term. */
export function beatsOf(entries: Entry[]): Beat[] {
  const beats: Beat[] = [];
  entries.forEach((entry, index) => {
    if (COUNTS.has(entry.fact.fact)) for (let term = 1; term <= termsOf(entry).length; term += 1) beats.push({ entries: index, terms: term });
    const next = entries[index + 1];
    if (!next || next.fact.fact !== entry.fact.fact || !TOGETHER.has(entry.fact.fact)) beats.push({ entries: index + 1, terms: 0 });
  });
  return beats;
}

function newFighter(house: string | null, attacks: boolean): Fighter {
  return {
    house, attacks, cards: [], paid: [], cancelled: false, effects: [], terms: [], strength: null, counted: false, gains: [],
    retreats: [], conquers: false, outcome: null,
  };
}

function add(list: Gain[], kind: Gain["kind"], thing: string, amount: number): void {
  const known = list.find((one) => one.kind === kind && one.thing === thing);
  if (known) known.amount += amount;
  else list.push({ kind, thing, amount });
}

/** What a battle has come to at a beat. */
export function readBattle(story: Story, beat: Beat): Battle {
  const attacker = newFighter(story.attacker, true);
  const defender = newFighter(story.defender, false);
  const battle: Battle = { fighters: [attacker, defender], civilization: null, revealed: false, decided: false };
  const of = (house: unknown): Fighter | null =>
    house === undefined ? defender : house === attacker.house ? attacker : house === defender.house ? defender : null;
  let counted = false;
  story.entries.slice(0, beat.entries).forEach((entry) => {
    const { fact } = entry;
    const fighter = of(fact.house);
    const thing = text(fact.thing);
    const amount = number(fact.amount);
    if (!fighter) return;
    switch (fact.fact) {
      case "weapon-played":
        battle.revealed = true;
        fighter.cards.push({ weapon: thing, state: "up" });
        break;
      case "weapon-chosen":
        fighter.cards = fighter.cards.map((card) => (card.weapon === thing ? card : { ...card, state: "aside" }));
        break;
      case "weapon-back":
        fighter.cards = fighter.cards.map((card) => (card.weapon === thing ? { ...card, state: "back" } : card));
        break;
      case "civilization-shown": battle.civilization = { number: thing, strength: amount }; break;
      case "weapon-cancelled": fighter.cancelled = true; break;
      case "civilization-cancelled": defender.cancelled = true; break;
      case "weapon-effect": fighter.effects.push(thing); break;
      case "resource-paid": add(counted ? fighter.gains : fighter.paid, "resource", thing, counted ? -amount : amount); break;
      case "strength":
      case "civilization-strength":
        counted = true;
        fighter.terms = termsOf(entry);
        fighter.strength = amount;
        fighter.counted = true;
        break;
      case "battle-won":
        battle.decided = true;
        fighter.outcome = "won";
        break;
      case "battle-lost":
        battle.decided = true;
        fighter.outcome = "lost";
        (fighter === attacker ? defender : attacker).outcome ??= "won";
        break;
      case "civilization-conquered": fighter.conquers = true; break;
      case "resource-gained": add(fighter.gains, "resource", thing, amount); break;
      case "resource-lost": add(fighter.gains, "resource", thing, -amount); break;
      case "resource-stolen": {
        const robbed = of(fact.other);
        if (robbed && robbed !== fighter) add(robbed.gains, "resource", thing, -amount);
        break;
      }
      case "mana-gained": add(fighter.gains, "mana", "mana", amount); break;
      case "vp-gained": add(fighter.gains, "vp", "vp", amount); break;
      case "steps": add(fighter.gains, "track", thing, amount); break;
      case "retreated": fighter.retreats.push({ piece: thing, amount, to: text(fact.place) }); break;
    }
  });
  const counting = beat.terms > 0 ? story.entries[beat.entries] : undefined;
  const now = counting ? of(counting.fact.house) : null;
  if (counting && now) {
    now.terms = termsOf(counting).slice(0, beat.terms);
    now.strength = now.terms.reduce((sum, term) => sum + term.amount, 0);
  }
  if (attacker.outcome === "won") defender.outcome = "lost";
  return battle;
}

/** A gain or a loss as people read it. */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}
