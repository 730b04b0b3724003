import type { Rating } from "../lib/protocol";
import { speech, t } from "../lib/words.svelte";

const number = (value: number): string =>
  new Intl.NumberFormat(speech.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

/** A rating with its uncertainty: where the skill lies nineteen times of twenty. */
export const ratingWords = (rating: Rating): string => t("me.rating.value", { mu: number(rating.mu), spread: number(2 * rating.sigma) });
