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

/** All rules chapter by chapter: what a chapter says in several places of the book stands together. */
export function inOrder(rules: Rules): string[] {
  const chapters = new Map<string, string[]>();
  for (const id of Object.keys(rules)) {
    const chapter = chapterOf(id);
    const found = chapters.get(chapter);
    if (found) found.push(id);
    else chapters.set(chapter, [id]);
  }
  return [...chapters.values()].flat();
}

/** Rules that have every word of a query; those with them in the title come first. */
export function findRules(rules: Rules, query: string, most = 30): string[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const inTitle: string[] = [];
  const inText: string[] = [];
  for (const [id, { title, text }] of Object.entries(rules)) {
    const head = `${title} ${id}`.toLocaleLowerCase();
    const all = `${head} ${text.toLocaleLowerCase()}`;
    if (words.every((word) => head.includes(word))) inTitle.push(id);
    else if (words.every((word) => all.includes(word))) inText.push(id);
  }
  return [...inTitle, ...inText].slice(0, most);
}
