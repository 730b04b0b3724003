import { speech, t } from "../lib/words.svelte";

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

/** How long ago that was (seconds since 1970), in words. */
export function ago(at: number, now = Date.now() / 1000): string {
  const passed = Math.max(0, now - at);
  for (const [unit, seconds] of STEPS) {
    if (passed >= seconds)
      return new Intl.RelativeTimeFormat(speech.lang, { numeric: "auto" }).format(-Math.floor(passed / seconds), unit);
  }
  return t("shell.ago.now");
}

/** For how long something has waited, in words: "5 minutes"; null: not for a minute yet. */
export function waited(since: number, now = Date.now() / 1000): string | null {
  const passed = Math.max(0, now - since);
  for (const [unit, seconds] of STEPS) {
    if (passed >= seconds)
      return new Intl.NumberFormat(speech.lang, { style: "unit", unit, unitDisplay: "long" }).format(Math.floor(passed / seconds));
  }
  return null;
}
