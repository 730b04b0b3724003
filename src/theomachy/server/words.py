"""What the server itself says, in every language. The words of a game are in its catalogue."""

from __future__ import annotations

from typing import Final

import theomachy
from theomachy.kernel.catalogue import LANGUAGES, Catalogue
from theomachy.kernel.refusals import refusal_words

#: key: English, German, Russian, in the order of LANGUAGES
WORDS: Final[dict[str, tuple[str, str, str]]] = {
    # --- requests
    "bad-request": (
        "The server does not understand this request: {detail}",
        "Der Server versteht diese Anfrage nicht: {detail}",
        "Сервер не понимает этот запрос: {detail}",
    ),
    "no-page": ("There is nothing at this address.", "Unter dieser Adresse ist nichts.", "По этому адресу ничего нет."),
    "no-game": (
        "There is no game “{game}” here.",
        "Ein Spiel „{game}“ gibt es hier nicht.",
        "Игры «{game}» здесь нет.",
    ),
    "analysis-later": (
        "A match is looked at when it is over.",
        "Eine Partie wird betrachtet, wenn sie zu Ende ist.",
        "Партию разбирают, когда она окончена.",
    ),
    "analysis-long": (
        "This match is too long for an analysis: more than {limit} choices.",
        "Diese Partie ist für eine Analyse zu lang: mehr als {limit} Wahlen.",
        "Эта партия слишком длинна для разбора: больше {limit} выборов.",
    ),
    "no-coach": (
        "A coach speaks where one person plays against bots, or where all people at the table have agreed; and never "
        "where a match is rated or a lesson is taught.",
        "Ein Trainer spricht, wo eine Person gegen Bots spielt oder alle am Tisch einverstanden sind; und nie bei "
        "gewerteten Partien und in Lektionen.",
        "Тренер говорит там, где один человек играет с ботами или где согласны все за столом; и никогда в рейтинговых "
        "партиях и на уроках.",
    ),
    "hints-off": (
        "Hints are off at this table. Its creator can allow them when the table is set up.",
        "An diesem Tisch sind Tipps ausgeschaltet. Wer den Tisch anlegt, kann sie erlauben.",
        "За этим столом подсказки отключены. Их может разрешить тот, кто создаёт стол.",
    ),
    "rated-hints": (
        "There are no hints in rated matches.",
        "In gewerteten Partien gibt es keine Tipps.",
        "В рейтинговых партиях подсказок нет.",
    ),
    "adjourned": (
        "The match is adjourned. It goes on when everybody agrees to resume it.",
        "Die Partie ist unterbrochen. Sie geht weiter, wenn alle sie fortsetzen möchten.",
        "Партия отложена. Она продолжится, когда все согласятся.",
    ),
    "no-partner": (
        "You share your side with nobody: there is nobody to talk to in private.",
        "Du teilst deine Seite mit niemandem: Es gibt niemanden zum Flüstern.",
        "Вы ни с кем не делите сторону: шептаться не с кем.",
    ),
    "no-match": (
        "This is only possible in a match, not in a lesson or on a board for analysis.",
        "Das geht nur in einer Partie, nicht in einer Lektion oder auf einem Analysebrett.",
        "Это возможно только в партии, не на уроке и не на доске для разбора.",
    ),
    "seat-resigned": (
        "Whoever sat here has resigned: a bot plays on for them, and the seat stays as it is.",
        "Wer hier saß, hat aufgegeben: Ein Bot spielt weiter, und der Platz bleibt, wie er ist.",
        "Игрок на этом месте сдался: за него доигрывает бот, и место остаётся как есть.",
    ),
    "rematch-asked": (
        "You want a rematch; it begins when everybody at the table does.",
        "Du möchtest eine Revanche; sie beginnt, wenn alle am Tisch sie möchten.",
        "Вы хотите реванш; он начнётся, когда этого захотят все за столом.",
    ),
    "no-rematch": (
        "A rematch needs a match that is over and was played from its beginning.",
        "Eine Revanche gibt es nach einer Partie, die von Anfang an gespielt wurde und zu Ende ist.",
        "Реванш возможен после оконченной партии, сыгранной с самого начала.",
    ),
    "no-lesson": (
        "There is no lesson “{lesson}” for this game.",
        "Eine Lektion „{lesson}“ gibt es für dieses Spiel nicht.",
        "Урока «{lesson}» для этой игры нет.",
    ),
    "no-example": (
        "There is no example “{example}” in the rule book of this game.",
        "Ein Beispiel „{example}“ gibt es im Regelbuch dieses Spiels nicht.",
        "Примера «{example}» в книге правил этой игры нет.",
    ),
    "lesson-table": (
        "At the table of a lesson one person sits, without a clock, ratings or settings of their own.",
        "Am Tisch einer Lektion sitzt eine Person, ohne Uhr, Wertung und eigene Einstellungen.",
        "За столом урока сидит один человек, без часов, рейтинга и своих настроек.",
    ),
    "lesson-seat": (
        "At the table of a lesson nobody changes seats.",
        "Am Tisch einer Lektion wechselt niemand den Platz.",
        "За столом урока местами не меняются.",
    ),
    "lesson-wait": (
        "One moment: the others are still playing.",
        "Einen Moment: Die anderen spielen noch.",
        "Минуту: остальные ещё ходят.",
    ),
    "lesson-done": (
        "The lesson is over.",
        "Die Lektion ist zu Ende.",
        "Урок окончен.",
    ),
    "bad-position": (
        "This position can’t be: {detail}",
        "Diese Stellung kann es nicht geben: {detail}",
        "Такой позиции быть не может: {detail}",
    ),
    "no-position": (
        "This moment can’t be written as a position.",
        "Dieser Augenblick lässt sich nicht als Stellung schreiben.",
        "Этот момент нельзя записать как позицию.",
    ),
    "position-later": (
        "While the match runs, only those who play it may take a position from it.",
        "Solange die Partie läuft, dürfen nur die Mitspielenden eine Stellung daraus nehmen.",
        "Пока партия идёт, позицию из неё могут взять только её участники.",
    ),
    "position-table": (
        "A table that begins at a position is not rated, and has no other settings.",
        "Ein Tisch, der mit einer Stellung beginnt, wird nicht gewertet und hat keine anderen Einstellungen.",
        "Стол, который начинается с позиции, не идёт в рейтинг и не имеет других настроек.",
    ),
    "analysis-table": (
        "At a board for analysis one person has all seats, without a clock; it is not listed.",
        "Am Analysebrett hat eine Person alle Plätze, ohne Uhr; es wird nicht aufgelistet.",
        "За доской для анализа у одного человека все места, без часов; в списке её нет.",
    ),
    "analysis-seat": (
        "At a board for analysis nobody changes seats.",
        "Am Analysebrett wechselt niemand den Platz.",
        "За доской для анализа местами не меняются.",
    ),
    # A lesson has words of its own.
    "lesson": ("{text}", "{text}", "{text}"),
    "no-table": ("There is no such table.", "Diesen Tisch gibt es nicht.", "Такого стола нет."),
    "no-seat": ("There is no such seat.", "Diesen Platz gibt es nicht.", "Такого места нет."),
    "no-open-seat": (
        "No seat is open at this table.",
        "An diesem Tisch ist kein Platz frei.",
        "За этим столом нет свободных мест.",
    ),
    "no-step": (
        "The match has no step {step}; the last one is {last}.",
        "Die Partie hat keinen Schritt {step}; der letzte ist {last}.",
        "В партии нет шага {step}; последний — {last}.",
    ),
    "wrong-token": (
        "This link does not open a seat here any more.",
        "Dieser Link öffnet hier keinen Platz mehr.",
        "Эта ссылка здесь больше не открывает места.",
    ),
    "seat-taken": ("This seat is taken.", "Dieser Platz ist besetzt.", "Это место занято."),
    "too-large": (
        "This is too large: at most {limit} bytes.",
        "Das ist zu groß: höchstens {limit} Bytes.",
        "Слишком много данных: не больше {limit} байт.",
    ),
    "too-many": (
        "Too much at once; please wait a little.",
        "Zu viel auf einmal; warte bitte ein wenig.",
        "Слишком много сразу; подождите немного.",
    ),
    "too-slow": (
        "The request took too long to arrive.",
        "Die Anfrage kam zu langsam an.",
        "Запрос приходил слишком долго.",
    ),
    "too-many-tables": (
        "Too many tables were made in the last hour; please wait.",
        "In der letzten Stunde wurden zu viele Tische eröffnet; warte bitte.",
        "За последний час создано слишком много столов; подождите.",
    ),
    "bad-setup": (
        "This match can’t be set up: {detail}",
        "Diese Partie lässt sich nicht aufbauen: {detail}",
        "Такую партию начать нельзя: {detail}",
    ),
    "bad-save": (
        "This save can’t be opened: {detail}",
        "Dieser Spielstand lässt sich nicht öffnen: {detail}",
        "Это сохранение не открывается: {detail}",
    ),
    "no-bot": (
        "There is no bot “{bot}” here.",
        "Einen Bot „{bot}“ gibt es hier nicht.",
        "Бота «{bot}» здесь нет.",
    ),
    "person-asked": (
        "Whoever plays this seat is here, or has time left: they are asked now, and decide. When they have been away "
        "for some minutes, or the agreed time is up, you can do it yourself.",
        "Wer diesen Platz spielt, ist da oder hat noch Zeit, wird jetzt gefragt und entscheidet. Nach einigen Minuten "
        "Abwesenheit, oder wenn die vereinbarte Zeit um ist, kannst du es selbst tun.",
        "Тот, кто играет на этом месте, здесь, или у него ещё есть время: его сейчас спросят, и решает он. Если его "
        "нет несколько минут или вышло условленное время, вы сможете сделать это сами.",
    ),
    "other-site": (
        "This request comes from a page of another site.",
        "Diese Anfrage kommt von einer fremden Website.",
        "Этот запрос пришёл со страницы другого сайта.",
    ),
    "save-later": (
        "The match is running, and a save would show the secrets of other people. It can be downloaded when the match "
        "is over, or with the links of everybody who has ever had a seat here, while no seat is open.",
        "Die Partie läuft, und ein Spielstand würde Geheimnisse anderer zeigen. Er lässt sich herunterladen, wenn sie "
        "zu Ende ist, oder mit den Links aller, die hier je einen Platz hatten, solange kein Platz frei ist.",
        "Партия идёт, и сохранение показало бы тайны других. Его можно скачать после конца партии или со ссылками "
        "всех, кто когда-либо сидел за этим столом, пока нет свободных мест.",
    ),
    "no-player": (
        "This browser is not signed in.",
        "Dieser Browser ist nicht angemeldet.",
        "Этот браузер не вошёл в профиль.",
    ),
    "no-profile": (
        "There is no public profile here.",
        "Hier gibt es kein öffentliches Profil.",
        "Открытого профиля здесь нет.",
    ),
    "bad-passkey": (
        "This passkey could not be checked. Please try again.",
        "Dieser Passkey ließ sich nicht prüfen. Versuche es bitte noch einmal.",
        "Ключ доступа не удалось проверить. Попробуйте ещё раз.",
    ),
    "unknown-passkey": (
        "This passkey belongs to nobody here any more.",
        "Dieser Passkey gehört hier niemandem mehr.",
        "Этот ключ доступа здесь больше никому не принадлежит.",
    ),
    "many-passkeys": (
        "You have {most} passkeys already; remove one first.",
        "Du hast schon {most} Passkeys; entferne erst einen.",
        "У вас уже {most} ключей доступа; сначала удалите один.",
    ),
    "bad-recovery": (
        "This recovery link is not valid any more.",
        "Dieser Wiederherstellungslink gilt nicht mehr.",
        "Эта ссылка для восстановления больше не действует.",
    ),
    "rated-join": (
        "This table counts for ratings: only a player can sit here, each on one seat.",
        "Dieser Tisch wird gewertet: Hier kann nur sitzen, wer ein Profil hat, und nur auf einem Platz.",
        "Этот стол рейтинговый: сесть можно только с профилем и только на одно место.",
    ),
    "rated-seat": (
        "This table counts for ratings: seats stay with their players.",
        "Dieser Tisch wird gewertet: Plätze bleiben bei denen, die sie haben.",
        "Этот стол рейтинговый: места остаются за своими игроками.",
    ),
    "rated-stand-in": (
        "In a rated match only a bot that does not look ahead may stand in for a player: the high priest at most.",
        "In einer gewerteten Partie darf nur ein Bot einspringen, der nicht vorausrechnet: höchstens der Hohepriester.",
        "В рейтинговой партии заменять игрока может только бот, который не просчитывает ходы: не сильнее верховного "
        "жреца.",
    ),
    "rated-table": (
        "A table that counts for ratings is for people alone, one of them you, with lots drawn by the server and "
        "nothing laid out.",
        "Ein gewerteter Tisch ist nur für Menschen, einer davon du; die Lose zieht der Server, und nichts ist "
        "vorgegeben.",
        "Рейтинговый стол — только для людей, один из них вы; жребий тянет сервер, и ничего не задано заранее.",
    ),
    "internal": (
        "Something went wrong in the server; nothing was changed.",
        "Im Server ist etwas schiefgegangen; geändert wurde nichts.",
        "На сервере произошла ошибка; ничего не изменилось.",
    ),
    # --- sockets
    "bad-message": (
        "The server does not understand this message: {detail}",
        "Der Server versteht diese Nachricht nicht: {detail}",
        "Сервер не понимает это сообщение: {detail}",
    ),
    "full": (
        "The server has no room for another connection now.",
        "Der Server hat gerade keinen Platz für eine weitere Verbindung.",
        "На сервере сейчас нет места для ещё одного соединения.",
    ),
    "closing": ("The server is closing.", "Der Server wird beendet.", "Сервер завершает работу."),
    "stale": (
        "The match has moved on meanwhile; look again before you choose.",
        "Die Partie ist inzwischen weitergegangen; schau noch einmal hin, bevor du wählst.",
        "Партия тем временем продвинулась; взгляните ещё раз, прежде чем выбирать.",
    ),
    "spectator": (
        "You are watching; only who has a seat can do this.",
        "Du schaust zu; das kann nur, wer einen Platz hat.",
        "Вы зритель; это может только тот, у кого есть место.",
    ),
    "over": (
        "The match is over, and everything in it is open: nothing can be taken back.",
        "Die Partie ist zu Ende, und alles liegt offen: Zurücknehmen lässt sich nichts mehr.",
        "Партия окончена, и всё открыто: взять назад уже ничего нельзя.",
    ),
    "closed": (
        "Whoever runs this server has closed the table; the match can be looked at, and not gone on with.",
        "Wer diesen Server betreibt, hat den Tisch geschlossen: Die Partie lässt sich ansehen, aber nicht fortsetzen.",
        "Владелец сервера закрыл этот стол: партию можно посмотреть, но не продолжить.",
    ),
    "undo-asked": (
        "You have already asked at this point of the match.",
        "Du hast an dieser Stelle der Partie schon gefragt.",
        "В этот момент партии вы уже спрашивали.",
    ),
    "seat-over": (
        "The match is over: its seats stay as they are.",
        "Die Partie ist zu Ende: Die Plätze bleiben, wie sie sind.",
        "Партия окончена: места остаются как есть.",
    ),
    "time-is-up": (
        "Your time is up: a bot makes this decision.",
        "Deine Zeit ist um: Ein Bot trifft diese Entscheidung.",
        "Ваше время вышло: это решение примет бот.",
    ),
    "no-undo": (
        "There is nothing to take back: something was revealed, or somebody else has decided since.",
        "Es gibt nichts zurückzunehmen: Etwas wurde aufgedeckt, oder jemand anders hat inzwischen entschieden.",
        "Взять назад нечего: что-то открылось, или после вас уже решил кто-то другой.",
    ),
    "waiting": (
        "The table waits until every seat is taken.",
        "Der Tisch wartet, bis jeder Platz besetzt ist.",
        "Стол ждёт, пока не заняты все места.",
    ),
    "not-stored": (
        "The choice could not be stored and was not made. Please try again.",
        "Die Wahl ließ sich nicht speichern und gilt nicht. Versuche es bitte noch einmal.",
        "Выбор не удалось сохранить, он не сделан. Попробуйте ещё раз.",
    ),
    "not-kept": (
        "The server can’t store anything now; nothing was changed. Please try again later.",
        "Der Server kann gerade nichts speichern; geändert wurde nichts. Versuche es bitte später noch einmal.",
        "Сервер сейчас не может ничего сохранить; ничего не изменилось. Попробуйте позже.",
    ),
    "legal": ("This is allowed.", "Das ist erlaubt.", "Это можно."),
    "first": (
        "First choose {choice}; then you can choose this.",
        "Wähle zuerst {choice}; danach geht das.",
        "Сначала выберите {choice}; после этого можно будет и это.",
    ),
    "first-done": (
        "First choose {choice}; then you can choose this. Whatever you could still do here is given up.",
        "Wähle zuerst {choice}; danach geht das. Was du hier noch tun könntest, verfällt dann.",
        "Сначала выберите {choice}; после этого можно будет и это. Всё, что ещё можно было сделать здесь, пропадёт.",
    ),
    "first-of": (
        "First choose one of these: {choices}; then you can choose this.",
        "Wähle zuerst eines davon: {choices}; danach geht das.",
        "Сначала выберите одно из этого: {choices}; после этого можно будет и это.",
    ),
    "no-hint": (
        "No bot could answer now; please try again.",
        "Gerade konnte kein Bot antworten; versuche es bitte noch einmal.",
        "Сейчас ни один бот не смог ответить; попробуйте ещё раз.",
    ),
    # --- lines of the table itself in the chat
    "table": ("Table", "Tisch", "Стол"),
    "guest": ("Spectator", "Zuschauer", "Зритель"),
    "line-joined": ("{name} takes a seat: {side}.", "{name} nimmt Platz: {side}.", "{name} садится за стол: {side}."),
    "line-opened": ("The seat of {side} is open.", "Der Platz von {side} ist frei.", "Место свободно: {side}."),
    "line-undo-asked": (
        "{side} asks to take back their last choice.",
        "{side} möchte die letzte Wahl zurücknehmen.",
        "{side} просит взять назад последний выбор.",
    ),
    "line-undo-agreed": ("{side} agrees.", "{side} ist einverstanden.", "{side}: согласие."),
    "line-undo-refused": ("{side} refuses.", "{side} lehnt ab.", "{side}: отказ."),
    "line-undo-void": (
        "The request to take back a choice has lapsed: the people at the table have changed.",
        "Die Bitte, eine Wahl zurückzunehmen, ist hinfällig: Die Besetzung am Tisch hat sich geändert.",
        "Просьба взять выбор назад больше не действует: состав за столом изменился.",
    ),
    "line-bot": (
        "A bot plays {side} now: {bot}.",
        "{side} wird jetzt von einem Bot gespielt: {bot}.",
        "{side}: теперь играет бот {bot}.",
    ),
    "line-coach": (
        "{side} agrees to a coach.",
        "{side} ist mit einem Trainer einverstanden.",
        "{side}: согласие на тренера.",
    ),
    "line-hint": ("{side} asked for a hint.", "{side} hat um einen Tipp gebeten.", "{side}: запрошена подсказка."),
    "line-resigned": (
        "{side} resigned. A bot plays on.",
        "{side} hat aufgegeben. Ein Bot spielt weiter.",
        "{side}: игрок сдался. Дальше играет бот.",
    ),
    "line-resigned-wins": (
        "Everybody else has resigned: {side} wins. You may play on for fun.",
        "Alle anderen haben aufgegeben: {side} gewinnt. Ihr könnt zum Spaß weiterspielen.",
        "Все остальные сдались, победа: {side}. Можно доиграть для удовольствия.",
    ),
    "line-adjourn-asked": (
        "{side} would like to adjourn the match.",
        "{side} möchte die Partie unterbrechen.",
        "{side} предлагает отложить партию.",
    ),
    "line-resume-asked": (
        "{side} would like to resume the match.",
        "{side} möchte die Partie fortsetzen.",
        "{side} предлагает продолжить партию.",
    ),
    "line-adjourn-agreed": ("{side} agrees.", "{side} ist einverstanden.", "{side}: согласие."),
    "line-adjourn-refused": ("{side} would rather not.", "{side} möchte lieber nicht.", "{side}: отказ."),
    "line-adjourned": (
        "The match is adjourned. All clocks stand.",
        "Die Partie ist unterbrochen. Alle Uhren stehen.",
        "Партия отложена. Все часы остановлены.",
    ),
    "line-resumed": ("The match goes on.", "Die Partie geht weiter.", "Партия продолжается."),
    "line-rematch-asked": (
        "{side} would like a rematch.",
        "{side} möchte eine Revanche.",
        "{side}: хочет реванш.",
    ),
    "line-rematch": (
        "There is a rematch: the same people, the same settings.",
        "Es gibt eine Revanche: gleiche Leute, gleiche Einstellungen.",
        "Назначен реванш: те же люди, те же настройки.",
    ),
    "line-no-coach": (
        "{side} wants no coach.",
        "{side} möchte keinen Trainer.",
        "{side}: без тренера.",
    ),
    "line-stays": (
        "Whoever plays {side} keeps the seat.",
        "Wer {side} spielt, behält den Platz.",
        "{side}: игрок остаётся на своём месте.",
    ),
    "line-time-once": (
        "Time is up for {side}: a bot decides this once.",
        "Die Zeit von {side} ist um: Ein Bot entscheidet dieses eine Mal.",
        "{side}: время вышло, на этот раз решает бот.",
    ),
    "line-time-over": (
        "Time is up for {side}: a bot plays until its player is back.",
        "Die Zeit von {side} ist um: Ein Bot spielt, bis der Mensch zurück ist.",
        "{side}: время вышло, до возвращения игрока играет бот.",
    ),
    "line-time-nudge": (
        "Time is up for {side}.",
        "Die Zeit von {side} ist um.",
        "{side}: время вышло.",
    ),
    "line-disclosed": (
        "The whole match was downloaded, with everything hidden in it and yet to come.",
        "Die ganze Partie wurde heruntergeladen, mit allem, was verdeckt ist und noch kommt.",
        "Партию скачали целиком: со всем, что скрыто и что ещё впереди.",
    ),
    "line-bot-failed": (
        "The bot {bot} gave no answer for {side}; {other} has chosen in its place.",
        "Der Bot {bot} hat für {side} nicht geantwortet; an seiner Stelle hat {other} gewählt.",
        "{side}: бот {bot} не ответил; вместо него выбрал бот {other}.",
    ),
    # --- messages to people who are not looking
    "notice-turn": ("It is your turn: {table}", "Du bist dran: {table}", "Ваш ход: {table}"),
    "notice-late": ("Your time is up: {table}", "Deine Zeit ist um: {table}", "Ваше время вышло: {table}"),
    "notice-turns": (
        "{count} tables wait for you",
        "{count} Tische warten auf dich",
        "Вас ждут столы: {count}",
    ),
    "notice-more": ("and {count} more", "und {count} weitere", "и ещё {count}"),
    "notice-trial": (
        "This is how you hear that it is your turn.",
        "So erfährst du, dass du dran bist.",
        "Так вы узнаете, что пришёл ваш ход.",
    ),
    "mail-stop": (
        "No more letters to this address:",
        "Keine Nachrichten mehr an diese Adresse:",
        "Больше не писать на этот адрес:",
    ),
    "mail-confirm-subject": (
        "Theomachy: is this your address?",
        "Theomachy: Ist das deine Adresse?",
        "Theomachy: это ваш адрес?",
    ),
    "mail-confirm": (
        "Somebody wants to hear at this address when it is their turn. If that was you, open this link within a day:",
        "Jemand möchte an dieser Adresse erfahren, wann er dran ist. Wenn du das warst, öffne diesen Link innerhalb "
        "eines Tages:",
        "Кто-то хочет узнавать по этому адресу, когда его ход. Если это вы, откройте ссылку в течение дня:",
    ),
    "mail-confirm-not-you": (
        "If not, do nothing: nothing more will come.",
        "Wenn nicht, tu nichts: Mehr kommt dann nicht.",
        "Если нет, ничего не делайте: больше писем не будет.",
    ),
    "too-many-channels": (
        "There are too many ways to reach you already; remove one first.",
        "Es gibt schon zu viele Wege, dich zu erreichen; entferne zuerst einen.",
        "Способов связи уже слишком много; сначала удалите один.",
    ),
    "too-many-letters": (
        "Too many letters were asked for today; please wait until tomorrow.",
        "Heute wurden schon zu viele E-Mails angefordert; warte bitte bis morgen.",
        "Сегодня запрошено слишком много писем; подождите до завтра.",
    ),
    "no-push": (
        "This server can’t send push messages.",
        "Dieser Server kann keine Push-Nachrichten senden.",
        "Этот сервер не умеет отправлять push-уведомления.",
    ),
    "no-mail": (
        "This server does not send e-mail.",
        "Dieser Server versendet keine E-Mails.",
        "Этот сервер не отправляет писем.",
    ),
    "bad-address": ("This is no e-mail address.", "Das ist keine E-Mail-Adresse.", "Это не адрес электронной почты."),
    "bad-target": (
        "Nothing can be sent there: {detail}. It must be a public address that begins with https://.",
        "Dorthin lässt sich nichts senden: {detail}. Es muss eine öffentliche Adresse sein, die mit https:// beginnt.",
        "Туда ничего нельзя отправить: {detail}. Нужен общедоступный адрес, который начинается с https://.",
    ),
    "mail-unreached": (
        "The letter could not be sent now; please try again later.",
        "Die E-Mail ließ sich gerade nicht senden; versuche es bitte später noch einmal.",
        "Письмо сейчас отправить не удалось; попробуйте позже.",
    ),
    "mail-refused": (
        "This address does not take our letter.",
        "Diese Adresse nimmt unsere E-Mail nicht an.",
        "Этот адрес не принимает наше письмо.",
    ),
    "bad-notice-link": (
        "This link does not work any more.",
        "Dieser Link funktioniert nicht mehr.",
        "Эта ссылка больше не действует.",
    ),
    # --- bots that think for a while
    "milliseconds": ("{count}\u00a0ms", "{count}\u00a0ms", "{count}\u00a0мс"),
    "seconds": ("{count}\u00a0s", "{count}\u00a0s", "{count}\u00a0с"),
    # --- the page is missing
    "not-built": (
        "The page is not built yet. In the project’s folder: make page",
        "Die Seite ist noch nicht gebaut. Im Ordner des Projekts: make page",
        "Страница ещё не собрана. В папке проекта: make page",
    ),
}


def _catalogues() -> list[Catalogue]:
    return [game.catalogue for game in theomachy.GAMES.values()]


def say(key: str, lang: str, **fields: object) -> str:
    """A sentence of the server in a language, its fields filled in; a `detail` is a reason of the engine. What can't be
    written, half a letter, is a question mark then: fields may come from outside."""
    if "detail" in fields:
        fields = {**fields, "detail": refusal_words(str(fields["detail"]), lang, _catalogues())}
    return WORDS[key][LANGUAGES.index(lang)].format(**fields).encode("utf-8", "replace").decode()
