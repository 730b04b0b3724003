// Words of the page in every language: the one way in which tables of them are written.
import type { Lang } from "./protocol";

/** A word of the page in every language; fields stand in braces. */
export type Phrase = Record<Lang, string>;
export type Phrases = Record<string, Phrase>;

export const say = (en: string, de: string, ru: string): Phrase => ({ en, de, ru });
