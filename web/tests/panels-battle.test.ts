import { describe, expect, it } from "vitest";
import { beats, readBattle } from "../src/games/ankh/battle/breakdown";
import { conflictEntries, readConflict } from "../src/games/ankh/battle/conflict";
import { partsOf, standings } from "../src/games/ankh/battle/sequence";
import { tally, victor } from "../src/games/ankh/battle/tally";
import { entriesOf, mixed, tied } from "./panels-sample";

const regions = (entries = tied) => readConflict(conflictEntries(entries)).regions;
const battleOf = (region: number, entries = tied) => {
  const found = regions(entries).find((one) => one.region === region);
  if (found?.kind !== "battle") throw new Error(`region ${region} has no battle`);
  return found.entries;
};

describe("a conflict", () => {
  it("is cut out of the log from the tiebreaker to the next turn", () => {
    const found = conflictEntries(mixed);
    expect(found[0]?.fact.fact).toBe("tiebreaker");
    expect(found.at(-1)?.fact.fact).toBe("conflict-over");
  });

  it("is found by a version in the middle of it", () => {
    const later = tied.map((entry) => ({ ...entry, number: entry.number + 100, version: entry.version + 100 }));
    const both = [...mixed, ...later];
    expect(readConflict(conflictEntries(both, 30)).holder).toBe("amun");
    expect(readConflict(conflictEntries(both, 130)).holder).toBe("isis");
    expect(readConflict(conflictEntries(both)).holder).toBe("isis");
  });

  it("has every region in its order, majorities of a domination with the domination", () => {
    expect(regions(mixed).map((one) => [one.kind, one.region])).toEqual([
      ["battle", 1], ["battle", 2], ["domination", 3], ["battle", 4], ["domination", 5],
    ]);
    expect(regions(mixed)[2]).toMatchObject({ god: "osiris", majorities: ["obelisk", "temple"], devotion: 3 });
    expect(regions(mixed)[4]).toMatchObject({ god: "ra", majorities: ["pyramid"], devotion: 2 });
  });

  it("knows empty regions, its number and its end", () => {
    const conflict = readConflict(conflictEntries(tied));
    expect(conflict.regions.map((one) => [one.kind, one.region])).toEqual([
      ["battle", 1], ["skipped", 2], ["battle", 3], ["battle", 4],
    ]);
    expect(conflict).toMatchObject({ holder: "isis", number: 1, over: true });
    expect(conflict.before.map((entry) => entry.fact.fact)).toEqual(["followers-gained"]);
    expect(conflict.regions.every((one) => one.kind !== "battle" || one.over)).toBe(true);
  });

  it("is open while its last battle goes on", () => {
    const cut = tied.slice(0, tied.findIndex((entry) => entry.fact.fact === "plague"));
    const conflict = readConflict(conflictEntries(cut));
    expect(conflict.over).toBe(false);
    expect(conflict.regions.at(-1)).toMatchObject({ kind: "battle", region: 3, over: false });
    expect(victor(conflict.regions.at(-1)!)).toBeNull();
  });

  it("adds up what each god got where", () => {
    const rows = tally(readConflict(conflictEntries(tied)), ["ra", "isis", "anubis", "osiris"]);
    expect(Object.fromEntries(rows.map((row) => [row.god, row.byRegion]))).toEqual({
      ra: [0, 0, 0, 3], isis: [1, 0, 0, 0], anubis: [1, 0, 0, 0], osiris: [0, 0, 2, 0],
    });
    expect(rows[0]).toMatchObject({ god: "ra", total: 3 });
    expect(regions().map(victor)).toEqual(["", "", "osiris", "ra"]);
  });

  it("without entries is nothing", () => {
    expect(conflictEntries([])).toEqual([]);
    expect(readConflict([]).regions).toEqual([]);
  });
});

describe("a battle", () => {
  it("adds strength up term by term", () => {
    const [ra] = readBattle(battleOf(4)).fighters.filter((one) => one.god === "ra");
    expect(ra?.terms).toEqual([
      { kind: "figures", thing: null, amount: 2 }, { kind: "card", thing: "drought", amount: 1 },
    ]);
    expect(ra).toMatchObject({ strength: 3, counted: true, majorities: ["pyramid"], devotion: 3, followers: 3 });
  });

  it("shows a running sum until the total is told", () => {
    const entries = battleOf(4);
    const cut = entries.findIndex((entry) => entry.fact.fact === "strength-card");
    const ra = readBattle(entries.slice(0, cut), ["ra", "anubis"]).fighters.find((one) => one.god === "ra");
    expect(ra).toMatchObject({ strength: 2, counted: false });
  });

  it("every total is the sum of its terms", () => {
    for (const region of [...regions(mixed), ...regions(tied)]) {
      if (region.kind !== "battle") continue;
      for (const fighter of readBattle(region.entries).fighters) {
        if (fighter.counted) expect(fighter.terms.reduce((sum, term) => sum + term.amount, 0)).toBe(fighter.strength);
      }
    }
  });

  it("knows who takes part, wins, and dies", () => {
    const battle = readBattle(battleOf(4));
    expect(battle.fighters.map((one) => one.god).sort()).toEqual(["anubis", "ra"]);
    expect(battle).toMatchObject({ region: 4, winner: "ra", margin: 2, revealed: true });
    expect(battle.fighters.find((one) => one.god === "anubis")?.fallen).toEqual([{ piece: "warrior", cell: "F7" }]);
  });

  it("may have no winner", () => {
    const battle = readBattle(battleOf(1));
    expect(battle.winner).toBe("");
    expect(battle.fighters).toHaveLength(3);
    expect(battle.fighters.find((one) => one.god === "isis")?.built).toEqual(["temple"]);
  });

  it("reads bids and the dead of a plague", () => {
    const battle = readBattle(battleOf(3));
    const bids = Object.fromEntries(battle.fighters.map((one) => [one.god, one.bids]));
    expect(bids).toEqual({ osiris: [2], isis: [1] });
    const isis = battle.fighters.find((one) => one.god === "isis");
    expect(isis).toMatchObject({ counted: false, fallen: [{ piece: "warrior", cell: "B2" }], followers: -1 });
  });

  it("keeps apart those who only gain or lose by it", () => {
    const battle = readBattle(entriesOf([
      { fact: "battle", rule: "ankh/conflict/battle", cell: "A2", amount: 1 },
      { fact: "card-played", rule: "ankh/battle/reveal", god: "ra", thing: "flood", amount: 0 },
      { fact: "devotion-lost", rule: "ankh/guardian/cat-mummy", god: "amun", amount: 1 },
    ]));
    expect(battle.fighters.map((one) => one.god)).toEqual(["ra"]);
    expect(battle.bystanders).toMatchObject([{ god: "amun", devotion: -1 }]);
  });

  it("reads two cards of Amun", () => {
    const battle = readBattle(entriesOf([
      { fact: "battle", rule: "ankh/conflict/battle", cell: "A2", amount: 1 },
      { fact: "two-announced", rule: "ankh/battle/amun-announce", god: "amun", amount: 0 },
      { fact: "card-played", rule: "ankh/battle/reveal", god: "amun", thing: "flood", amount: 0 },
      { fact: "card-played", rule: "ankh/battle/reveal", god: "amun", thing: "chariots", amount: 0 },
    ]));
    expect(battle.fighters).toMatchObject([{ god: "amun", two: true, cards: ["flood", "chariots"] }]);
  });
});

describe("beats", () => {
  it("turn all cards at once, and show all the dead at once", () => {
    const entries = battleOf(1);
    const stops = beats(entries);
    const cards = entries.filter((entry) => entry.fact.fact === "card-played").length;
    expect(cards).toBe(3);
    expect(stops.slice(0, 2)).toEqual([1, 1 + cards]);
    expect(stops.at(-1)).toBe(entries.length);
    expect(stops).toHaveLength(entries.length - (cards - 1) - 1);
  });
});

describe("the sequence", () => {
  it("never goes back", () => {
    for (const region of regions()) {
      if (region.kind !== "battle") continue;
      const parts = partsOf(region.entries);
      expect(parts[0]).toBeNull();
      expect(new Set(parts.slice(1)).has(null)).toBe(false);
    }
  });

  it("puts each fact into its step", () => {
    const parts = partsOf(battleOf(1));
    const of = (fact: string) => parts[battleOf(1).findIndex((entry) => entry.fact.fact === fact)];
    expect([of("card-played"), of("monument-built"), of("majority"), of("strength"), of("battle-tied"), of("killed"), of("held"), of("underworld")])
      .toEqual(["reveal", "build", "majorities", "strength", "winner", "fallen", "fallen", "after"]);
  });

  it("knows deaths by plague from deaths by defeat", () => {
    const entries = battleOf(3);
    expect(partsOf(entries)[entries.findIndex((entry) => entry.fact.fact === "killed")]).toBe("plague");
  });

  it("a bonus belongs to the gain it adds to", () => {
    const entries = entriesOf([
      { fact: "battle", rule: "ankh/conflict/battle", amount: 1 },
      { fact: "battle-won", rule: "ankh/battle/winner", god: "ra", amount: 1 },
      { fact: "bountiful", rule: "ankh/power/bountiful", god: "ra", amount: 1 },
      { fact: "devotion-gained", rule: "ankh/battle/win-devotion", god: "ra", amount: 2 },
    ]);
    expect(partsOf(entries)).toEqual([null, "winner", "gains", "gains"]);
  });

  it("says what is done, going on, passed by and ahead", () => {
    const begun = standings(battleOf(3).slice(0, 1), "battle-card", false);
    expect(begun).toMatchObject({ obelisks: "passed", choose: "now", reveal: "ahead", after: "ahead" });
    const entries = battleOf(3);
    const bidding = standings(entries.slice(0, 3), "plague-bid", false);
    expect(bidding).toMatchObject({ choose: "done", reveal: "done", build: "passed", plague: "now", strength: "ahead" });
    const over = standings(entries, null, true);
    expect(over).toMatchObject({ plague: "done", strength: "done", winner: "done", gains: "done", after: "passed" });
    expect(Object.values(over)).not.toContain("now");
  });
});
