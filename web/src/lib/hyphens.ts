// Where long words may be broken: few browsers know it for German and Russian. A game says it for the words on its cards.

const SOFT = "\u00ad";

/** What puts signs, not to be seen, where the long words of a text may be broken; `breaks` has the words with dots there. */
export function hyphenator(breaks: string): (text: string) => string {
  const known = new Map(breaks.trim().split(/\s+/).map((word) => [word.replaceAll("·", ""), word.replaceAll("·", SOFT)]));
  return (text) => text.replace(/\p{L}{9,}/gu, (word) => known.get(word) ?? word);
}
