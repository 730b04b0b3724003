// The words of the page. Sentences about a match (prompts, labels, log) come from the server; the names and rules of a
// game come from its catalogue, once per language; the page's own words are here, a file per part of the page.
import { board } from "../words/board";
import { panels } from "../words/panels";
import { shell } from "../words/shell";
import type { Lang, Words } from "./protocol";

export const LANGS: Lang[] = ["en", "de", "ru"];
/** A word of the page in every language; fields stand in braces. */
export type Phrase = Record<Lang, string>;
export type Phrases = Record<string, Phrase>;

const parts: Record<string, Phrases> = { board, panels, shell };

class Speech {
  lang = $state<Lang>("en");
  catalogue = $state.raw<Words>({ names: {}, rules: {}, quick: "" });
}
export const speech = new Speech();

/** A phrase of the page: t("panels.followers", { count: 3 }). */
export function t(key: string, fields: Record<string, string | number> = {}): string {
  const [part = "", ...rest] = key.split(".");
  const phrase = parts[part]?.[rest.join(".")];
  if (!phrase) return key;
  return phrase[speech.lang].replace(/\{(\w+)\}/g, (_, field: string) => String(fields[field] ?? ""));
}

/** The name of something of the game, as in its catalogue: name("card.flood"), name("god.ra"). */
export function name(key: string): string {
  return speech.catalogue.names[key] ?? key.slice(key.indexOf(".") + 1);
}

/** A rule of the game by its identifier. */
export function rule(id: string): { title: string; text: string; ruling: boolean } | undefined {
  return speech.catalogue.rules[id];
}
