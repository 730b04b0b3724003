// When the battle stage is on show: from the first step of a battle until a little after its end, unless sent away.
import type { AnkhView } from "../lib/protocol";

/** How long the result stays after a battle, in milliseconds. */
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

  follow(view: AnkhView): void {
    const battle = view.battle ? `${view.tracks.conflicts_done}/${view.battle.region}` : null;
    if (battle === this.battle) return;
    clearTimeout(this.timer);
    this.battle = battle;
    if (battle !== null) {
      this.available = true;
      this.dismissed = false;
    } else {
      this.timer = setTimeout(() => (this.available = false), AFTERWARDS);
    }
  }

  dismiss(): void {
    this.dismissed = true;
    if (this.battle === null) this.available = false;
  }

  reopen(): void {
    this.dismissed = false;
  }
}
