// What every part of the table gets to let somebody choose.
import type { Offer } from "../lib/protocol";

export interface Choosing {
  offers: Offer[];
  /** A legal choice was made. */
  onchoose: (choice: string) => void;
  /** A legal choice is pointed at (null: no longer). */
  onpoint: (choice: string | null) => void;
  /** Something that may not be chosen was clicked. */
  onrefuse: (choice: string) => void;
}

/** For what is only looked at. */
export const NOTHING_TO_CHOOSE: Choosing = {
  offers: [], onchoose: () => undefined, onpoint: () => undefined, onrefuse: () => undefined,
};

export function offered(offers: Offer[], choice: string): Offer | undefined {
  return offers.find((offer) => offer.choice === choice);
}

export function hasVerb(offers: Offer[], verb: string): boolean {
  return offers.some((offer) => offer.verb === verb);
}
