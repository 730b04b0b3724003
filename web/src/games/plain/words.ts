import { say, type Phrases } from "../../lib/phrases";

/** The words of the table for any game. */
export const words: Phrases = {
  yes: say("yes", "ja", "да"),
  no: say("no", "nein", "нет"),
  glance: say("At a glance", "Auf einen Blick", "Коротко"),
  choices: say("What you may choose", "Was du wählen kannst", "Что можно выбрать"),
  nothing: say("Nothing to choose right now.", "Gerade gibt es nichts zu wählen.", "Сейчас выбирать нечего."),
  you: say("you", "du", "вы"),
  asked: say("must decide", "muss entscheiden", "решает"),
  won: say("Victory", "Sieg", "Победа"),
  more: say("Belongings", "Besitz", "Имущество"),
};
