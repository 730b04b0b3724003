import type { Phrases } from "../lib/words.svelte";

export const board: Phrases = {
  title: { en: "The board", de: "Der Spielplan", ru: "Игровое поле" },
  keys: {
    en: "Arrow keys go from cell to cell, with Shift to the other diagonal; Tab goes to the next choice; Enter chooses; plus, minus and 0 zoom.",
    de: "Die Pfeiltasten führen von Feld zu Feld, mit Umschalt in der anderen Schräge; Tab führt zur nächsten Wahl; Eingabe wählt; Plus vergrößert, Minus verkleinert, 0 zeigt den ganzen Plan.",
    ru: "Стрелки ведут с клетки на клетку, с Shift — по другой диагонали; Tab — к следующему выбору; Enter выбирает; плюс, минус и 0 меняют масштаб.",
  },
  region: { en: "region {tile}", de: "Region {tile}", ru: "регион {tile}" },
  edge: { en: "edge {edge}", de: "Kante {edge}", ru: "ребро {edge}" },
  may: { en: "may be chosen: {label}", de: "wählbar: {label}", ru: "можно выбрать: {label}" },
  owned: { en: "{god}: {thing}", de: "{god}: {thing}", ru: "{god}: {thing}" },
  neutral: { en: "{thing}, neutral", de: "{thing}, neutral", ru: "{thing}, нейтральный статус" },
  sun: { en: "with a sun", de: "mit Sonne", ru: "с солнцем" },
  claws: { en: "claws at {cells}", de: "Scheren auf {cells}", ru: "клешни на {cells}" },
  city: { en: "city", de: "Stadt", ru: "город" },
  underworld: { en: "underworld token", de: "Unterweltplättchen", ru: "жетон загробного мира" },
  pharaoh: { en: "the pharaoh {name}", de: "der Pharao {name}", ru: "фараон {name}" },
  infantry: { en: "infantry", de: "Infanterie", ru: "пехота" },
  camels: { en: "camels towards {cells}", de: "Kamele zu {cells}", ru: "верблюды к {cells}" },
  closer: { en: "Zoom in", de: "Vergrößern", ru: "Приблизить" },
  farther: { en: "Zoom out", de: "Verkleinern", ru: "Отдалить" },
  whole: { en: "Show the whole board", de: "Ganzen Plan zeigen", ru: "Показать всё поле" },
};
