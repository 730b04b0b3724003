// What an editor of positions must know of Ankh: pieces for the board, and the fields of a position (docs/notation.md).
import { say, type Phrases } from "../../lib/phrases";
import { addWords, t } from "../../lib/words.svelte";
import { listOf, named, type Doc, type EditorDrawing, type Field, type Position, type Sheet, type Tool } from "../../positions/sheet";
import type { BoardInfo } from "./view";

const words: Phrases = {
  "edit.turn": say("Turn", "Zug", "Ход"),
  "edit.goods": say("Goods", "Vorräte", "Запасы"),
  "edit.cards": say("Cards and powers", "Karten und Kräfte", "Карты и свойства"),
  "edit.tracks": say("Tracks", "Leisten", "Шкалы"),
  "edit.followers": say("Followers", "Anhänger", "Верующие"),
  "edit.devotion": say("Devotion", "Verehrung", "Поклонение"),
  "edit.powers": say("Ankh powers", "Ankh-Kräfte", "Свойства анха"),
  "edit.hand": say("Cards in hand", "Karten auf der Hand", "Карты в руке"),
  "edit.pool": say("Guardians in the pool", "Wächter im Vorrat", "Стражи в запасе"),
  "edit.guardians": say("Guardians in play", "Wächter im Spiel", "Стражи в игре"),
  "edit.tokens": say("Ankh tokens", "Ankh-Plättchen", "Жетоны анхов"),
  "edit.held": say("Held by Anubis", "Von Anubis festgehalten", "В плену у Анубиса"),
  "edit.markers": say("Action markers", "Aktionsmarker", "Фишки действий"),
  "edit.events": say("Events so far", "Ereignisse bisher", "Событий прошло"),
  "edit.start": say("Begins with", "Beginnt mit", "Начинается с"),
  "edit.whose": say("Whose turn", "Wer am Zug ist", "Чей ход"),
  "edit.first": say("First player", "Startspieler", "Первый игрок"),
  "edit.scenario": say("Special rules of", "Sonderregeln von", "Особые правила сценария"),
  "edit.pharaoh": say("Pharaoh", "Pharao", "Фараон"),
  "edit.forgotten": say("Forgotten gods", "Vergessene Götter", "Забытые боги"),
  "edit.neutral": say("neutral", "neutral", "ничей"),
  "edit.camel": say("Camel", "Kamel", "Верблюд"),
  "edit.order": say("Order tile", "Abfolgeplättchen", "Жетон очерёдности"),
  "edit.setup": say("Pieces of the scenario set up", "Figuren des Szenarios aufgestellt", "Расстановка сценария"),
  "edit.ladder": say("Order of devotion, least first", "Reihenfolge der Verehrung, wenigste zuerst", "Порядок поклонения, начиная с наименьшего"),
  "edit.claws": say("Claws of the Giant Scorpion", "Scheren des Riesenskorpions", "Клешни гигантского скорпиона"),
  "edit.amun": say("Amun’s two cards", "Amuns zwei Karten", "Две карты Амона"),
  "edit.amun.ready": say("ready", "bereit", "готово"),
  "edit.amun.spent": say("spent", "verbraucht", "потрачено"),
  "edit.sun": say("Sun of Ra", "Sonne des Ra", "Солнце Ра"),
  "edit.merged": say("Merged: the higher god takes in", "Verschmolzen: Der höhere Gott nimmt auf", "Слияние: высший бог принимает"),
  "edit.supply": say("Left in the supply", "Im Vorrat übrig", "Осталось в запасе"),
  "edit.camels": say("Camels", "Kamele", "Верблюды"),
  "edit.tiles": say("Order tiles", "Abfolgeplättchen", "Жетоны очерёдности"),
  "edit.stock": say("Own stock (Great Rebuilding)", "Eigener Vorrat (Großer Wiederaufbau)", "Свой запас (Великое восстановление)"),
  "edit.built": say("From the own stock", "Aus eigenem Vorrat", "Из своего запаса"),
  "edit.palace": say("Pharaoh and palace", "Pharao und Palast", "Фараон и дворец"),
  "edit.pharaoh.tokens": say("Tokens on Tutankhamun", "Plättchen auf Tutanchamun", "Жетоны на Тутанхамоне"),
  "edit.pharaoh.dead": say("Tutankhamun is dead", "Tutanchamun ist tot", "Тутанхамон мёртв"),
  "edit.priests": say("Priests in the palace", "Priester im Palast", "Жрецы во дворце"),
  "edit.agenda": say("Agenda cards in hand", "Agendakarten auf der Hand", "Карты замыслов в руке"),
  "edit.played_agenda": say("Agenda cards played", "Gespielte Agendakarten", "Сыгранные карты замыслов"),
  "edit.open": say("Open agenda cards", "Offene Agendakarten", "Открытые карты замыслов"),
  "edit.deck": say("Agenda deck, top card first", "Agendastapel, oberste Karte zuerst", "Колода замыслов, верхняя карта первой"),
  "edit.discard": say("Discard pile", "Ablagestapel", "Сброс"),
  "edit.infantry": say("Infantry", "Infanterie", "Пехота"),
  "edit.start.palace": say("Palace", "Palast", "Дворец"),
  "edit.start.setup": say("Placing the pharaoh", "Pharao aufstellen", "Размещение фараона"),
  "edit.underworld": say("Underworld token", "Unterweltplättchen", "Жетон подземного мира"),
};
addWords("ankh", words);

const MONUMENTS: [string, string][] = [["T", "temple"], ["P", "pyramid"], ["O", "obelisk"]];
const TOP = 30;
const EVENTS = 17;
/** The agenda cards that lie open where a position does not say. */
const OPEN_AGENDA = ["declare-war", "convert-the-weak", "sow-the-seeds"];

/** The digit of a seat in `pieces`: players are counted from the first player. */
function digit(doc: Doc, seat: number): number {
  const first = Math.max(0, doc.seats.indexOf(String(doc.position.first ?? doc.seats[0])));
  return ((seat - first + doc.seats.length) % doc.seats.length) + 1;
}

/** What a position says of the pharaoh, who may be a name alone. */
function kingOf(position: Position): Record<string, unknown> | null {
  const king = position.pharaoh;
  return king === undefined || king === null ? null : typeof king === "object" ? (king as Record<string, unknown>) : { name: king };
}

/** A second click takes the pharaoh off the board. */
function withKing(position: Position, place: string): Position {
  const { cell, ...king } = kingOf(position) ?? {};
  return { ...position, pharaoh: cell === place ? king : { ...king, cell: place } };
}

/** A figure with a sun, or without it again: `w1 C7`, `w1* C7`. */
function withSun(position: Position, place: string): Position {
  const turned = listOf(position.pieces).map((line) => {
    const [piece = "", cell] = line.split(" ");
    if (cell !== place || /^[TPOS]/.test(piece)) return line;
    return `${piece.endsWith("*") ? piece.slice(0, -1) : `${piece}*`} ${cell}`;
  });
  return { ...position, pieces: turned };
}

/** The cells around one, by the edges between cells. */
function around(board: BoardInfo, cell: string): string[] {
  return board.edges.flatMap((edge) => {
    const [one = "", other = ""] = edge.split("-");
    return one === cell ? [other] : other === cell ? [one] : [];
  });
}

/** Where two claws can point: next to the scorpion, and to each other. */
function clawPairs(board: BoardInfo, cell: string): [string, string][] {
  const cells = around(board, cell);
  return cells.flatMap((one, at) =>
    cells.slice(at + 1).filter((other) => around(board, one).includes(other)).map((other): [string, string] => [JSON.stringify([one, other]), `${one}, ${other}`]));
}

function tools(doc: Doc): Tool[] {
  const king = kingOf(doc.position);
  const on = (id: string, label: string, icon: string | null, side: string | null, word: string): Tool =>
    ({ id, label, icon, side, key: "pieces", verb: "cell", once: true, line: (place) => `${word} ${place}` });
  const letters: [string, string][] = king ? [...MONUMENTS, ["S", "sphinx"]] : MONUMENTS;
  const pieces = named("piece").filter(([name]) => !["god", "warrior", "held"].includes(name));
  const monuments = named("monument", letters.map(([, name]) => name));
  const list = (id: string, label: string, verb: string, side: string | null = null, key = id): Tool =>
    ({ id, label, icon: null, side, key, ...(side === null ? {} : { by: side }), verb, once: true, line: (place) => place });
  const changing = (id: string, label: string, put: (position: Position, place: string) => Position): Tool =>
    ({ ...list(id, label, "cell"), key: "pieces", put });
  const own = doc.seats.flatMap((side, seat) => {
    const player = digit(doc, seat);
    return [
      on(`G${player}`, named("piece", ["god"])[0]![1], `god.${side}`, side, `G${player}`),
      on(`w${player}`, named("piece", ["warrior"])[0]![1], "piece.warrior", side, `w${player}`),
      ...pieces.map(([name, label]) => on(`${name}${player}`, label, `piece.${name}`, side, `${name}${player}`)),
      ...letters.map(([letter, type], at) => on(`${letter}${player}`, monuments[at]![1], `monument.${type}`, side, `${letter}${player}`)),
      ...(doc.position.scenario === "great-rebuilding" ? [list(`built${player}`, t("ankh.edit.built"), "cell", side, "built")] : []),
    ];
  });
  return [
    ...own,
    ...letters.map(([letter, type], at) => on(letter, `${monuments[at]![1]} (${t("ankh.edit.neutral")})`, `monument.${type}`, null, letter)),
    { ...list("camels", t("ankh.edit.camel"), "edge"), icon: "camel" },
    list("order", t("ankh.edit.order"), "cell"),
    ...(doc.seats.includes("osiris") ? [list("underworld", t("ankh.edit.underworld"), "cell")] : []),
    ...(doc.seats.includes("ra") ? [changing("sun", t("ankh.edit.sun"), withSun)] : []),
    ...(king ? [changing("pharaoh", t("ankh.edit.pharaoh"), withKing)] : []),
    ...(king?.name === "ramses" ? [list("infantry", t("ankh.edit.infantry"), "cell")] : []),
  ];
}

function sheet(doc: Doc, info: unknown): Sheet {
  const board = info as BoardInfo;
  const king = kingOf(doc.position);
  const sides = named("god", doc.seats);
  const guardians = named("piece").filter(([name]) => !["god", "warrior", "held"].includes(name));
  const monuments = named("monument", [...MONUMENTS.map(([, name]) => name), ...(king ? ["sphinx"] : [])]);
  const scorpions = listOf(doc.position.pieces).filter((line) => line.startsWith("giant-scorpion")).map((line) => line.split(" ").at(-1)!);
  const label = (key: string): string => t(`ankh.edit.${key}`);
  const number = (key: string, most: number, each: "side" | "all" = "side"): Field => ({ key, label: label(key), kind: "number", most, each });
  const set = (key: string, names: [string, string][], each: "side" | "all" = "side", usual?: string[]): Field =>
    ({ key, label: label(key), kind: "set", names, each, ...(usual ? { usual } : {}) });
  const one = (key: string, names: [string, string][], words = key): Field => ({ key, label: label(words), kind: "one", names, each: "all" });
  const pile = (key: string, each: "side" | "all", usual?: string[]): Field =>
    ({ key, label: label(key), kind: "pile", names: named("agenda"), each, empty: each === "all", ...(usual ? { usual } : {}) });
  const starts = [...named("event"), ...(king ? ["palace", "setup"].map((name): [string, string] => [name, label(`start.${name}`)]) : [])];
  const rebuilding = doc.position.scenario === "great-rebuilding";
  return {
    tools: tools(doc),
    lists: ["pieces", "camels", "order", "underworld", "infantry", "built"],
    places: (_, verb) => (verb === "edge" ? board.edges.filter((edge) => !board.river.includes(edge)) : board.cells.map((cell) => cell.name)),
    groups: [
      { title: label("turn"), fields: [
        one("turn", sides, "whose"), one("first", sides), one("start", starts), number("events", EVENTS, "all"),
        one("scenario", named("scenario")), { key: "setup", label: label("setup"), kind: "flag", each: "all" },
        { key: "pharaoh", part: "name", label: label("pharaoh"), kind: "one", names: named("king"), each: "all" },
      ] },
      { title: label("tracks"), fields: [
        number("devotion", TOP), { key: "ladder", label: label("ladder"), kind: "order", names: sides, each: "all" },
        { key: "markers", label: label("markers"), kind: "numbers", most: 5, names: named("action"), each: "all" },
        set("forgotten", sides, "all"),
        { key: "merged", label: label("merged"), kind: "table", places: sides, each: "all",
          values: (god) => sides.filter(([name]) => name !== god).map(([name, words]): [string, string] => [JSON.stringify(name), words]) },
      ] },
      { title: label("goods"), fields: [
        number("followers", 900), number("tokens", 9), set("guardians", guardians, "all"),
        { key: "pool", label: label("pool"), kind: "pile", names: guardians, each: "side" },
        ...(doc.seats.includes("anubis") ? [number("held", 5)] : []),
        ...(doc.seats.includes("amun") ? [one("amun", ["ready", "spent"].map((name): [string, string] => [name, label(`amun.${name}`)]))] : []),
        ...(scorpions.length > 0 || doc.position.claws ? [{
          key: "claws", label: label("claws"), kind: "table", each: "all", places: scorpions.map((cell): [string, string] => [cell, cell]),
          values: (cell: string) => clawPairs(board, cell),
        } satisfies Field] : []),
        { key: "supply", label: label("supply"), kind: "numbers", most: 36, each: "all",
          names: [...monuments, ["camels", label("camels")], ["tiles", label("tiles")], ...guardians] },
        ...(rebuilding ? [{ key: "stock", label: label("stock"), kind: "numbers", most: 2, names: named("monument", MONUMENTS.map(([, name]) => name)), each: "side" } satisfies Field] : []),
      ] },
      { title: label("cards"), fields: [set("powers", named("power")), set("hand", named("card"), "side", named("card").map(([name]) => name))] },
      ...(king ? [{ title: label("palace"), fields: [
        { key: "priests", label: label("priests"), kind: "numbers", most: 9, names: named("room"), each: "side" } satisfies Field,
        pile("agenda", "side"), pile("played_agenda", "side"), pile("open", "all", OPEN_AGENDA), pile("deck", "all"), pile("discard", "all"),
        ...(king.name === "tutankhamun" ? [
          { key: "pharaoh", part: "tokens", label: label("pharaoh.tokens"), kind: "number", least: 1, most: 3, each: "all" } satisfies Field,
          { key: "pharaoh", part: "dead", label: label("pharaoh.dead"), kind: "flag", each: "all" } satisfies Field,
        ] : []),
      ] }] : []),
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
