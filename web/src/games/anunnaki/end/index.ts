// The end of a match, for the drawing of Anunnaki.
import type { Component } from "svelte";
import { later } from "../../../lib/later";
import type { View } from "../../../lib/protocol";
import { t } from "../../../lib/words.svelte";
import type { EndProps, Standing } from "../../drawing";
import type { AnunnakiView } from "../view";

export { words } from "./words";

export const End = later(() => import("./Scoring.svelte").then((found) => found.default as Component<EndProps<AnunnakiView>>));

interface Scored extends View { houses: { house: string; vp: number; seat: number }[] }

/** Winners first, then by points. */
export function standing(view: View): Standing[] {
  const won = (seat: number): number => (view.outcome?.winners.includes(seat) ? 1 : 0);
  return [...(view as Scored).houses]
    .sort((one, other) => won(other.seat) - won(one.seat) || other.vp - one.vp)
    .map(({ house, seat, vp }) => ({ side: house, seats: [seat], words: t("anunnaki.end.vp", { count: vp }), out: false }));
}
