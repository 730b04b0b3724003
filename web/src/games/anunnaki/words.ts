// The words of Anunnaki's drawing. Names of everything come from the server's catalogue.
import type { Phrases } from "../../lib/words.svelte";

export const words: Phrases = {
  "moment.end": { en: "The end draws near", de: "Das Ende naht", ru: "Близится конец" },
  tab: { en: "Star", de: "Stern", ru: "Звезда" },
  you: { en: "you", de: "du", ru: "вы" },
  asked: { en: "to decide", de: "ist dran", ru: "решает" },
  may: { en: "may be chosen: {label}", de: "wählbar: {label}", ru: "можно выбрать: {label}" },

  "board.title": { en: "Gaia and the planets", de: "Gaia und die Planeten", ru: "Гея и планеты" },
  "board.keys": {
    en: "Arrow keys go from territory to territory; Tab goes to the next choice; Enter chooses; plus, minus and 0 zoom.",
    de: "Pfeiltasten führen von Gebiet zu Gebiet; Tab zur nächsten Wahl; Eingabe wählt; Plus, Minus und 0 zoomen.",
    ru: "Стрелки ведут от области к области; Tab — к следующему выбору; Enter выбирает; плюс, минус и 0 меняют масштаб.",
  },
  exhausted: { en: "{count} exhausted", de: "{count} erschöpft", ru: "истощено: {count}" },
  strength: { en: "strength {count}", de: "Stärke {count}", ru: "сила {count}" },
  marker: { en: "Culture marker, {place}", de: "Kulturmarker, {place}", ru: "Маркер культуры, {place}" },
  "marker.down": { en: "face down", de: "verdeckt", ru: "лицом вниз" },
  fan: { en: "What may be chosen here", de: "Was hier gewählt werden kann", ru: "Что можно выбрать здесь" },

  "picked.from": { en: "from: {place}", de: "von: {place}", ru: "откуда: {place}" },
  "picked.to": { en: "to: {place}", de: "nach: {place}", ru: "куда: {place}" },
  "picked.line": { en: "cube on {line}", de: "Würfel auf {line}", ru: "кубик на {line}" },
  "picked.taken": { en: "taken: {list}", de: "genommen: {list}", ru: "взято: {list}" },
  "picked.harvested": { en: "harvested: {list}", de: "geerntet: {list}", ru: "собрано: {list}" },
  "picked.left": { en: "{count} left", de: "noch {count}", ru: "осталось: {count}" },

  "star.of": { en: "Action star: {house}", de: "Aktionsstern: {house}", ru: "Звезда действий: {house}" },
  "star.choose": { en: "Choose on the star: {count} possible", de: "Wähle auf dem Stern: {count} möglich", ru: "Выберите на звезде, вариантов: {count}" },
  "star.first": {
    en: "The star is laid out once everybody has their gods.",
    de: "Der Stern wird ausgelegt, sobald alle ihre Götter haben.",
    ru: "Звезду выложат, когда у всех будут боги.",
  },
  "star.begin": {
    en: "Your figure begins on one of the tiles that glow.",
    de: "Deine Figur beginnt auf einem der leuchtenden Plättchen.",
    ru: "Ваша фигурка начнёт на одном из светящихся жетонов.",
  },
  "star.red": { en: "red", de: "rot", ru: "красная" },
  "star.blue": { en: "blue", de: "blau", ru: "синяя" },
  "star.developed": { en: "developed", de: "entwickelt", ru: "развита" },
  "star.figure": { en: "the figure stands here", de: "hier steht die Figur", ru: "фигура стоит здесь" },
  "star.cube": { en: "cube +1, mana +{mana}", de: "Würfel +1, Mana +{mana}", ru: "кубик +1, мана +{mana}" },
  "star.no-line": { en: "no line, no cube", de: "keine Linie, kein Würfel", ru: "нет линии, нет кубика" },
  "star.crossed": { en: "a cube lies there already", de: "dort liegt schon ein Würfel", ru: "там уже есть кубик" },
  "star.ra": { en: "your cube: Ra may move it", de: "dein Würfel: Ra darf ihn versetzen", ru: "ваш кубик: Ра может его переставить" },

  phases: { en: "The phases of a turn", de: "Die Phasen eines Zuges", ru: "Фазы хода" },
  pool: { en: "Followers in the pool", de: "Anhänger im Vorrat", ru: "Последователи в запасе" },
  "settlements-left": { en: "Settlements left", de: "Siedlungen übrig", ru: "Осталось поселений" },
  "cubes-left": { en: "Cubes left", de: "Würfel übrig", ru: "Осталось кубиков" },
  beside: { en: "Beside the board", de: "Neben dem Plan", ru: "Рядом с планшетом" },
  deck: { en: "{count} in the deck", de: "{count} im Stapel", ru: "в колоде: {count}" },
  contract: {
    en: "Contract {name}. Wants: {cost}. Gives: {gives}",
    de: "Vertrag {name}. Verlangt: {cost}. Bringt: {gives}",
    ru: "Договор «{name}». Требует: {cost}. Даёт: {gives}",
  },
  fulfilled: { en: "Fulfilled", de: "Erfüllt", ru: "Выполнены" },
  "hand.count": { en: "{count} weapons, {advanced} of them advanced", de: "{count} Waffen, davon {advanced} fortgeschritten", ru: "Оружие: {count}, из него улучшенное: {advanced}" },
  "hand.shown": { en: "Known to be there", de: "Bekannt", ru: "Точно есть" },
  "hand.lacks": { en: "Known not to be there", de: "Sicher nicht dabei", ru: "Точно нет" },
  "god.here": { en: "in play", de: "im Spiel", ru: "в игре" },
  "house.open": { en: "Open the house's board", de: "Haustafel öffnen", ru: "Открыть планшет дома" },
  tracks: { en: "Tracks and goals", de: "Leisten und Ziele", ru: "Шкалы и цели" },
  lightning: {
    en: "The lightning line: what it means", de: "Die Blitzlinie: was sie bedeutet", ru: "Линия молнии: что она значит",
  },
  "spread.aside": { en: "Look at the board", de: "Das Brett ansehen", ru: "Посмотреть на поле" },
  "spread.back": { en: "Back to the choice", de: "Zurück zur Wahl", ru: "Вернуться к выбору" },

  "log.battles": { en: "Battles", de: "Kämpfe", ru: "Сражения" },
  "log.points": { en: "Points and tracks", de: "Punkte und Leisten", ru: "Очки и шкалы" },
  chart: { en: "Victory points", de: "Siegpunkte", ru: "Победные очки" },
  "chart.slider": { en: "Step of the match", de: "Schritt der Partie", ru: "Шаг партии" },
};
