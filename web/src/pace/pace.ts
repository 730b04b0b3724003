// How long people may think, in words; and what the form of a new table offers.
import type { TablePace } from "../lib/protocol";
import { speech, t } from "../lib/words.svelte";

export const NO_PACE: TablePace = { kind: "none" };

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
/** What can be chosen, in seconds. */
export const PER = { live: [15, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE], days: [12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY] };
export const RESERVES = [0, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE, HOUR];

/** What a table of a kind begins with. */
export function usualPace(kind: TablePace["kind"], bot: string): TablePace {
  if (kind === "live") return { kind, per: MINUTE, reserve: 10 * MINUTE, ends: "over", bot };
  if (kind === "days") return { kind, per: 2 * DAY, ends: "nudge", bot };
  return NO_PACE;
}

const UNITS: [Intl.RelativeTimeFormatUnit & ("day" | "hour" | "minute" | "second"), number][] = [["day", DAY], ["hour", HOUR], ["minute", MINUTE], ["second", 1]];

/** A length of time in words, of one or two units: "1 day 3 hours". */
export function lengthWords(seconds: number, style: "long" | "narrow" = "long"): string {
  const whole = Math.max(0, Math.floor(seconds));
  const first = UNITS.findIndex(([, size]) => whole >= size);
  const parts: string[] = [];
  let rest = whole;
  for (const [unit, size] of UNITS.slice(first < 0 ? UNITS.length - 1 : first).slice(0, 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 || (parts.length === 0 && size === 1))
      parts.push(new Intl.NumberFormat(speech.lang, { style: "unit", unit, unitDisplay: style }).format(count));
  }
  return parts.join(" ");
}

/** The pace of a table in a few words; empty without one. */
export function paceWords(pace: TablePace | undefined): string {
  if (!pace || pace.kind === "none" || !pace.per) return "";
  const per = lengthWords(pace.per);
  if (pace.kind === "live")
    return pace.reserve ? t("pace.short.live.reserve", { per, reserve: lengthWords(pace.reserve) }) : t("pace.short.live", { per });
  const words = t("pace.short.days", { per });
  return pace.weekends_off ? `${words}, ${t("pace.short.weekends")}` : words;
}

/** A countdown: 0:42, 12:05; for longer ones the two largest units. */
export function countdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole >= HOUR) return lengthWords(whole, "narrow");
  return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, "0")}`;
}

/** A moment in the reader's own time, with the day if it is not today. */
export function momentWords(at: number, now: number): string {
  const day: Intl.DateTimeFormatOptions = at - now > 12 * HOUR ? { weekday: "short" } : {};
  return new Intl.DateTimeFormat(speech.lang, { ...day, hour: "2-digit", minute: "2-digit" }).format(new Date(at * 1000));
}
