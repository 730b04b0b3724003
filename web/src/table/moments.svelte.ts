// The turning points of a match that wait to be seen, each for as long as its viewer likes.
import type { Drawing, Moment } from "../games/drawing";
import type { Entry } from "../lib/protocol";

export class Moments {
  private waiting = $state.raw<Moment[]>([]);
  /** The last entry that was read. */
  private read = -1;

  constructor(private readonly drawing: Pick<Drawing, "momentsOf">) {}

  /** The one to show; null: none. */
  get first(): Moment | null {
    return this.waiting[0] ?? null;
  }

  /** Reads what has just happened; entries that were read before are left out. */
  follow(entries: Entry[]): void {
    const fresh = entries.filter((entry) => entry.number > this.read);
    this.read = Math.max(this.read, ...entries.map((entry) => entry.number));
    const found = fresh.length > 0 ? (this.drawing.momentsOf?.(fresh) ?? []) : [];
    if (found.length > 0) this.waiting = [...this.waiting, ...found];
  }

  /** Something else that deserves a scene. */
  add(moment: Moment): void {
    this.waiting = [...this.waiting, moment];
  }

  /** This one was seen. */
  next(): void {
    this.waiting = this.waiting.slice(1);
  }

  /** Nobody wants to see them any more. */
  forget(): void {
    if (this.waiting.length > 0) this.waiting = [];
  }
}
