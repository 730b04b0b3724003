// Which figure of the new view is which of the old one, so that it can be seen moving.
import type { Hexes } from "../../../lib/hex";
import type { AnkhView, Figure } from "../view";

export interface Token extends Figure { id: number }

/** Farther than this nothing walks in one step: it left, and another one came. */
const FARTHEST = 6;

/** All figures of a view, the pharaoh and his infantry among them. */
export function figuresOf(view: Pick<AnkhView, "board" | "pharaoh">): Figure[] {
  const king = view.pharaoh;
  const court: Figure[] = [];
  if (king?.cell && !king.dead) court.push({ cell: king.cell, piece: "pharaoh", god: null });
  for (const cell of king?.infantry ?? []) court.push({ cell, piece: "infantry", god: null });
  return [...view.board.figures, ...court];
}

const isAsBefore = (token: Token, figure: Figure): boolean =>
  token.cell === figure.cell && token.piece === figure.piece && token.god === figure.god && token.sun === figure.sun &&
  (token.claws ?? []).join() === (figure.claws ?? []).join();

/** The figures with the identities they had: first those that stayed, then those that changed sides where they stand, then
    the nearest of the same kind and side. The order of the old ones is kept; new ones come last. */
export function follow(old: Token[], figures: readonly Figure[], hexes: Hexes, fresh: () => number): Token[] {
  const left = new Set(old);
  const rest = new Set(figures);
  const known = new Map<Token, Figure>();
  const pair = (token: Token, figure: Figure): void => {
    known.set(token, figure);
    left.delete(token);
    rest.delete(figure);
  };
  const pairWhere = (same: (token: Token, figure: Figure) => boolean): void => {
    for (const figure of [...rest]) {
      for (const token of left) {
        if (same(token, figure)) {
          pair(token, figure);
          break;
        }
      }
    }
  };
  pairWhere((token, figure) => token.cell === figure.cell && token.piece === figure.piece && token.god === figure.god);
  pairWhere((token, figure) => token.cell === figure.cell && token.piece === figure.piece);

  const walks: { token: Token; figure: Figure; steps: number }[] = [];
  for (const token of left) {
    for (const figure of rest) {
      if (token.piece !== figure.piece || token.god !== figure.god) continue;
      const steps = hexes.distance(token.cell, figure.cell);
      if (steps <= FARTHEST) walks.push({ token, figure, steps });
    }
  }
  walks.sort((a, b) => a.steps - b.steps);
  for (const { token, figure } of walks) if (left.has(token) && rest.has(figure)) pair(token, figure);

  const stayed = old.flatMap((token) => {
    const figure = known.get(token);
    if (!figure) return [];
    return [isAsBefore(token, figure) ? token : { ...figure, id: token.id }];
  });
  if (rest.size === 0 && stayed.length === old.length && stayed.every((token, index) => token === old[index])) return old;
  return [...stayed, ...[...rest].map((figure) => ({ ...figure, id: fresh() }))];
}
