// The clocks of a table as the server last told them, counted on here.
import type { Clocks, SeatClock } from "../lib/protocol";

/** Seconds left of which a screen reader hears. */
export const TOLD_AT = [600, 300, 60, 30, 10];

export class TableClocks {
  private told = $state.raw<Clocks | null>(null);
  /** How far this computer's clock is ahead of the server's, in seconds. */
  private ahead = 0;
  /** The server's time, by the second while somebody's clock runs. */
  private now = $state(0);
  private timer: ReturnType<typeof setInterval> | undefined;

  take(clocks: Clocks | null): void {
    this.told = clocks;
    clearInterval(this.timer);
    this.timer = undefined;
    if (!clocks) return;
    this.ahead = Date.now() / 1000 - clocks.at;
    this.now = clocks.at;
    if (clocks.clocks.some((clock) => clock.due !== null)) this.timer = setInterval(() => (this.now = Date.now() / 1000 - this.ahead), 1000);
  }

  end(): void {
    clearInterval(this.timer);
  }

  get all(): SeatClock[] {
    return this.told?.clocks ?? [];
  }

  of(seat: number | null): SeatClock | undefined {
    return this.all.find((clock) => clock.seat === seat);
  }

  /** What is left of a clock now: of the time for this decision, of the reserve, and in all until it is up. */
  left(clock: SeatClock): { own: number; reserve: number; whole: number } {
    if (clock.due === null || !this.told) return { own: clock.left, reserve: clock.reserve, whole: clock.left + clock.reserve };
    const whole = Math.max(0, clock.due - this.now);
    const passed = this.now - this.told.at;
    const own = Math.max(0, clock.left - passed);
    return { own, reserve: Math.max(0, Math.min(clock.reserve, clock.reserve - (passed - clock.left))), whole };
  }

  get time(): number {
    return this.now;
  }
}
