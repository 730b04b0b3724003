import { levelName, sideName } from "./games.svelte";
import type { Place } from "./protocol";
import { t } from "./words.svelte";

/** Who sits in a place, in short: a person's name, "Bot, LEVEL", "Free". */
export function playerWords(place: Place): string {
  if (place.who === "open") return t("shell.seats.open");
  if (place.bot === "lesson") return t("learn.partner");
  if (place.who === "bot") {
    const [name, level] = [place.name || t("shell.seats.bot"), levelName(place.bot)];
    return level === null ? name : t("shell.seats.bot.level", { name, level });
  }
  // Who gave no name is called by the place, in the reader's language.
  return place.name || t("shell.seats.person", { number: place.seat + 1 });
}

/** A side as the log calls it, with whoever is behind it: "SIDE (Mia)". */
export function sideWords(places: Place[], side: string | null): string {
  const shown = side ?? places[0]?.side ?? null;
  const who = places.map(playerWords).join(", ");
  if (!shown) return who;
  return who ? `${sideName(shown)} (${who})` : sideName(shown);
}
