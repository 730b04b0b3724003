// The words of analyses and of the coach; they come when somebody asks for one.
import { addWords, type Phrases } from "../lib/words.svelte";

const phrases: Phrases = {
  title: { en: "Analysis", de: "Analyse", ru: "Разбор" },
  chart: { en: "Chances to win, in percent", de: "Gewinnchancen in Prozent", ru: "Шансы на победу, в процентах" },
  "chart.slider": { en: "Chances to win: choose a step", de: "Gewinnchancen: Schritt wählen", ru: "Шансы на победу: выбор шага" },
  running: { en: "Looking at every choice: {done} of {total}", de: "Jede Wahl wird betrachtet: {done} von {total}", ru: "Разбираем каждый выбор: {done} из {total}" },
  rough: {
    en: "The line is a first sight so far; it gets surer from left to right.",
    de: "Die Linie ist noch ein erster Eindruck; von links nach rechts wird sie sicherer.",
    ru: "Пока это первый взгляд; линия уточняется слева направо.",
  },
  begin: { en: "Setting up…", de: "Es geht los …", ru: "Начинаем…" },
  paused: { en: "Nobody works on it now.", de: "Gerade arbeitet niemand daran.", ru: "Сейчас разбор стоит." },
  "go-on": { en: "Go on", de: "Weitermachen", ru: "Продолжить" },
  costly: { en: "The costliest choices", de: "Die teuersten Wahlen", ru: "Самые дорогие ошибки" },
  "costly.none": { en: "Nobody chose anything much worse than the best.", de: "Niemand hat etwas viel Schlechteres als das Beste gewählt.", ru: "Никто не выбрал ничего намного хуже лучшего." },
  "costly.later": { en: "They come when every choice was looked at.", de: "Sie kommen, wenn jede Wahl betrachtet ist.", ru: "Появятся, когда будут разобраны все выборы." },
  chosen: { en: "Chosen", de: "Gewählt", ru: "Выбрано" },
  better: { en: "Better", de: "Besser", ru: "Лучше" },
  brings: { en: "It brings more: {terms}", de: "Bringt mehr: {terms}", ru: "Даёт больше: {terms}" },
  "gives-up": { en: "It gives up: {terms}", de: "Verzichtet auf: {terms}", ru: "Уступает: {terms}" },
  deeper: { en: "Why shows further on: at once both look alike.", de: "Warum, zeigt sich später: Zunächst sehen beide gleich aus.", ru: "Почему — видно дальше: сразу оба выглядят одинаково." },
  then: { en: "Then: {line}", de: "Dann: {line}", ru: "Затем: {line}" },
  see: { en: "See choice {step}", de: "Wahl {step} ansehen", ru: "Показать выбор {step}" },
  step: { en: "Choice {step}", de: "Wahl {step}", ru: "Выбор {step}" },
  moments: { en: "The moments that decided", de: "Die entscheidenden Momente", ru: "Решающие моменты" },
  "moments.none": { en: "No single choice changed much: it was decided little by little.", de: "Keine einzelne Wahl hat viel geändert: Es entschied sich nach und nach.", ru: "Ни один выбор не изменил многого: всё решалось понемногу." },
  trust: {
    en: "Judged by what each player could know then, by {bot}. Corrected by {fitted} matches, where chances and results are {near} apart on average; measured on {positions} positions of {held} others: {distance} apart.",
    de: "Beurteilt nach dem, was jeder damals wissen konnte, von {bot}. Berichtigt nach {fitted} Partien, in denen Chancen und Ergebnisse im Mittel {near} auseinander liegen; gemessen an {positions} Stellungen aus {held} anderen: {distance} auseinander.",
    ru: "По тому, что игроки знали тогда; судит {bot}. Поправка найдена по партиям ({fitted}), где шансы и исходы расходятся в среднем на {near}; проверено на позициях ({positions}) из других партий ({held}): расхождение {distance}.",
  },
  "trust.none": { en: "Judged by what each player could know then, by {bot}.", de: "Beurteilt nach dem, was jeder damals wissen konnte, von {bot}.", ru: "По тому, что игроки знали тогда; судит {bot}." },
  "coach.title": { en: "The coach has doubts", de: "Der Trainer zweifelt", ru: "Тренер сомневается" },
  "coach.anyway": { en: "Play anyway", de: "Trotzdem spielen", ru: "Всё равно сыграть" },
  "coach.think": { en: "Think again", de: "Noch einmal nachdenken", ru: "Подумать ещё" },
  "coach.chance": { en: "Your chance to win", de: "Deine Gewinnchance", ru: "Ваш шанс на победу" },
  "coach.best": { en: "best", de: "beste Wahl", ru: "лучший" },
  "coach.this": { en: "this", de: "diese", ru: "этот" },
};

addWords("analysis", phrases);
