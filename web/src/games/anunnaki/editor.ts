// What an editor of positions must know of Anunnaki: pieces for the boards, and the fields of a position
// (docs/notation-anunnaki.md).
import { addWords, t, type Phrase, type Phrases } from "../../lib/words.svelte";
import { named, type Doc, type EditorDrawing, type Field, type Sheet, type Tool } from "../../positions/sheet";
import type { BoardInfo } from "./view";

const say = (en: string, de: string, ru: string): Phrase => ({ en, de, ru });
const words: Phrases = {
  "edit.turn": say("Turn", "Zug", "Ход"),
  "edit.goods": say("Goods", "Güter", "Ресурсы"),
  "edit.houses": say("Gods and weapons", "Götter und Waffen", "Боги и оружие"),
  "edit.star": say("Star", "Stern", "Звезда"),
  "edit.resources": say("Resources", "Ressourcen", "Ресурсы"),
  "edit.mana": say("Mana", "Mana", "Мана"),
  "edit.vp": say("Victory points", "Siegpunkte", "Победные очки"),
  "edit.tracks": say("Tracks", "Leisten", "Шкалы"),
  "edit.hand": say("Advanced weapons in hand", "Fortgeschrittene Waffen auf der Hand", "Особое оружие на руке"),
  "edit.gods": say("Lesser gods", "Niedere Götter", "Младшие боги"),
  "edit.artifacts": say("Artifacts", "Artefakte", "Артефакты"),
  "edit.developed": say("Developed tiles", "Entwickelte Plättchen", "Развитые жетоны"),
  "edit.figure": say("Action figure on", "Aktionsfigur auf", "Фигура действия на"),
  "edit.tokens": say("God tokens ready", "Bereite Göttermarker", "Готовые жетоны богов"),
  "edit.whose": say("Whose turn", "Wer am Zug ist", "Чей ход"),
  "edit.first": say("First player", "Startspieler", "Первый игрок"),
  "edit.phase": say("Phase", "Phase", "Фаза"),
  "edit.round": say("Round", "Runde", "Раунд"),
  "edit.resolved": say("Resolved", "Aufgelöst", "Разыграны"),
};
addWords("anunnaki", words);

const GODS_PER_HOUSE = 8;

/** The gods of a house: they stand house by house in the catalogue. */
function godsOf(house: string): [string, string][] {
  const at = named("house").findIndex(([name]) => name === house);
  return named("god").slice(at * GODS_PER_HOUSE, (at + 1) * GODS_PER_HOUSE);
}

function tools(doc: Doc): Tool[] {
  return doc.seats.flatMap((side) => {
    const on = (piece: string, label: string, once: boolean): Tool =>
      ({ id: `${piece}.${side}`, label, icon: null, side, key: "pieces", by: side, verb: "territory", once, line: (place) => `${piece} ${place}` });
    return [
      ...named("piece", ["follower", "settlement"]).map(([name, label]) => on(name, label, false)),
      ...godsOf(side).map(([name, label]) => on(name, label, true)),
    ];
  });
}

function sheet(doc: Doc): Sheet {
  const sides = named("house", doc.seats);
  const field = (key: string): { key: string; label: string } => ({ key, label: t(`anunnaki.edit.${key}`) });
  const resources = named("resource", ["food", "wood", "gold", "metal"]);
  const weapons = named("weapon").slice(2);
  const fields: Record<string, Field[]> = {
    turn: [
      { key: "turn", label: t("anunnaki.edit.whose"), kind: "one", names: sides, each: "all" },
      { ...field("first"), kind: "one", names: sides, each: "all" },
      { ...field("phase"), kind: "one", names: named("phase").filter(([name]) => !["setup", "end"].includes(name)), each: "all" },
      { ...field("round"), kind: "number", most: 100, each: "all" },
    ],
    goods: [
      { ...field("resources"), kind: "numbers", most: 19, names: resources, each: "side" },
      { ...field("mana"), kind: "number", most: 99, each: "side" },
      { ...field("vp"), kind: "number", most: 999, each: "side" },
      { ...field("tracks"), kind: "numbers", most: 99, names: named("track"), each: "side" },
    ],
    houses: [
      { ...field("gods"), kind: "set", names: doc.seats.flatMap((side) => godsOf(side).slice(1)), each: "side" },
      { ...field("hand"), kind: "set", names: weapons, each: "side" },
      { ...field("artifacts"), kind: "set", names: named("artifact"), each: "side" },
    ],
    star: [
      { ...field("figure"), kind: "one", names: named("tile"), each: "side" },
      { ...field("developed"), kind: "set", names: named("tile"), each: "side" },
      { ...field("tokens"), kind: "numbers", most: 5, names: named("ready"), each: "side" },
    ],
  };
  return {
    tools: tools(doc),
    lists: ["pieces"],
    places: (board) => {
      const { boards, afterlife } = board as BoardInfo;
      const here = boards.filter((part) => doc.seats.includes(part.board) || (part.players?.includes(doc.seats.length) ?? false));
      return [...here.flatMap((part) => part.territories.map((one) => one.name)), afterlife.name];
    },
    groups: Object.entries(fields).map(([key, found]) => ({ title: t(`anunnaki.edit.${key}`), fields: found })),
  };
}

export const editor: EditorDrawing = {
  blank: (sides) => {
    const seats = sides.slice(0, 2);
    const pieces = Object.fromEntries(seats.map((side) => [side, [`settlement ${side}.CAP`, `follower ${side}.CAP`, `follower ${side}.CAP`, `follower ${side}.ML`]]));
    return { game: "anunnaki", seats, position: { pieces } };
  },
  sheet,
};
