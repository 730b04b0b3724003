// Which drawing stands for what: rewards, offers, facts.
import { hasIcon } from "../../lib/icons";
import { nameOfPlace } from "../../lib/places.svelte";
import type { Offer } from "../../lib/protocol";
import { name, rule, t } from "../../lib/words.svelte";
import type { AnunnakiView, ContractView, Reward, TerritoryView } from "./view";

const REWARDS: Record<string, string> = {
  food: "resource.food", wood: "resource.wood", gold: "resource.gold", metal: "resource.metal", mana: "mana", follower: "follower",
  weapon: "weapons", contract: "contract", supremacy: "track.supremacy", war: "track.war", technology: "track.technology",
  trade: "track.trade", vp: "vp", portal: "tile.portal", move: "tile.move-blue", income: "tile.income", goal: "tile.supremacy",
  blue: "mana.blue", red: "mana.red", develop: "track.technology", settlement: "settlement", cube_move: "cube", any: "any", one_of: "any",
};
/** The drawing of a reward. */
export const rewardIcon = (kind: string): string => REWARDS[kind] ?? "vp";

/** A reward in words: "2 × gold". */
/** Verbs whose offers are laid out as cards over the board. */
export const LAID_OUT: readonly string[] = ["god", "artifact", "row", "token", "horn", "weapon"];

export function rewardWords(reward: Reward): string {
  if (reward.of) return `${name("reward.one_of")}: ${reward.of.map((kind) => name(`reward.${kind}`)).join(", ")}`;
  const amount = reward.amount ?? 1;
  return amount === 1 ? name(`reward.${reward.kind}`) : `${amount} × ${name(`reward.${reward.kind}`)}`;
}

/** Where the rule book says what a thing does, by the verb that chooses it. */
const CHAPTERS: Record<string, string> = {
  tile: "action", mana: "mana", god: "house", piece: "house", weapon: "weapon", artifact: "artifact",
};
const ELSEWHERE: Record<string, string> = {
  "weapon net": "anunnaki/weapon/cancel", "mana mirror": "anunnaki/artifact/mirror", "extra summon": "anunnaki/summon/ready",
  "extra contract": "anunnaki/contract/fulfil", "extra pandora": "anunnaki/artifact/pandora",
  "extra cornucopia": "anunnaki/artifact/cornucopia",
};
/** The rule about a thing, by the verb and noun that choose it. */
export function ruleOf(verb: string, noun: string): string | null {
  const id = ELSEWHERE[`${verb} ${noun}`] ?? (CHAPTERS[verb] ? `anunnaki/${CHAPTERS[verb]}/${noun}` : "");
  return rule(id) ? id : null;
}
export function explain(offer: Pick<Offer, "verb" | "noun">): string {
  const id = ruleOf(offer.verb, offer.noun);
  return id ? (rule(id)?.text ?? "") : "";
}

export function iconOf(offer: Offer): string | null {
  const kind = offer.verb === "piece" && !["follower", "settlement"].includes(offer.noun) ? "god" : offer.verb;
  const key = kind === "piece" ? offer.noun : kind === "token" ? rewardIcon(offer.noun) : `${kind}.${offer.noun}`;
  if (kind === "contract") return "contract";
  return hasIcon(key) ? key : null;
}

/** A territory's or meeting point's name: "Northern forest of Gaia". */
export const placeName = (place: string): string => nameOfPlace(place) ?? name(`territory.${place}`);

/** What is in a territory, in words. */
export function contentsOf(territory: TerritoryView): string[] {
  const found: string[] = [];
  for (const [kind, count] of Object.entries(territory.symbols)) {
    if (!count) continue;
    const left = count.all - count.exhausted;
    found.push(`${name(`resource.${kind}`)} ${left}${count.exhausted ? ` (${t("anunnaki.exhausted", { count: count.exhausted })})` : ""}`);
  }
  if (territory.shrines) found.push(`${name("word.shrine")}${territory.shrines > 1 ? ` ×${territory.shrines}` : ""}`);
  if (territory.atlantis) found.push(name("word.atlantis"));
  const civilization = territory.civilization;
  if (civilization) {
    const effect = civilization.effect ? `, ${name(`effect.${civilization.effect}`)}` : "";
    const reward = civilization.reward?.map(rewardWords).join(", ");
    const told = civilization.up ? `${t("anunnaki.strength", { count: civilization.strength ?? 0 })}${effect}; ${reward}` : "?";
    found.push(`${name("word.civilization")}: ${told}`);
  }
  for (const [house, pieces] of Object.entries(territory.pieces)) {
    const list = Object.entries(pieces).map(([piece, count]) => `${pieceName(piece)}${count > 1 ? ` ×${count}` : ""}`);
    found.push(`${name(`house.${house}`)}: ${list.join(", ")}`);
  }
  return found;
}

export const pieceName = (piece: string): string => name(["follower", "settlement"].includes(piece) ? `piece.${piece}` : `god.${piece}`);

/** What was picked so far in the step that asks, as words: "Follower from Gaia a". */
export function pickedWords(view: AnunnakiView): string[] {
  const picked = view.decision.picked ?? {};
  const found: string[] = [];
  if (picked.god) found.push(name(`god.${picked.god}`));
  if (picked.piece) found.push(pieceName(picked.piece));
  if (picked.from) found.push(picked.from.includes(".") || picked.from === "afterlife" ? t("anunnaki.picked.from", { place: placeName(picked.from) }) : name(`house.${picked.from}`));
  if (picked.to) found.push(t("anunnaki.picked.to", { place: placeName(picked.to) }));
  if (picked.territory) found.push(placeName(picked.territory));
  if (picked.contract) found.push(`${name("reward.contract")} ${contractName(picked.contract)}`);
  if (picked.line) found.push(t("anunnaki.picked.line", { line: lineName(picked.line, view) }));
  if (picked.taken?.length) found.push(t("anunnaki.picked.taken", { list: picked.taken.map((kind) => name(`resource.${kind}`)).join(", ") }));
  if (picked.harvested?.length) found.push(t("anunnaki.picked.harvested", { list: picked.harvested.map(placeName).join(", ") }));
  if (typeof picked.left === "number" && picked.left > 0) found.push(t("anunnaki.picked.left", { count: picked.left }));
  return found;
}

/** A line by the tiles it joins: "Trade – Market". */
export const lineName = (line: string, view: AnunnakiView): string =>
  line.split("-").map((place) => name(`tile.${view.tiles?.[place] ?? place}`)).join(" – ");

/** "Norrenis 4", from "norrenis4". */
export function contractName(contract: string): string {
  const [, house = "", number = ""] = /^([a-z]+)(\d+)$/.exec(contract) ?? [];
  return `${house === "neutral" ? name("word.neutral") : name(`house.${house}`)} ${number}`;
}
/** What a contract is about, in a sentence: what it takes, what comes of it. */
export function contractWords(contract: ContractView): string {
  const cost = Object.entries(contract.cost).map(([kind, amount]) => rewardWords({ kind, amount }));
  const gifts = [...contract.middle, { kind: "vp", amount: contract.vp }, { kind: "trade", amount: contract.trade }].filter((one) => one.amount !== 0);
  return t("anunnaki.contract", { name: contractName(contract.name), cost: cost.join(", "), gives: gifts.map(rewardWords).join(", ") });
}
export const contractHouse = (contract: string): string | null => {
  const house = contract.replace(/\d+$/, "");
  return house === "neutral" ? null : house;
};
