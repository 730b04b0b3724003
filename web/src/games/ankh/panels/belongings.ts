// What a god has, read from the view.
import type { Place } from "../../../lib/protocol";
import type { AnkhView, GodView } from "../view";
import { CARDS } from "./components";

/** The battle cards lying open as played: the full set less the hand. */
export function playedCards(god: Pick<GodView, "hand">): string[] {
  return CARDS.filter((card) => !god.hand.includes(card));
}

/** The gods whose powers a side has, its own first: two after merging. */
export function facesOf(god: Pick<GodView, "god" | "god_powers">): string[] {
  return [god.god, ...god.god_powers.filter((other) => other !== god.god)];
}

/** Guardians of a side: how many of each kind stand on the board and lie in the pool. */
export function guardiansOf(view: AnkhView, god: GodView): { piece: string; onBoard: number; inPool: number }[] {
  const found = new Map<string, { piece: string; onBoard: number; inPool: number }>();
  const of = (piece: string) => {
    const one = found.get(piece) ?? { piece, onBoard: 0, inPool: 0 };
    found.set(piece, one);
    return one;
  };
  for (const figure of view.board.figures) {
    if (figure.god === god.god && figure.piece !== "god" && figure.piece !== "warrior") of(figure.piece).onBoard++;
  }
  for (const [piece, count] of Object.entries(god.pool)) if (piece !== "warrior" && count > 0) of(piece).inPool += count;
  return [...found.values()];
}

export function warriorsOnBoard(view: AnkhView, god: string): number {
  return view.board.figures.filter((figure) => figure.god === god && figure.piece === "warrior").length;
}

/** Enemy warriors that lie on the slots of Anubis' board, by owner. */
export function heldByAnubis(view: AnkhView): { god: string; count: number }[] {
  return view.gods.filter((god) => god.held > 0).map((god) => ({ god: god.god, count: god.held }));
}

/** Prompts at which `piece` means a figure of one's own pool (else: of a supply, or of another god). */
const FROM_OWN_POOL = new Set(["summon-piece", "war-piece", "flock-piece", "riddle-piece", "pantheon-guardian"]);

export function choosesFromPool(view: AnkhView): boolean {
  return FROM_OWN_POOL.has(view.decision.prompt);
}

/** Whether the viewer plays this side. */
export function isOwn(view: AnkhView, god: GodView): boolean {
  return view.seat !== null && god.seats.includes(view.seat);
}

/** Whether one of the side's seats must decide now. */
export function isAsked(view: AnkhView, god: GodView): boolean {
  return !view.over && view.decision.seats.some((seat) => god.seats.includes(seat));
}

/** Seats of gods that have left: merged into another, or forgotten. */
export function departed(view: AnkhView): { seat: number; god: string; mergedInto: string | null }[] {
  return view.seats
    .filter((seat) => !seat.in_play || seat.god !== seat.started_as)
    .map((seat) => ({
      seat: seat.seat, god: seat.started_as, mergedInto: seat.in_play ? seat.god : null,
    }));
}

export type Player = Pick<Place, "name" | "who" | "online">;
