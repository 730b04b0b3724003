// The rule book as chapters: identifiers read "GAME/battle/reveal", the middle is the chapter.
export interface RuleText { title: string; text: string; ruling: boolean }
export type Rules = Record<string, RuleText>;

export function chapterOf(id: string): string {
  const parts = id.split("/");
  return parts.slice(0, Math.max(1, parts.length - 1)).join("/");
}

/** The rules of the same chapter, in the order of the book. */
export function neighbours(rules: Rules, id: string): string[] {
  return Object.keys(rules).filter((other) => chapterOf(other) === chapterOf(id));
}

/** The rule before and after one, across chapters, in the order of the book. */
export function around(rules: Rules, id: string): { before: string | null; after: string | null } {
  const all = inOrder(rules);
  const place = all.indexOf(id);
  return { before: place > 0 ? all[place - 1]! : null, after: place >= 0 ? (all[place + 1] ?? null) : null };
}

/** The rules of each chapter, in the order of the book: what a chapter says in several places of it stands together. */
export function chaptersOf(rules: Rules): Record<string, string[]> {
  const chapters: Record<string, string[]> = {};
  for (const id of Object.keys(rules)) (chapters[chapterOf(id)] ??= []).push(id);
  return chapters;
}

/** All rules chapter by chapter. */
export function inOrder(rules: Rules): string[] {
  return Object.values(chaptersOf(rules)).flat();
}

/** Rules that have every word of a query; those with them in the title come first, then those of a thing of that name
 * ("card.x" is what the rule "GAME/card/x" is about). */
export function findRules(rules: Rules, query: string, most = 30, names: Record<string, string> = {}): string[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const has = (text: string): boolean => words.every((word) => text.includes(word));
  const things = new Set(
    Object.entries(names).filter(([, text]) => has(text.toLocaleLowerCase())).map(([key]) => key.slice(key.indexOf(".") + 1)),
  );
  const [inTitle, ofThing, inText]: string[][] = [[], [], []];
  for (const [id, { title, text }] of Object.entries(rules)) {
    const head = `${title} ${id}`.toLocaleLowerCase();
    if (has(head)) inTitle!.push(id);
    else if (things.has(id.slice(id.lastIndexOf("/") + 1))) ofThing!.push(id);
    else if (has(`${head} ${text.toLocaleLowerCase()}`)) inText!.push(id);
  }
  return [...inTitle!, ...ofThing!, ...inText!].slice(0, most);
}
