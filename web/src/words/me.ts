import { say, type Phrases } from "../lib/phrases";

/** The words of players that lobby and tables need: whose turn it is, and what leads to the pages about people. */
export const me: Phrases = {
  "me": say("Me", "Ich", "Я"),
  "sign-in": say("Sign in", "Anmelden", "Войти"),
  "known": say("Signed in as {name}", "Angemeldet als {name}", "Вы вошли как {name}"),
  "nameless": say("Player without a name", "Spieler ohne Namen", "Игрок без имени"),

  // Whose turn it is
  "turn": say("Your turn", "Du bist dran", "Ваш ход"),
  "turn.since": say("Your turn, for {time}", "Du bist dran, Wartezeit: {time}", "Ваш ход, ожидание: {time}"),
  "next": say("Next table that waits for me", "Zum nächsten Tisch, der auf mich wartet", "К следующему столу, где ждут меня"),
  "next.short": say("Next table ({count})", "Nächster Tisch ({count})", "Следующий стол ({count})"),
  "add": say("Add this seat to me", "Diesen Platz zu mir nehmen", "Добавить это место себе"),
  "add.text": say("Then it is in your tables on every device.", "Dann ist er auf jedem Gerät unter deinen Tischen.", "Тогда оно будет среди ваших столов на любом устройстве."),
  "added": say("This seat is yours on every device now.", "Dieser Platz gehört dir jetzt auf jedem Gerät.", "Теперь это место ваше на любом устройстве."),
  "not-added": say("This seat can't be added: it belongs to its player.", "Dieser Platz lässt sich nicht hinzufügen: Er gehört schon jemandem.", "Это место нельзя добавить: у него есть игрок."),
  "server": say("This server", "Dieser Server", "Этот сервер"),

  // Rated tables
  "rated.table": say("Rated match: counts for ratings, among people alone", "Gewertete Partie: zählt für die Wertung, nur unter Menschen", "Рейтинговая партия: идёт в зачёт, только среди людей"),
  "rated.needs": say("For a rated match you take one seat, and all others are open for people.", "In einer gewerteten Partie nimmst du einen Platz; alle anderen sind offen für Menschen.", "В рейтинговой партии вы занимаете одно место, остальные открыты для людей."),
  "rated.short": say("rated", "gewertet", "рейтинг"),
};
