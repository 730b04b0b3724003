// What every part of the table gets to let somebody choose.
import type { Offer } from "./protocol";

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

const isRefusal = (offer: Offer): boolean => offer.verb === "done" || offer.verb === "no";

/** Refusing comes last. */
export function refusingLast(offers: Offer[]): Offer[] {
  return [...offers].sort((one, other) => Number(isRefusal(one)) - Number(isRefusal(other)));
}

/** The offers of each verb together, in the order the verbs come; refusing comes last. */
export function byVerb(offers: Offer[]): { verb: string; offers: Offer[] }[] {
  const groups = new Map<string, Offer[]>();
  for (const offer of refusingLast(offers)) groups.set(offer.verb, [...(groups.get(offer.verb) ?? []), offer]);
  return [...groups].map(([verb, found]) => ({ verb, offers: found }));
}
