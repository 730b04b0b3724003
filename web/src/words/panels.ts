import type { Phrases } from "../lib/words.svelte";

export const panels: Phrases = {};
