// What a battle has come to, read from its facts: everything the stage shows is a function of the first n of them, so
// that playing a battle, live or from the log, is letting n grow.
import type { Entry } from "../../../lib/protocol";

export interface Term { kind: "figures" | "temples" | "card" | "pharaoh"; thing: string | null; amount: number }
export interface Fallen { piece: string; cell: string }
export interface Fighter {
  god: string;
  cards: string[];
  two: boolean;
  bids: number[];
  terms: Term[];
  /** The strength, once it is known; the sum of the terms until then. */
  strength: number | null;
  counted: boolean;
  /** Cells of figures whose strength does not count. */
  silenced: string[];
  majorities: string[];
  built: string[];
  fallen: Fallen[];
  saved: string[];
  devotion: number;
  followers: number;
}
export interface Battle {
  region: number;
  fighters: Fighter[];
  /** Gods outside the battle that gained or lost by it. */
  bystanders: Fighter[];
  revealed: boolean;
  /** null: not decided; "": nobody. */
  winner: string | null;
  margin: number;
}

function newFighter(god: string): Fighter {
  return {
    god, cards: [], two: false, bids: [], terms: [], strength: null, counted: false, silenced: [], majorities: [],
    built: [], fallen: [], saved: [], devotion: 0, followers: 0,
  };
}

const TERM_OF: Record<string, Term["kind"]> = {
  "strength-figures": "figures", "strength-temples": "temples", "strength-card": "card", "strength-pharaoh": "pharaoh",
};

/** Reads a battle from its facts, the first being `battle`. `gods`: who is known to take part before any card is shown. */
export function readBattle(entries: Entry[], gods: string[] = []): Battle {
  const known = new Map<string, Fighter>();
  const taking = new Set(gods);
  const of = (god: string): Fighter => {
    const found = known.get(god) ?? newFighter(god);
    known.set(god, found);
    return found;
  };
  gods.forEach(of);
  const battle: Battle = { region: 0, fighters: [], bystanders: [], revealed: false, winner: null, margin: 0 };
  for (const { fact } of entries) {
    const god = typeof fact.god === "string" ? fact.god : null;
    const thing = typeof fact.thing === "string" ? fact.thing : null;
    const cell = typeof fact.cell === "string" ? fact.cell : "";
    const amount = typeof fact.amount === "number" ? fact.amount : 0;
    const kind = TERM_OF[fact.fact];
    if (fact.fact === "battle") battle.region = amount;
    else if (fact.fact === "battle-tied") battle.winner = "";
    if (!god) continue;
    const fighter = of(god);
    if (kind) {
      fighter.terms.push({ kind, thing, amount });
      fighter.strength = (fighter.strength ?? 0) + amount;
    }
    switch (fact.fact) {
      case "two-announced": fighter.two = true; break;
      case "card-played":
        taking.add(god);
        battle.revealed = true;
        if (thing) fighter.cards.push(thing);
        break;
      case "bid": fighter.bids.push(amount); break;
      case "monument-built": fighter.built.push(thing ?? ""); break;
      case "majority": fighter.majorities.push(thing ?? ""); break;
      case "neutralised":
      case "blocked": fighter.silenced.push(cell); break;
      case "strength":
        fighter.strength = amount;
        fighter.counted = true;
        break;
      case "battle-won":
        battle.winner = god;
        battle.margin = amount;
        break;
      case "protected": fighter.saved.push(cell); break;
      case "killed": fighter.fallen.push({ piece: thing ?? "warrior", cell }); break;
      case "devotion-gained": fighter.devotion += amount; break;
      case "devotion-lost": fighter.devotion -= amount; break;
      case "followers-gained": fighter.followers += amount; break;
      case "followers-lost": fighter.followers -= amount; break;
    }
  }
  for (const fighter of known.values()) (taking.has(fighter.god) ? battle.fighters : battle.bystanders).push(fighter);
  battle.bystanders = battle.bystanders.filter((one) => one.devotion || one.followers);
  return battle;
}

/** A gain or a loss as people read it. */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}

/** Facts that happen at once are shown at once. */
const TOGETHER = new Set(["card-played", "bid", "killed", "followers-lost", "protected", "infantry-taken"]);

/** How many entries are shown after each beat of the stage. */
export function beats(entries: Entry[]): number[] {
  const result: number[] = [];
  entries.forEach((entry, index) => {
    const next = entries[index + 1];
    if (!next || next.fact.fact !== entry.fact.fact || !TOGETHER.has(entry.fact.fact)) result.push(index + 1);
  });
  return result;
}
