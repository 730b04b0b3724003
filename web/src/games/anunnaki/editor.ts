// What an editor of positions must know of Anunnaki: pieces for the boards, and the fields of a position
// (docs/notation-anunnaki.md).
import { say, type Phrases } from "../../lib/phrases";
import { addWords, t } from "../../lib/words.svelte";
import { nameOfPlace } from "../../lib/places.svelte";
import { named, valueOf, withValue, type Doc, type EditorDrawing, type Field, type Sheet, type Tool } from "../../positions/sheet";
import EditorStar from "./EditorStar.svelte";
import { contractName } from "./signs";
import type { BoardInfo } from "./view";

const words: Phrases = {
  "edit.turn": say("Turn", "Zug", "Ход"),
  "edit.goods": say("Goods", "Güter", "Ресурсы"),
  "edit.houses": say("Gods and weapons", "Götter und Waffen", "Боги и оружие"),
  "edit.star": say("Star", "Stern", "Звезда"),
  "edit.resources": say("Resources", "Ressourcen", "Ресурсы"),
  "edit.mana": say("Mana", "Mana", "Мана"),
  "edit.vp": say("Victory points", "Siegpunkte", "Победные очки"),
  "edit.tracks": say("Tracks", "Leisten", "Шкалы"),
  "edit.hand": say("Advanced weapons in hand", "Fortschrittliche Waffen auf der Hand", "Улучшенное оружие в руке"),
  "edit.gods": say("Lesser gods", "Kleine Götter", "Малые боги"),
  "edit.artifacts": say("Artifacts", "Artefakte", "Артефакты"),
  "edit.developed": say("Developed tiles", "Entwickelte Plättchen", "Развитые плитки"),
  "edit.figure": say("Action figure on", "Aktionsfigur auf", "Фишка действий на"),
  "edit.tokens": say("God tokens ready", "Bereite Götterplättchen", "Готовые жетоны богов"),
  "edit.whose": say("Whose turn", "Wer am Zug ist", "Чей ход"),
  "edit.first": say("First player", "Startspieler", "Первый игрок"),
  "edit.phase": say("Phase", "Phase", "Фаза"),
  "edit.round": say("Round", "Runde", "Круг"),
  "edit.cube": say("Cube", "Quader", "Кубик"),
  "edit.cubes": say("Cubes", "Quader", "Кубики"),
  "edit.figure.put": say("Action figure", "Aktionsfigur", "Фишка действий"),
  "edit.develop": say("Developed tile", "Entwickeltes Plättchen", "Развитая плитка"),
  "edit.tiles": say("Tiles of the star", "Plättchen des Sterns", "Плитки звезды"),
  "edit.tokens.star": say("God tokens on the star", "Götterplättchen auf dem Stern", "Жетоны богов на звезде"),
  "edit.token.point": say("point {number}", "Spitze {number}", "луч {number}"),
  "edit.contracts": say("Contracts held", "Verträge in Besitz", "Договоры у домов"),
  "edit.fulfilled": say("Contracts fulfilled", "Erfüllte Verträge", "Выполненные договоры"),
  "edit.offer": say("Open contracts", "Offene Verträge", "Открытые договоры"),
  "edit.deck": say("Top of the contract deck", "Oben auf dem Vertragsstapel", "Верх стопки договоров"),
  "edit.trading": say("Contracts", "Verträge", "Договоры"),
  "edit.boards": say("Tiles on the boards", "Plättchen auf den Plänen", "Жетоны на полях"),
  "edit.civilizations": say("Civilizations", "Zivilisationen", "Цивилизации"),
  "edit.conquered": say("Civilizations conquered", "Eroberte Zivilisationen", "Покорённые цивилизации"),
  "edit.markers": say("Culture markers", "Kulturmarker", "Жетоны культуры"),
  "edit.exhausted": say("Exhausted", "Erschöpft", "Истощено"),
  "edit.up": say("{number}, face up", "{number}, aufgedeckt", "{number}, открыт"),
  "edit.goals": say("Goals", "Ziele", "Цели"),
  "edit.two_vp": say("“2 VP” markers left", "„2 SP“-Marker übrig", "Осталось жетонов «2 ПО»"),
  "edit.shown": say("Known to be in hand", "Bekannt auf der Hand", "Известно, что в руке"),
  "edit.away": say("Known not to be in hand", "Bekannt nicht auf der Hand", "Известно, что не в руке"),
  "edit.treasure": say("Artifacts", "Artefakte", "Артефакты"),
  "edit.pile": say("Pile of artifacts", "Artefaktstapel", "Стопка артефактов"),
  "edit.discarded": say("Artifacts used up", "Verbrauchte Artefakte", "Использованные артефакты"),
  "edit.removed": say("Artifacts put back unseen", "Ungesehen zurückgelegte Artefakte", "Артефакты, убранные не глядя"),
  "edit.looked": say("Have looked at the pile", "Haben den Stapel angesehen", "Смотрели стопку"),
  "edit.pandora": say("Tokens on Pandora’s Box", "Plättchen auf der Büchse der Pandora", "Жетоны на Ящике Пандоры"),
  "edit.fate": say("Track of the Tablet of Fate", "Leiste der Schicksalstafel", "Шкала Скрижали судьбы"),
  "edit.first_game": say("First-game variant", "Variante für die erste Partie", "Вариант первой партии"),
  "edit.ending": say("The end was triggered", "Das Ende ist ausgelöst", "Конец вызван"),
  "edit.extra_done": say("Extra actions used", "Genutzte Zusatzaktionen", "Использованные доп. действия"),
  "edit.dealt": say("Lesser gods dealt (five each)", "Ausgeteilte Kleine Götter (je fünf)", "Розданные малые боги (по пять)"),
  "edit.discard": say("Discarding gods", "Götter abwerfen", "Сброс богов"),
  "edit.resolved": say("Culture markers resolved", "Gewertete Kulturmarker", "Разыгранные жетоны культуры"),
};
addWords("anunnaki", words);

const GODS_PER_HOUSE = 8;
const CIVILIZATIONS = 12;
const MARKERS = 20;
/** The supremacy spaces with a marker of two points. */
const TWO_VP = ["-5", "-1", "3", "6"];

/** The gods of a house: they stand house by house in the catalogue. */
function godsOf(house: string): [string, string][] {
  const at = named("house").findIndex(([name]) => name === house);
  return named("god").slice(at * GODS_PER_HOUSE, (at + 1) * GODS_PER_HOUSE);
}

/** The contracts that can be in play: neutral ones and those of the houses that play. */
const contractsOf = (doc: Doc): [string, string][] =>
  [["neutral", 12] as const, ...doc.seats.map((house) => [house, 6] as const)].flatMap(([owner, count]) =>
    range(1, count).map((number): [string, string] => [`${owner}${number}`, contractName(`${owner}${number}`)]));
const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, index) => first + index);
const numbers = (last: number): [string, string][] => range(1, last).map((number) => [String(number), String(number)]);
/** Tiles with two sides, as the values of a table: face down, and turned up. */
const faces = (last: number): [string, string][] => [
  ...range(1, last).map((number): [string, string] => [JSON.stringify(number), String(number)]),
  ...range(1, last).map((number): [string, string] => [JSON.stringify(`${number} up`), t("anunnaki.edit.up", { number })]),
];

function tools(doc: Doc): Tool[] {
  return doc.seats.flatMap((side) => {
    const on = (piece: string, label: string, icon: string, once: boolean): Tool =>
      ({ id: `${piece}.${side}`, label, icon, side, key: "pieces", by: side, verb: "territory", once, line: (place) => `${piece} ${place}` });
    const onStar = (id: string, label: string, icon: string | null, key: string, verb: string): Tool =>
      ({ id: `${id}.${side}`, label, icon, side, key, by: side, verb, once: true, line: (place) => place });
    return [
      ...named("piece", ["follower", "settlement"]).map(([name, label]) => on(name, label, name, false)),
      ...godsOf(side).map(([name, label]) => on(name, label, `god.${name}`, true)),
      onStar("cube", t("anunnaki.edit.cube"), "cube", "cubes", "line"),
      { ...onStar("figure", t("anunnaki.edit.figure.put"), `house.${side}`, "figure", "tile"),
        put: (position, tile) => withValue(position, "figure", side, valueOf(position, "figure", side) === tile ? undefined : tile) },
      onStar("develop", t("anunnaki.edit.develop"), null, "developed", "tile"),
    ];
  });
}

function sheet(doc: Doc, info: unknown): Sheet {
  const board = info as BoardInfo;
  const sides = named("house", doc.seats);
  const label = (key: string): string => t(`anunnaki.edit.${key}`);
  const set = (key: string, names: [string, string][], each: "side" | "all" = "side", more: { ordered?: boolean; usual?: string[]; empty?: boolean } = {}): Field =>
    ({ key, label: label(key), kind: "set", names, each, ...more });
  const one = (key: string, names: [string, string][], words = key): Field => ({ key, label: label(words), kind: "one", names, each: "all" });
  const flag = (key: string): Field => ({ key, label: label(key), kind: "flag", each: "all" });
  const number = (key: string, most: number, each: "side" | "all", least = 0): Field => ({ key, label: label(key), kind: "number", most, least, each });
  const table = (key: string, places: [string, string][], values: [string, string][]): Field => ({ key, label: label(key), kind: "table", places, values: () => values, each: "all" });
  const here = board.boards.filter((part) => doc.seats.includes(part.board) || (part.players?.includes(doc.seats.length) ?? false));
  const called = (one: { name: string }): [string, string] => [one.name, nameOfPlace(one.name) ?? one.name];
  const territories = here.flatMap((part) => part.territories.map(called));
  const points = here.flatMap((part) => part.points.map(called));
  const resources = named("resource", ["food", "wood", "gold", "metal"]);
  const weapons = named("weapon").slice(2);
  const contracts = contractsOf(doc);
  const lesser = doc.seats.flatMap((side) => godsOf(side).slice(1));
  const phases = [...named("phase").filter(([name]) => name !== "setup"), ["discard", label("discard")] as [string, string]];
  const tiles = named("tile", board.tiles.map((tile) => tile.tile));
  const fields: Record<string, Field[]> = {
    turn: [
      one("turn", sides, "whose"), one("first", sides), one("phase", phases), number("round", 100, "all", 1),
      set("extra_done", named("extra"), "all"), flag("ending"), flag("first_game"),
    ],
    goods: [
      { key: "resources", label: label("resources"), kind: "numbers", most: 19, names: resources, each: "side" },
      number("mana", 99, "side"), number("vp", 999, "side"),
      { key: "tracks", label: label("tracks"), kind: "numbers", most: 99, least: -8, names: named("track"), each: "side" },
      set("two_vp", TWO_VP.map((value): [string, string] => [value, value.replace("-", "−")]), "all", { usual: TWO_VP, empty: true }),
      { key: "goals", label: label("goals"), kind: "order", names: named("goal"), slots: named("track").map(([, words]) => words), each: "all" },
    ],
    houses: [
      set("gods", lesser), ...(doc.position.phase === "discard" ? [set("dealt", lesser)] : []),
      set("hand", weapons), set("shown", weapons), set("away", weapons, "side", { empty: true }),
    ],
    star: [
      { key: "figure", label: label("figure"), kind: "one", names: tiles, each: "side" },
      set("developed", tiles), set("cubes", board.star.lines.map((line) => [line.name, line.name])),
      { key: "tiles", label: label("tiles"), kind: "order", names: tiles, slots: board.star.places.map((spot) => spot.name), each: "all" },
      { key: "tokens", label: label("tokens"), kind: "numbers", most: 5, names: named("ready"), each: "side" },
      { key: "tokens", part: "star", label: label("tokens.star"), kind: "set", each: "side", empty: true,
        names: board.star.tokens.map((token, index) => [String(index), token.token === "great" ? named("ready", ["great"])[0]![1] : t("anunnaki.edit.token.point", { number: index + 1 })]) },
    ],
    trading: [
      set("contracts", contracts), set("fulfilled", contracts),
      set("offer", contracts, "all", { ordered: true, empty: true }), set("deck", contracts, "all", { ordered: true, empty: true }),
    ],
    boards: [
      table("civilizations", territories, faces(CIVILIZATIONS)), set("conquered", numbers(CIVILIZATIONS)),
      table("markers", points, faces(MARKERS)), set("resolved", numbers(MARKERS), "all"),
      table("exhausted", territories, [
        ...range(1, 4).map((count): [string, string] => [JSON.stringify(count), String(count)]),
        ...resources.map(([name, words]): [string, string] => [JSON.stringify([name]), words]),
      ]),
    ],
    treasure: [
      set("artifacts", named("artifact")), set("pile", named("artifact"), "all", { ordered: true, empty: true }),
      set("discarded", named("artifact"), "all"), set("removed", named("artifact"), "all"), set("looked", sides, "all"),
      set("pandora", named("token"), "all", { usual: named("token").map(([name]) => name) }),
      one("fate", named("track").filter(([name]) => name !== "supremacy")),
    ],
  };
  return {
    tools: tools(doc),
    lists: ["pieces"],
    placeOf: (line, side) => {
      const place = line.split(" ").at(-1)!;
      return side !== null && !place.includes(".") && place !== board.afterlife.name ? `${side}.${place}` : place;
    },
    places: (_, verb) => {
      if (verb === "line") return board.star.lines.map((line) => line.name);
      if (verb === "tile") return board.tiles.map((tile) => tile.tile);
      return [...territories.map(([name]) => name), board.afterlife.name];
    },
    groups: Object.entries(fields).map(([key, found]) => ({ title: label(key), fields: found })),
  };
}

export const editor: EditorDrawing = {
  blank: (sides) => {
    const seats = sides.slice(0, 2);
    const pieces = Object.fromEntries(seats.map((side) => [side, [`settlement ${side}.CAP`, `follower ${side}.CAP`, `follower ${side}.CAP`, `follower ${side}.ML`]]));
    return { game: "anunnaki", seats, position: { pieces } };
  },
  sheet,
  Beside: EditorStar as unknown as NonNullable<EditorDrawing["Beside"]>,
  beside: ["line", "tile"],
};
