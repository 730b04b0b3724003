// What an editor of positions must know of Ankh: pieces for the board, and the fields of a position (docs/notation.md).
import { addWords, t, type Phrase, type Phrases } from "../../lib/words.svelte";
import { named, type Doc, type EditorDrawing, type Field, type Sheet, type Tool } from "../../positions/sheet";
import type { BoardInfo } from "./view";

const say = (en: string, de: string, ru: string): Phrase => ({ en, de, ru });
const words: Phrases = {
  "edit.turn": say("Turn", "Zug", "Ход"),
  "edit.goods": say("Goods", "Vorräte", "Запасы"),
  "edit.cards": say("Cards and powers", "Karten und Mächte", "Карты и силы"),
  "edit.tracks": say("Tracks", "Leisten", "Шкалы"),
  "edit.followers": say("Followers", "Anhänger", "Последователи"),
  "edit.devotion": say("Devotion", "Verehrung", "Преданность"),
  "edit.powers": say("Ankh powers", "Ankh-Mächte", "Силы анкха"),
  "edit.hand": say("Cards in hand", "Karten auf der Hand", "Карты на руке"),
  "edit.pool": say("Guardians in the pool", "Wächter im Vorrat", "Стражи в запасе"),
  "edit.guardians": say("Guardians in play", "Wächter im Spiel", "Стражи в игре"),
  "edit.tokens": say("Ankh tokens", "Ankh-Marker", "Жетоны анкха"),
  "edit.held": say("Held by Anubis", "Von Anubis festgehalten", "Удержаны Анубисом"),
  "edit.markers": say("Action markers", "Aktionsmarker", "Маркеры действий"),
  "edit.events": say("Events so far", "Ereignisse bisher", "Событий прошло"),
  "edit.start": say("Begins with", "Beginnt mit", "Начинается с"),
  "edit.whose": say("Whose turn", "Wer am Zug ist", "Чей ход"),
  "edit.first": say("First player", "Startspieler", "Первый игрок"),
  "edit.scenario": say("Special rules of", "Sonderregeln von", "Особые правила сценария"),
  "edit.pharaoh": say("Pharaoh", "Pharao", "Фараон"),
  "edit.forgotten": say("Forgotten gods", "Vergessene Götter", "Забытые боги"),
  "edit.neutral": say("neutral", "neutral", "ничей"),
  "edit.camel": say("Camel", "Kamel", "Верблюд"),
  "edit.order": say("Order tile", "Reihenfolgeplättchen", "Жетон порядка"),
  "edit.underworld": say("Underworld token", "Unterweltmarker", "Жетон подземного мира"),
};
addWords("ankh", words);

const MONUMENTS: [string, string][] = [["T", "temple"], ["P", "pyramid"], ["O", "obelisk"]];
const TOP = 30;
const EVENTS = 17;

/** The digit of a seat in `pieces`: players are counted from the first player. */
function digit(doc: Doc, seat: number): number {
  const first = Math.max(0, doc.seats.indexOf(String(doc.position.first ?? doc.seats[0])));
  return ((seat - first + doc.seats.length) % doc.seats.length) + 1;
}

function tools(doc: Doc): Tool[] {
  const on = (id: string, label: string, icon: string | null, side: string | null, word: string): Tool =>
    ({ id, label, icon, side, key: "pieces", verb: "cell", once: true, line: (place) => `${word} ${place}` });
  const pieces = named("piece").filter(([name]) => !["god", "warrior", "held"].includes(name));
  const monuments = named("monument", MONUMENTS.map(([, name]) => name));
  const own = doc.seats.flatMap((side, seat) => {
    const player = digit(doc, seat);
    return [
      on(`G${player}`, named("piece", ["god"])[0]![1], null, side, `G${player}`),
      on(`w${player}`, named("piece", ["warrior"])[0]![1], null, side, `w${player}`),
      ...pieces.map(([name, label]) => on(`${name}${player}`, label, null, side, `${name}${player}`)),
      ...MONUMENTS.map(([letter], at) => on(`${letter}${player}`, monuments[at]![1], null, side, `${letter}${player}`)),
    ];
  });
  const list = (id: string, label: string, verb: string): Tool =>
    ({ id, label, icon: null, side: null, key: id, verb, once: true, line: (place) => place });
  return [
    ...own,
    ...MONUMENTS.map(([letter], at) => on(letter, `${monuments[at]![1]} (${t("ankh.edit.neutral")})`, null, null, letter)),
    list("camels", t("ankh.edit.camel"), "edge"),
    list("order", t("ankh.edit.order"), "cell"),
    ...(doc.seats.includes("osiris") ? [list("underworld", t("ankh.edit.underworld"), "cell")] : []),
  ];
}

function sheet(doc: Doc): Sheet {
  const sides = named("god", doc.seats);
  const guardians = named("piece").filter(([name]) => !["god", "warrior", "held"].includes(name));
  const number = (key: string, most: number, each: "side" | "all" = "side", label = key): Field =>
    ({ key, label: t(`ankh.edit.${label}`), kind: "number", most, each });
  const set = (key: string, names: [string, string][], each: "side" | "all" = "side"): Field =>
    ({ key, label: t(`ankh.edit.${key}`), kind: "set", names, each });
  const one = (key: string, names: [string, string][], label = key): Field =>
    ({ key, label: t(`ankh.edit.${label}`), kind: "one", names, each: "all" });
  return {
    tools: tools(doc),
    lists: ["pieces", "camels", "order", "underworld"],
    places: (board, verb) => {
      const { cells, edges, river } = board as BoardInfo;
      return verb === "edge" ? edges.filter((edge) => !river.includes(edge)) : cells.map((cell) => cell.name);
    },
    groups: [
      { title: t("ankh.edit.turn"), fields: [
        one("turn", sides, "whose"), one("first", sides), one("start", [...named("event")]), number("events", EVENTS, "all"),
        one("scenario", named("scenario")), one("pharaoh", named("king")),
      ] },
      { title: t("ankh.edit.tracks"), fields: [
        number("devotion", TOP), { key: "markers", label: t("ankh.edit.markers"), kind: "numbers", most: 5, names: named("action"), each: "all" },
        set("forgotten", sides, "all"),
      ] },
      { title: t("ankh.edit.goods"), fields: [
        number("followers", 900), number("tokens", 9), set("guardians", guardians, "all"), set("pool", guardians),
        ...(doc.seats.includes("anubis") ? [number("held", 5)] : []),
      ] },
      { title: t("ankh.edit.cards"), fields: [set("powers", named("power")), set("hand", named("card"))] },
    ],
  };
}

export const editor: EditorDrawing = {
  blank: (sides) => ({
    game: "ankh",
    seats: sides.slice(0, 2),
    position: { pieces: ["G1 B7", "w1 A8", "T B8", "G2 J9"] },
  }),
  sheet,
};
