// The words of analyses and of the coach; they come when somebody asks for one.
import { say, type Phrases } from "../lib/phrases";
import { addWords } from "../lib/words.svelte";

const phrases: Phrases = {
  title: say("Analysis", "Analyse", "Разбор"),
  chart: say("Chances to win, in percent", "Gewinnchancen in Prozent", "Шансы на победу, в процентах"),
  "chart.slider": say("Chances to win: choose a step", "Gewinnchancen: Schritt wählen", "Шансы на победу: выбор шага"),
  running: say("Looking at every choice: {done} of {total}", "Jede Wahl wird betrachtet: {done} von {total}", "Разбираем каждый выбор: {done} из {total}"),
  rough: say(
    "The line is a first sight so far; it gets surer from left to right.",
    "Die Linie ist noch ein erster Eindruck; von links nach rechts wird sie sicherer.",
    "Пока это первый взгляд; линия уточняется слева направо.",
  ),
  begin: say("Setting up…", "Es geht los …", "Начинаем…"),
  paused: say("Nobody works on it now.", "Gerade arbeitet niemand daran.", "Сейчас разбор стоит."),
  "go-on": say("Go on", "Weitermachen", "Продолжить"),
  costly: say("The costliest choices", "Die teuersten Wahlen", "Самые дорогие ошибки"),
  "costly.none": say("Nobody chose anything much worse than the best.", "Niemand hat etwas viel Schlechteres als das Beste gewählt.", "Никто не выбрал ничего намного хуже лучшего."),
  "costly.later": say("They come when every choice was looked at.", "Sie kommen, wenn jede Wahl betrachtet ist.", "Появятся, когда будут разобраны все выборы."),
  chosen: say("Chosen", "Gewählt", "Выбрано"),
  better: say("Better", "Besser", "Лучше"),
  brings: say("It brings more: {terms}", "Bringt mehr: {terms}", "Даёт больше: {terms}"),
  "gives-up": say("It gives up: {terms}", "Verzichtet auf: {terms}", "Уступает: {terms}"),
  deeper: say("Why shows further on: at once both look alike.", "Warum, zeigt sich später: Zunächst sehen beide gleich aus.", "Почему — видно дальше: сразу оба выглядят одинаково."),
  then: say("Then: {line}", "Dann: {line}", "Затем: {line}"),
  see: say("See choice {step}", "Wahl {step} ansehen", "Показать выбор {step}"),
  step: say("Choice {step}", "Wahl {step}", "Выбор {step}"),
  moments: say("The moments that decided", "Die entscheidenden Momente", "Решающие моменты"),
  "moments.none": say("No single choice changed much: it was decided little by little.", "Keine einzelne Wahl hat viel geändert: Es entschied sich nach und nach.", "Ни один выбор не изменил многого: всё решалось понемногу."),
  trust: say("How far to trust the percentages", "Wie weit den Prozenten zu trauen ist", "Насколько верить процентам"),
  "trust.by": say(
    "Judged by {bot}, from what each player could know then.",
    "Beurteilt von {bot}, nach dem, was jeder damals wissen konnte.",
    "Судит {bot}, по тому, что игроки тогда могли знать.",
  ),
  "trust.held": say(
    "In {held} matches that had no say in them ({positions} positions), what was said and what came true are {distance} apart on average; in the {fitted} that the correction comes from, {near}.",
    "In {held} Partien, aus denen die Berichtigung nicht stammt ({positions} Stellungen), liegen Gesagtes und Eingetroffenes im Mittel {distance} auseinander; in den {fitted}, aus denen sie stammt, {near}.",
    "В партиях, по которым поправку не искали ({held}, позиций: {positions}), сказанное и случившееся расходятся в среднем на {distance}; в тех, по которым она найдена ({fitted}), — на {near}.",
  ),
  "trust.none": say("Nobody has measured yet how often they come true.", "Wie oft sie eintreffen, hat noch niemand gemessen.", "Как часто они сбываются, ещё никто не измерял."),
  "coach.title": say("The coach has doubts", "Der Trainer zweifelt", "Тренер сомневается"),
  "coach.anyway": say("Play anyway", "Trotzdem spielen", "Всё равно сыграть"),
  "coach.think": say("Think again", "Noch einmal nachdenken", "Подумать ещё"),
  "coach.chance": say("Your chance to win", "Deine Gewinnchance", "Ваш шанс на победу"),
  "coach.best": say("best", "beste Wahl", "лучший"),
  "coach.this": say("this", "diese", "этот"),
};

addWords("analysis", phrases);
