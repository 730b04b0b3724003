// The words of what people do at a table besides playing: giving up, pausing, playing again, knowing who is there.
import { say, type Phrases } from "../lib/phrases";
import { addWords } from "../lib/words.svelte";

export const habits: Phrases = {
  "resign": say("Resign", "Aufgeben", "Сдаться"),
  "resign.sure": say("Resign? A bot takes over your seat, and the match counts as lost.", "Aufgeben? Ein Bot übernimmt deinen Platz, und die Partie zählt als verloren.", "Сдаться? Ваше место займёт бот, и партия будет засчитана как поражение."),
  "resign.yes": say("Yes, resign", "Ja, aufgeben", "Да, сдаться"),
  "resign.no": say("Keep playing", "Weiterspielen", "Играть дальше"),
  "resigned": say("{name} resigned", "{name} hat aufgegeben", "{name}: сдался"),
  "adjourn": say("Adjourn", "Unterbrechen", "Отложить партию"),
  "resume": say("Resume", "Fortsetzen", "Продолжить"),
  "adjourn.asks": say("{name} would like to adjourn. All clocks would stand.", "{name} möchte unterbrechen. Alle Uhren würden stehen.", "{name} предлагает отложить партию. Все часы остановятся."),
  "resume.asks": say("{name} would like to resume.", "{name} möchte fortsetzen.", "{name} предлагает продолжить."),
  "adjourn.agree": say("Agree", "Einverstanden", "Согласиться"),
  "adjourn.refuse": say("Not now", "Jetzt nicht", "Не сейчас"),
  "adjourn.waiting": say("Waiting for the others to agree.", "Warten, bis alle zustimmen.", "Ждём согласия остальных."),
  "adjourned": say("Adjourned", "Unterbrochen", "Отложена"),
  "adjourned.text": say("The match is adjourned. All clocks stand until everybody agrees to resume.", "Die Partie ist unterbrochen. Alle Uhren stehen, bis alle fortsetzen möchten.", "Партия отложена. Часы стоят, пока все не согласятся продолжить."),
  "rematch": say("Rematch", "Revanche", "Реванш"),
  "rematch.go": say("To the rematch", "Zur Revanche", "К реваншу"),
  "here": say("{name}: here", "{name}: da", "{name}: в сети"),
  "away": say("{name}: away", "{name}: nicht da", "{name}: не в сети"),
  "present": say("Who is here", "Wer da ist", "Кто в сети"),
  "you-are": say("You are {side}", "Du spielst {side}", "Вы играете за: {side}"),
  "you-are.text": say("This emblem and colour mark everything that is yours. What you can do lights up.", "Dieses Zeichen und diese Farbe tragen alle deine Figuren. Was du tun kannst, leuchtet auf.", "Этим знаком и цветом отмечено всё ваше. Что можно сделать, подсвечивается."),
  "partner": say("You now play together with {names}", "Du spielst jetzt zusammen mit {names}", "Теперь вы играете вместе: {names}"),
  "partner.person": say("You share {side}: you win or lose together. In the chat you can talk in private.", "Ihr teilt euch {side}: Ihr gewinnt oder verliert zusammen. Im Chat könnt ihr unter euch reden.", "У вас одна сторона на двоих: {side}. Вы победите или проиграете вместе. В чате можно говорить наедине."),
  "partner.bot": say("You share {side}: you win or lose together. Your partner is a bot.", "Ihr teilt euch {side}: Ihr gewinnt oder verliert zusammen. Dein Partner ist ein Bot.", "У вас одна сторона на двоих: {side}. Вы победите или проиграете вместе. Ваш партнёр — бот."),
};

addWords("habits", habits);
