// When the battle stage is on show: from the first step of a battle until the match goes on, unless sent away.
import type { AnkhView } from "../lib/protocol";

/** How long the result of a battle stays when something else is asked, in milliseconds. */
const AFTERWARDS = 5000;

export class Stage {
  /** There is a battle to show, or there just was one. */
  available = $state(false);
  private dismissed = $state(false);
  private battle: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  get open(): boolean {
    return this.available && !this.dismissed;
  }

  /** What is on show now; `asked`: whether somebody at this screen has something to choose. */
  follow(view: AnkhView, asked: boolean): void {
    const battle = view.battle ? `${view.tracks.conflicts_done}/${view.battle.region}` : null;
    if (battle !== null && battle !== this.battle) {
      this.available = true;
      this.dismissed = false;
    }
    this.battle = battle;
    clearTimeout(this.timer);
    // A battle that is over stays until it is sent away, or the match goes on for whoever looks.
    if (battle === null && asked) this.timer = setTimeout(() => (this.available = false), AFTERWARDS);
  }

  /** Something was chosen: a battle that is over has been seen. */
  goOn(): void {
    if (this.battle === null) this.available = false;
  }

  dismiss(): void {
    this.dismissed = true;
    if (this.battle === null) this.available = false;
  }

  reopen(): void {
    this.dismissed = false;
  }
}
