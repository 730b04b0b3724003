// A place of a map that can't be chosen was tapped: after a moment somebody asks why, and the place shows it.

/** A second tap would mean: closer. So the question waits for it. */
const PATIENCE = 260;
const SHOWN = 400;

export class Refused {
  /** the place that was refused just now */
  place = $state<string | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  ask(place: string, why: () => void): void {
    this.forget();
    this.timer = setTimeout(() => {
      why();
      this.place = place;
      this.timer = setTimeout(() => (this.place = null), SHOWN);
    }, PATIENCE);
  }

  /** The tap meant something else. */
  forget(): void {
    clearTimeout(this.timer);
  }
}
