// What was picked so far in what is going on, in words: "Knight, D6". Views tell it in the notation; names come from the
// game's catalogue.
import { nameOfPlace } from "./places.svelte";
import { speech, t } from "./words.svelte";

/** Who acts, how far something has come, and why: the prompt says that already. */
const UNSAID = new Set([
  "god", "house", "seat", "phase", "part", "begun", "paid", "optional", "second", "both", "side", "reason", "source", "last", "first",
  "token", "origin", "level", "barred", "types", "strength", "colour", "held", "step",
]);
/** Words that stand before a value: "from D6". */
const TOLD = new Set(["from", "to", "left"]);

/** The name of a value: of the kind its key says, else of any kind; a place without a name names itself. Null: nothing to say. */
function valueWords(key: string, value: string): string | null {
  const place = nameOfPlace(value);
  if (place !== null) return place;
  const { names } = speech.catalogue;
  const own = names[`${key}.${value}`];
  if (own) return own;
  const kind = Object.keys(names).find((one) => one.endsWith(`.${value}`) && one.indexOf(".") === one.length - value.length - 1);
  if (kind) return names[kind]!;
  return /[A-Z0-9.]/.test(value) && !value.includes("/") ? value : null;
}

function wordsOf(key: string, value: unknown): string[] {
  if (UNSAID.has(key)) return [];
  if (typeof value === "string") {
    const words = valueWords(key, value);
    return words === null ? [] : [TOLD.has(key) ? t(`shell.picked.${key}`, { what: words }) : words];
  }
  if (typeof value === "number") return key === "left" && value > 1 ? [t("shell.picked.left", { what: value })] : [];
  if (Array.isArray(value)) return value.flatMap((one) => wordsOf(key === "left" ? "" : key, one));
  if (value && typeof value === "object") return Object.entries(value).flatMap(([inner, one]) => wordsOf(inner, one));
  return [];
}

/** What was picked, as a line; empty where there is nothing to say. */
export function pickedWords(picked: Record<string, unknown> | undefined): string {
  if (!picked) return "";
  return [...new Set(Object.entries(picked).flatMap(([key, value]) => wordsOf(key, value)))].join(", ");
}
