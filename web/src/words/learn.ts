// The words of lessons: their list, and the panel at a table where one is taught.
import { say, type Phrases } from "../lib/phrases";

export const learn: Phrases = {
  "enter": say("Learn in ten minutes", "Lernen in zehn Minuten", "Научиться за десять минут"),
  "title": say("Learn {game}", "{game} lernen", "Учимся играть: {game}"),
  "lead": say(
    "Short lessons at a real table: you play, and are told why.",
    "Kurze Lektionen an einem echten Tisch: Du spielst und erfährst, warum.",
    "Короткие уроки за настоящим столом: вы играете и узнаёте почему.",
  ),
  "basics": say("First, about {minutes} minutes", "Zuerst, etwa {minutes} Minuten", "Сначала, около {minutes} минут"),
  "basics.text": say(
    "After these you can sit down at a table; the page helps with the rest.",
    "Danach kannst du dich an einen Tisch setzen; beim Rest hilft die Seite.",
    "После них уже можно садиться за стол; с остальным поможет страница.",
  ),
  "later": say("Later, as you like", "Später, nach Belieben", "Потом, по желанию"),
  "later.text": say(
    "Each is about one part of the game, in any order.",
    "Jede handelt von einem Teil des Spiels, in beliebiger Reihenfolge.",
    "Каждый — об одной части игры, в любом порядке.",
  ),
  "minutes": say("about {minutes} min", "etwa {minutes} Min.", "около {minutes} мин"),
  "done": say("done", "geschafft", "пройден"),
  "begin": say("Begin", "Anfangen", "Начать"),
  "again": say("Once more", "Noch einmal", "Ещё раз"),
  "none": say("There are no lessons for this game.", "Für dieses Spiel gibt es keine Lektionen.", "Для этой игры уроков нет."),
  "partner": say("Lesson", "Lektion", "Урок"),
  "lesson": say("Lesson", "Lektion", "Урок"),
  "fold": say("fold", "einklappen", "свернуть"),
  "unfold": say("unfold", "ausklappen", "развернуть"),
  "progress": say("Page {done} of {all}", "Seite {done} von {all}", "Страница {done} из {all}"),
  "rule": say("The rule: {title}", "Die Regel: {title}", "Правило: {title}"),
  "meant": say("Marked: {what}.", "Markiert: {what}.", "Отмечено: {what}."),
  "next": say("Next", "Weiter", "Дальше"),
  "back": say("Back", "Zurück", "Назад"),
  "wait": say("The others play…", "Die anderen spielen …", "Ходят остальные…"),
  "free": say("Now play on as you like.", "Spiel nun weiter, wie du möchtest.", "Теперь играйте, как хотите."),
  "following": say("Next lesson", "Nächste Lektion", "Следующий урок"),
  "all": say("All lessons", "Alle Lektionen", "Все уроки"),
};
