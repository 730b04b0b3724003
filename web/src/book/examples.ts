// The examples of a game's rules, as the server tells them; each is asked for once.
import type { PartProps } from "../games/drawing";
import { api } from "../lib/api";
import { NOTHING_TO_CHOOSE } from "../lib/choosing";
import type { BookContents, Example, Lang, TableInfo, View } from "../lib/protocol";

const contents = new Map<string, Promise<BookContents>>();
const examples = new Map<string, Promise<Example>>();
const boards = new Map<string, Promise<unknown>>();

/** Asks once; what went wrong is asked again next time. */
function once<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const found = known.get(key);
  if (found) return found;
  const asked = ask();
  known.set(key, asked);
  asked.catch(() => known.delete(key));
  return asked;
}

export const contentsOf = (game: string): Promise<BookContents> => once(contents, game, () => api.book(game));
export const exampleOf = (game: string, key: string, lang: Lang): Promise<Example> =>
  once(examples, `${game} ${key} ${lang}`, () => api.example(game, key, lang));
export const boardOf = (game: string): Promise<unknown> => once(boards, game, () => api.board(game));

/** Where something of this rule happened; if nowhere, where anything did. */
export function placesOf(example: Pick<Example, "facts">, rule: string): string[] {
  const own = example.facts.filter((fact) => fact.rule === rule).flatMap((fact) => fact.places);
  return [...new Set(own.length > 0 ? own : example.facts.flatMap((fact) => fact.places))];
}

/** What can't be chosen, as places: "cell D6" is the place D6. */
export function refusedPlaces(example: Pick<Example, "refused">): string[] {
  return example.refused.map(({ choice }) => choice.slice(choice.indexOf(" ") + 1));
}

/** What a board needs to be drawn and nothing more: it is only looked at. */
export function still(game: string, example: Example, view: View, board: unknown, marked: string[]): PartProps {
  const info: TableInfo = {
    table: "", game, title: "", setup: {}, phase: "playing", version: 0, listed: false, created: 0, moved: 0,
    seats: example.seats.map((side, seat) => ({ seat, side, who: "person", name: "", bot: null, online: false })),
  };
  return { ...NOTHING_TO_CHOOSE, view, info, board, marked, hint: null, motion: 0, onrule: () => undefined };
}
