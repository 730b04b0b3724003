// When the stage is on show: from the first step of a conflict until the match goes on, unless sent away.

/** How long the result of a conflict stays when something else is asked, in milliseconds. */
const AFTERWARDS = 5000;

export class Stage {
  /** There is a conflict to show, or there just was one. */
  available = $state(false);
  private dismissed = $state(false);
  private conflict: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  get open(): boolean {
    return this.available && !this.dismissed;
  }

  /** What is on show now (null: no conflict); `asked`: whether somebody at this screen has something to choose. */
  follow(conflict: string | null, asked: boolean): void {
    if (conflict !== null && conflict !== this.conflict) {
      this.available = true;
      this.dismissed = false;
    }
    this.conflict = conflict;
    clearTimeout(this.timer);
    // A conflict that is over stays until it is sent away, or the match goes on for whoever looks.
    if (conflict === null && asked) this.timer = setTimeout(() => (this.available = false), AFTERWARDS);
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
}
