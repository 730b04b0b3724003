// When the stage is on show: from the first step of a conflict until its story is told to the end, unless sent away.

/** How long the result of a conflict stays when its story is told, in milliseconds. */
export const AFTERWARDS = 2500;

export class Stage {
  /** There is a conflict to show, or there just was one. */
  available = $state(false);
  /** Its story is told, as far as it has come. */
  private told = true;
  private dismissed = $state(false);
  private conflict: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  get open(): boolean {
    return this.available && !this.dismissed;
  }

  /** The conflict that is going on now; null: none. */
  follow(conflict: string | null): void {
    if (conflict !== null && conflict !== this.conflict) {
      this.available = true;
      this.dismissed = false;
      this.told = false;
    }
    this.conflict = conflict;
    this.wait();
  }

  /** There is something to tell, whether or not anybody is asked about it. */
  begin(conflict: string | null): void {
    if (!this.available || conflict !== this.conflict) this.dismissed = false;
    this.available = true;
    this.told = false;
    this.conflict = conflict;
    clearTimeout(this.timer);
  }

  /** The drawing has told everything there is, or there is more to tell. */
  hear(told: boolean): void {
    this.told = told;
    this.wait();
  }

  /** A conflict that is over stays until it is told and seen, or sent away. */
  private wait(): void {
    clearTimeout(this.timer);
    if (this.available && this.conflict === null && this.told) this.timer = setTimeout(() => (this.available = false), AFTERWARDS);
  }

  /** Something was chosen: a conflict that is over has been seen. */
  goOn(): void {
    if (this.conflict === null) this.available = false;
  }

  dismiss(): void {
    this.dismissed = true;
    if (this.conflict === null) this.available = false;
  }

  reopen(): void {
    this.dismissed = false;
  }

  /** Nobody looks any more. */
  end(): void {
    clearTimeout(this.timer);
  }
}
