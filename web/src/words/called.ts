// The few words of being told that it is one's turn that are wanted before anybody opens the settings.
import { say, type Phrases } from "../lib/phrases";

export const called: Phrases = {
  "title": say("When it is my turn", "Wenn ich dran bin", "Когда мой ход"),
  "turn": say("It is your turn", "Du bist dran", "Ваш ход"),
  "confirmed": say("Thank you: letters come to this address from now on.", "Danke: Ab jetzt kommen Nachrichten an diese Adresse.", "Спасибо: теперь письма будут приходить на этот адрес."),
  "stopped": say("No more letters will come to this address.", "An diese Adresse kommen keine Nachrichten mehr.", "На этот адрес письма больше приходить не будут."),
  "bell": say("Tell me", "Bescheid sagen", "Сообщать мне"),
};
