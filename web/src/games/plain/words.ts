import type { Phrases } from "../../lib/words.svelte";

/** The words of the table for any game. */
export const words: Phrases = {
  yes: { en: "yes", de: "ja", ru: "да" },
  no: { en: "no", de: "nein", ru: "нет" },
  glance: { en: "At a glance", de: "Auf einen Blick", ru: "Коротко" },
  choices: { en: "What you may choose", de: "Was du wählen kannst", ru: "Что можно выбрать" },
  nothing: { en: "Nothing to choose right now.", de: "Gerade gibt es nichts zu wählen.", ru: "Сейчас выбирать нечего." },
  you: { en: "you", de: "du", ru: "вы" },
  asked: { en: "must decide", de: "muss entscheiden", ru: "решает" },
  won: { en: "Victory", de: "Sieg", ru: "Победа" },
  more: { en: "Belongings", de: "Besitz", ru: "Имущество" },
};
