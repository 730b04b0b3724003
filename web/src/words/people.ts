import { say, type Phrases } from "../lib/phrases";
import { addWords } from "../lib/words.svelte";

/** The words of the pages about oneself, about others, and about the server; they come with those pages. */
export const people: Phrases = {
  // Nobody yet
  "none": say("This browser does not know you yet", "Dieser Browser kennt dich noch nicht", "Этот браузер вас ещё не знает"),
  "none.text": say(
    "You need no account to play. As soon as you take a seat, this browser keeps a player for you, without a form. Here you can begin now, or come back as who you are on another device.",
    "Zum Spielen brauchst du kein Konto. Sobald du Platz nimmst, legt dieser Browser ohne Formular ein Profil für dich an. Du kannst es auch gleich hier tun oder zurückkommen als die Person, die du auf einem anderen Gerät bist.",
    "Для игры учётная запись не нужна. Как только вы сядете за стол, браузер сам заведёт для вас профиль. Можно сделать это прямо сейчас или вернуться под именем, которое у вас на другом устройстве.",
  ),
  "begin": say("Begin here", "Hier beginnen", "Начать здесь"),
  "sign-in.passkey": say("Sign in with a passkey", "Mit Passkey anmelden", "Войти с ключом доступа"),
  "sign-in.other": say("Sign in as somebody else, with a passkey", "Mit Passkey als jemand anders anmelden", "Войти с ключом доступа под другим профилем"),
  "sign-in.bring": say("Bring the tables of this browser along", "Tische dieses Browsers mitnehmen", "Взять с собой столы этого браузера"),
  "recover": say("Come back with the recovery link", "Mit dem Wiederherstellungslink zurückkommen", "Вернуться по ссылке для восстановления"),
  "recover.text": say("This link signs this browser in as {name}. Continue only if that’s you. The link stays valid for other devices until you revoke it.", "Dieser Link meldet diesen Browser als {name} an. Mach nur weiter, wenn du das bist. Der Link gilt weiter für andere Geräte, bis du ihn widerrufst.", "По этой ссылке браузер войдёт под именем {name}. Продолжайте, только если это вы. Для других устройств ссылка действует, пока вы её не отзовёте."),
  "recover.do": say("Sign this browser in", "Diesen Browser anmelden", "Войти в этом браузере"),

  // Name and profile
  "name": say("Name", "Name", "Имя"),
  "name.text": say("Used at new tables.", "Gilt an neuen Tischen.", "Для новых столов."),
  "name.save": say("Keep", "Übernehmen", "Сохранить"),
  "saved": say("Kept", "Übernommen", "Сохранено"),
  "public": say("Public profile: others may see my name, my record and my ratings", "Öffentliches Profil: Andere dürfen Namen, Bilanz und Wertung sehen", "Открытый профиль: другие видят имя, итоги и рейтинг"),
  "public.link": say("Your public page", "Deine öffentliche Seite", "Ваша открытая страница"),

  // Ways in
  "loose": say("Only this browser knows you", "Nur dieser Browser kennt dich", "Вас знает только этот браузер"),
  "loose.text": say("If its data are cleared, your tables are lost. Add a passkey, or keep a recovery link.", "Werden seine Daten gelöscht, sind deine Tische weg. Füge einen Passkey hinzu oder bewahre einen Wiederherstellungslink auf.", "Если очистить его данные, столы пропадут. Добавьте ключ доступа или сохраните ссылку для восстановления."),
  "passkeys": say("Passkeys", "Passkeys", "Ключи доступа"),
  "passkeys.text": say("With a passkey you are yourself on every device: by fingerprint, face, PIN or security key.", "Mit einem Passkey bist du auf jedem Gerät du selbst: per Fingerabdruck, Gesicht, PIN oder Sicherheitsschlüssel.", "С ключом доступа вы остаётесь собой на любом устройстве: по отпечатку, лицу, PIN-коду или аппаратному ключу."),
  "passkeys.none": say("You have no passkey yet.", "Du hast noch keinen Passkey.", "Ключей доступа пока нет."),
  "passkeys.add": say("Add a passkey", "Passkey hinzufügen", "Добавить ключ доступа"),
  "passkeys.here": say("Passkeys need a secure address (https) with a name; here they can't be used.", "Passkeys brauchen eine sichere Adresse (https) mit einem Namen; hier gehen sie nicht.", "Ключам доступа нужен защищённый адрес (https) с именем; здесь они не работают."),
  "passkeys.cancelled": say("No passkey was used.", "Es wurde kein Passkey verwendet.", "Ключ доступа не использован."),
  "passkeys.known": say("This device has a passkey for you already.", "Dieses Gerät hat schon einen Passkey für dich.", "На этом устройстве уже есть ваш ключ доступа."),
  "remove": say("Remove", "Entfernen", "Удалить"),
  "used": say("added {created}, last used {used}", "hinzugefügt {created}, zuletzt benutzt {used}", "добавлено {created}, использовано {used}"),
  "recovery": say("Recovery link", "Wiederherstellungslink", "Ссылка для восстановления"),
  "recovery.text": say("For those without passkeys. Whoever has it is you: keep it where nobody else reads.", "Für alle ohne Passkeys. Wer ihn hat, gilt hier als du: Bewahre ihn auf, wo ihn sonst niemand liest.", "Для тех, у кого нет ключа доступа. У кого ссылка, тот и вы: храните её там, где не прочтут другие."),
  "recovery.make": say("Make a recovery link", "Wiederherstellungslink erstellen", "Создать ссылку"),
  "recovery.anew": say("Make a new one (the old one is void)", "Neuen erstellen (der alte wird ungültig)", "Создать новую (старая перестанет действовать)"),
  "recovery.once": say("It is shown this once. Copy it now.", "Er wird nur jetzt gezeigt. Kopiere ihn gleich.", "Она показывается один раз. Скопируйте её сейчас."),
  "recovery.is": say("There is one, made {created}.", "Es gibt einen, erstellt {created}.", "Ссылка есть, создана {created}."),
  "recovery.revoke": say("Revoke", "Widerrufen", "Отозвать"),
  "devices": say("Devices", "Geräte", "Устройства"),
  "devices.this": say("this one", "dieses", "это"),
  "devices.unknown": say("A browser", "Ein Browser", "Браузер"),
  "devices.now": say("in use now", "gerade in Gebrauch", "используется сейчас"),
  "devices.seen": say("seen {used}", "gesehen {used}", "вход: {used}"),
  "sign-out": say("Sign out", "Abmelden", "Выйти"),
  "sign-out.others": say("Sign out all others", "Alle anderen abmelden", "Выйти на всех остальных"),
  "sign-out.ask": say("Sign out here? This browser forgets the links of your seats, too.", "Hier abmelden? Dieser Browser vergisst auch die Links deiner Plätze.", "Выйти здесь? Браузер забудет и ссылки ваших мест."),
  "sign-out.lost": say("There is no other way back to you: neither passkey nor recovery link nor another device. Your tables would be lost.", "Es gibt keinen anderen Weg zurück zu dir: weder Passkey noch Wiederherstellungslink noch ein anderes Gerät. Deine Tische wären verloren.", "Другого пути назад нет: ни ключа доступа, ни ссылки, ни другого устройства. Столы пропадут."),

  // Data
  "data": say("My data", "Meine Daten", "Мои данные"),
  "data.text": say("Everything kept of you, as a file; or nothing any more.", "Alles, was über dich gespeichert ist, als Datei; oder nichts mehr davon.", "Всё, что о вас хранится, одним файлом; или больше ничего."),
  "export": say("Download my data", "Meine Daten herunterladen", "Скачать мои данные"),
  "delete": say("Delete my player", "Mein Profil löschen", "Удалить мой профиль"),
  "delete.ask": say("Delete for good?", "Endgültig löschen?", "Удалить навсегда?"),
  "delete.text": say("Your name and everything you have said in chats is deleted at all your tables, with passkeys, devices and record. Your choices stay, without a name: they belong to the others' matches, too. Nobody can bring it back.", "Dein Name und alles, was du in Chats geschrieben hast, wird an allen deinen Tischen gelöscht, dazu Passkeys, Geräte und Bilanz. Deine Züge bleiben ohne Namen: Sie gehören auch zu den Partien der anderen. Niemand kann das rückgängig machen.", "Имя и всё, что вы писали в чатах, удаляется за всеми вашими столами, вместе с ключами, устройствами и итогами. Ходы остаются без имени: они принадлежат и партиям других. Вернуть это не сможет никто."),
  "delete.yes": say("Delete for good", "Endgültig löschen", "Удалить навсегда"),
  "cancel": say("Cancel", "Abbrechen", "Отмена"),

  // Record
  "record": say("My record", "Meine Bilanz", "Мои итоги"),
  "record.of": say("Record", "Bilanz", "Итоги"),
  "record.none": say("No match is finished yet.", "Noch ist keine Partie zu Ende.", "Законченных партий пока нет."),
  "matches": say("Matches", "Partien", "Партии"),
  "wins": say("Won", "Gewonnen", "Победы"),
  "people": say("With other people", "Mit anderen Menschen", "С другими людьми"),
  "rated": say("Rated", "Gewertet", "Рейтинговые"),
  "rating": say("Rating", "Wertung", "Рейтинг"),
  "rating.value": say("{mu} ± {spread}", "{mu} ± {spread}", "{mu} ± {spread}"),
  "rating.text": say("An estimate by OpenSkill; nineteen times of twenty the true skill lies in this range. Everybody begins at 25 ± 16.7.", "Eine Schätzung nach OpenSkill; in neunzehn von zwanzig Fällen liegt die wahre Spielstärke in diesem Bereich. Alle beginnen bei 25 ± 16,7.", "Оценка по OpenSkill: в девятнадцати случаях из двадцати истинная сила лежит в этих пределах. Все начинают с 25 ± 16,7."),
  "rating.none": say("none yet", "noch keine", "пока нет"),
  "ratings.off": say("This server keeps no ratings.", "Dieser Server führt keine Wertung.", "Этот сервер не ведёт рейтинг."),
  "side": say("Side", "Seite", "Сторона"),
  "recent": say("Last matches", "Letzte Partien", "Последние партии"),
  "won": say("won", "gewonnen", "победа"),
  "nobody": say("nobody won", "niemand hat gewonnen", "никто не победил"),
  "place": say("place {place} of {seats}", "Platz {place} von {seats}", "место {place} из {seats}"),
  "since": say("here since {date}", "dabei seit {date}", "с нами с {date}"),
  "no-profile": say("No such page", "Diese Seite gibt es nicht", "Такой страницы нет"),
  "back": say("To me", "Zu mir", "Ко мне"),

  // The server
  "server.text": say("What is played at public tables, and the players who wish to be seen.", "Was an öffentlichen Tischen gespielt wird, und wer gesehen werden möchte.", "Что играют за открытыми столами и кто захотел быть на виду."),
  "server.played": say("What is played", "Was gespielt wird", "Что играют"),
  "server.waits": say("Who waits", "Wer wartet", "Кто ждёт"),
  "server.waits.none": say("No public table waits for anybody.", "Kein öffentlicher Tisch wartet auf jemanden.", "Ни один открытый стол никого не ждёт."),
  "server.players": say("Players", "Spieler", "Игроки"),
  "server.players.none": say("Nobody with a rating has a public profile yet.", "Noch hat niemand mit Wertung ein öffentliches Profil.", "Пока ни у кого с рейтингом нет открытого профиля."),
  "playing": say("Being played", "Laufen", "Идут"),
  "waiting": say("Wait for players", "Warten auf Spieler", "Ждут игроков"),
  "over": say("Over", "Beendet", "Завершены"),
  "game": say("Game", "Spiel", "Игра"),
};

addWords("me", people);
