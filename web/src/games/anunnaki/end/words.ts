import { say, type Phrases } from "../../../lib/phrases";

/** The words of the final scoring. */
export const words: Phrases = {
  "end.title": say("Where the points come from", "Woher die Punkte kommen", "Откуда очки"),
  "end.during": say("During the match", "Während der Partie", "Во время партии"),
  "end.scoring": say("Final scoring", "Schlusswertung", "Итоговый подсчёт"),
  "end.before": say("Before the first turn", "Vor dem ersten Zug", "До первого хода"),
  "end.total": say("Total", "Gesamt", "Итого"),
  "end.vp": say("{count} VP", "{count} SP", "{count} ПО"),
  "end.tie": say("A tie was broken: {rule}.", "Ein Gleichstand wurde entschieden: {rule}.", "Ничья решена: {rule}."),
  "triumph": say("You win: the promised land is yours!", "Du gewinnst: Das verheißene Land ist dein!", "Вы победили: обетованная земля ваша!"),
};
