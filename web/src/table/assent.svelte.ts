// A choice that deserves a second look: it is made when it is chosen again, or said yes to.
import type { Drawing } from "../games/drawing";
import type { Preview } from "../lib/live";
import type { Entry, Offer, View } from "../lib/protocol";

/** Why a choice is not made at once: a finger that wants to see first, an action that comes to nothing, the end of a turn. */
export type Doubt = "tap" | "wasted" | "turn" | "reveal";
export interface Asked { choice: string; doubt: Doubt }

export interface Circumstances {
  /** A finger has chosen, and the first tap shows. */
  tapped: boolean;
  /** Turns are confirmed. */
  confirms: boolean;
  view: View;
  log: Entry[];
  preview: (choice: string) => Promise<Preview>;
}

/** Does a choice end the turn, or can it never be taken back? */
function endOf(preview: Preview, drawing: Pick<Drawing, "log">): Doubt | null {
  if (preview.open) return "reveal";
  return drawing.log.chapters(preview.entries, "all").some((chapter) => chapter.turn !== null) ? "turn" : null;
}

export class Assent {
  asked = $state.raw<Asked | null>(null);

  constructor(private readonly drawing: Pick<Drawing, "log" | "isWasted">) {}

  /** May this choice be made now? Else it is asked about, and made when it comes again. */
  async to(offer: Offer, now: Circumstances): Promise<boolean> {
    const { choice } = offer;
    if (this.asked?.choice === choice) {
      this.asked = null;
      return true;
    }
    const doubt = await this.doubtOf(offer, now);
    this.asked = doubt === null ? null : { choice, doubt };
    return doubt === null;
  }

  /** Something else has happened. */
  forget(): void {
    this.asked = null;
  }

  private async doubtOf(offer: Offer, now: Circumstances): Promise<Doubt | null> {
    if (this.drawing.isWasted?.(offer, now.view, now.log)) return "wasted";
    if (now.tapped) return "tap";
    if (!now.confirms) return null;
    try {
      return endOf(await now.preview(offer.choice), this.drawing);
    } catch {
      // Nobody can say what would follow: then it is not asked about.
      return null;
    }
  }
}
