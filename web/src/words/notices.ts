// The words of being told that it is one's turn: of the settings, with which they come.
import { addWords, type Phrase, type Phrases } from "../lib/words.svelte";

const say = (en: string, de: string, ru: string): Phrase => ({ en, de, ru });

export const notices: Phrases = {
  "text": say(
    "Once for each turn, and not while you look at the table. What you switch on here holds for all your tables.",
    "Einmal je Zug, und nicht, während du auf den Tisch schaust. Was du hier einschaltest, gilt für alle deine Tische.",
    "Один раз за ход, и не тогда, когда вы смотрите на стол. То, что включено здесь, действует за всеми вашими столами.",
  ),
  "here": say("In this browser", "In diesem Browser", "В этом браузере"),
  "sound": say("Sound", "Ton", "Звук"),
  "sound.off": say("Off", "Aus", "Выкл."),
  "sound.quiet": say("Quiet", "Leise", "Тихо"),
  "sound.loud": say("Loud", "Laut", "Громко"),
  "sound.try": say("Listen", "Anhören", "Послушать"),
  "browser": say("Show a note while this page is open behind others", "Hinweis zeigen, solange diese Seite im Hintergrund offen ist", "Показывать уведомление, пока страница открыта в фоне"),
  "push": say("Also when the page is closed (push)", "Auch bei geschlossener Seite (Push)", "И когда страница закрыта (push)"),
  "push.none": say("This browser, or this server, can’t do that.", "Dieser Browser oder dieser Server kann das nicht.", "Этот браузер или сервер этого не умеет."),
  "push.failed": say("The browser’s push service could not be reached.", "Der Push-Dienst des Browsers war nicht zu erreichen.", "Не удалось связаться со службой push браузера."),
  "denied": say("Notes of this page are forbidden in the browser’s settings.", "Hinweise dieser Seite sind in den Einstellungen des Browsers verboten.", "Уведомления этой страницы запрещены в настройках браузера."),
  "install": say("Install as an app", "Als App installieren", "Установить как приложение"),
  "ways": say("Everywhere", "Überall", "Везде"),
  "ways.none": say("No other way yet.", "Noch kein anderer Weg.", "Других способов пока нет."),
  "kind.push": say("Push", "Push", "Push"),
  "kind.mail": say("E-mail", "E-Mail", "Почта"),
  "kind.hook": say("Webhook", "Webhook", "Вебхук"),
  "unconfirmed": say("not confirmed yet: open the link in the letter", "noch nicht bestätigt: Öffne den Link in der E-Mail", "ещё не подтверждён: откройте ссылку из письма"),
  "trouble": say("The last message did not arrive ({why}).", "Die letzte Nachricht kam nicht an ({why}).", "Последнее сообщение не дошло ({why})."),
  "rests": say("Nothing is sent there until you try it again.", "Dorthin wird nichts gesendet, bis du es erneut probierst.", "Туда ничего не отправляется, пока вы не попробуете снова."),
  "try": say("Try", "Probieren", "Проверить"),
  "tried": say("A message is on its way.", "Eine Nachricht ist unterwegs.", "Сообщение отправлено."),
  "remove": say("Remove", "Entfernen", "Удалить"),
  "mail": say("E-mail address", "E-Mail-Adresse", "Адрес почты"),
  "mail.add": say("Send the link to confirm", "Bestätigungslink senden", "Прислать ссылку для подтверждения"),
  "mail.sent": say("A letter is on its way; open the link in it within a day.", "Eine E-Mail ist unterwegs; öffne den Link darin innerhalb eines Tages.", "Письмо отправлено; откройте ссылку из него в течение дня."),
  "hook": say("Webhook", "Webhook", "Вебхук"),
  "hook.url": say("Its address", "Seine Adresse", "Его адрес"),
  "hook.format": say("Kind", "Art", "Вид"),
  "hook.add": say("Add", "Hinzufügen", "Добавить"),
  "hook.json": say("Plain JSON, signed", "Reines JSON, signiert", "Простой JSON с подписью"),
  "hook.secret": say("Bodies are signed with this secret (HMAC-SHA256, header X-Theomachy-Signature). It is shown this once:", "Inhalte werden mit diesem Geheimnis signiert (HMAC-SHA256, Header X-Theomachy-Signature). Es wird nur dieses eine Mal gezeigt:", "Содержимое подписывается этим секретом (HMAC-SHA256, заголовок X-Theomachy-Signature). Он показывается один раз:"),
  "quiet": say("Quiet hours", "Ruhezeit", "Тихие часы"),
  "quiet.on": say("Nothing is sent between", "Nichts senden zwischen", "Ничего не отправлять между"),
  "quiet.and": say("and", "und", "и"),
  "quiet.zone": say("in the time of {zone}; what came meanwhile is told afterwards, once.", "in der Zeit von {zone}; was inzwischen war, kommt danach, einmal.", "по времени {zone}; о том, что случилось, придёт одно сообщение после."),
  "on": say("Send me messages", "Mir Nachrichten senden", "Отправлять мне сообщения"),
  "nobody": say("As soon as you have a seat, messages can be sent to you, too.", "Sobald du einen Platz hast, kann man dir auch Nachrichten senden.", "Как только у вас будет место, вам смогут приходить и сообщения."),
};

addWords("notices", notices);
