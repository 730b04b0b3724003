// The words about levels of strength, which come with the places that offer them.
import { say, type Phrases } from "../lib/phrases";
import { addWords } from "../lib/words.svelte";

export const levels: Phrases = {
  "opponents": say("Opponents", "Gegner", "Соперники"),
  "opponents.of": say("Opponents: {game}", "Gegner: {game}", "Соперники: {game}"),
  "level": say("{name} ({level} of {levels})", "{name} ({level} von {levels})", "{name} ({level} из {levels})"),
  "offer": say("Another opponent?", "Ein anderer Gegner?", "Другой соперник?"),
  "offer.easier": say(
    "This one was lost against {level}. Easier would be {name}.",
    "Diesmal verloren, Gegner: {level}. Leichter wäre {name}.",
    "На этот раз поражение, соперник: {level}. Полегче — {name}.",
  ),
  "offer.harder": say(
    "Two won in a row against {level}. Harder would be {name}.",
    "Zweimal nacheinander gewonnen, Gegner: {level}. Schwerer wäre {name}.",
    "Две победы подряд, соперник: {level}. Посложнее — {name}.",
  ),
  "take": say("Next match: {name}", "Nächste Partie: {name}", "Следующая партия: {name}"),
  "stay": say("Stay with {name}", "Bei {name} bleiben", "Оставить: {name}"),
};

addWords("levels", levels);
