// The words of the page. Sentences about a match (prompts, labels, log) come from the server; the names and rules of a
// game come from its catalogue, once per language; the page's own words are here, a file per part of the page; a
// game's drawing brings its own, under the game's name.
import { book } from "../words/book";
import { called } from "../words/called";
import { learn } from "../words/learn";
import { me } from "../words/me";
import { pace } from "../words/pace";
import { shell } from "../words/shell";
import type { Phrases } from "./phrases";
import type { Lang, Words } from "./protocol";

export const LANGS: Lang[] = ["en", "de", "ru"];
const parts: Record<string, Phrases> = { book, learn, me, notices: called, pace, shell };

/** The words of a game's drawing: t("GAME.KEY") finds them. */
export function addWords(game: string, phrases: Phrases): void {
  parts[game] = { ...parts[game], ...phrases };
}

const NO_WORDS: Words = { names: {}, rules: {}, quick: "" };

class Speech {
  lang = $state<Lang>("en");
  /** The game on show, and its words. */
  game = $state<string | null>(null);
  catalogue = $state.raw<Words>(NO_WORDS);
}
export const speech = new Speech();

/** A phrase of the page: t("shell.new.seat", { number: 3 }). */
export function t(key: string, fields: Record<string, string | number> = {}): string {
  const [part = "", ...rest] = key.split(".");
  const phrase = parts[part]?.[rest.join(".")];
  if (!phrase) {
    // The tests of the page fail when the console reports an error, so no raw key goes unnoticed.
    console.error(`no words for "${key}"`);
    return "";
  }
  return phrase[speech.lang].replace(/\{(\w+)\}/g, (_, field: string) => String(fields[field] ?? ""));
}

/** The name of something of the game, as in its catalogue, by kind and key: name("how.peace"). */
export function name(key: string): string {
  return speech.catalogue.names[key] ?? key.slice(key.indexOf(".") + 1);
}

/** A rule of the game by its identifier. */
export function rule(id: string): { title: string; text: string; ruling: boolean } | undefined {
  return speech.catalogue.rules[id];
}
