// What happened since one's last turn, to be played or stepped through on the board.
import type { LogReading } from "../games/drawing";
import type { Entry, ReplayStep, Story } from "../lib/protocol";

/** The version at which others' turns began, after the last finished turn of a side; null: nobody has played since. */
export function sinceLastTurn(entries: Entry[], reading: Pick<LogReading, "chapters">, side: string): number | null {
  const chapters = reading.chapters(entries, "all");
  const end = chapters.at(-1)?.side === side ? chapters.length - 1 : chapters.length;
  const first = chapters.slice(0, end).findLastIndex((chapter) => chapter.side === side) + 1;
  const chapter = chapters[first];
  if (!chapter || first >= end || chapter.side === null) return null;
  return entries.find((entry) => entry.number >= chapter.key)?.version ?? null;
}

export interface Sources {
  story: () => Promise<Story>;
  step: (step: number) => Promise<ReplayStep>;
  /** Milliseconds that a moment stays. */
  hold: () => number;
}

export class Recap {
  /** The moment on show; null: the table as it is. */
  scene = $state.raw<ReplayStep | null>(null);
  index = $state(0);
  playing = $state(false);
  private steps = $state.raw<number[]>([]);
  private run = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly sources: Sources) {}

  get count(): number {
    return this.steps.length;
  }

  /** From the beginning. Moments in which nothing is to be seen are left out. */
  async begin(version: number, seat: number | null): Promise<void> {
    const run = ++this.run;
    const story = await this.sources.story();
    if (run !== this.run) return;
    const told = story.steps.filter((step) => step.version >= version && step.words.length > 0).map((step) => step.step);
    const [first] = told;
    // The turn of others begins with the choice that ended one's own.
    if (first !== undefined && (await this.sources.step(first)).by?.seat === seat) told.shift();
    if (run !== this.run || told.length === 0) return;
    this.steps = told;
    await this.go(0);
    if (run === this.run) this.play(true);
  }

  async go(index: number): Promise<void> {
    const run = this.run;
    clearTimeout(this.timer);
    const target = Math.max(0, Math.min(this.count - 1, index));
    const step = this.steps[target];
    if (step === undefined) return;
    this.index = target;
    const scene = await this.sources.step(step);
    if (run !== this.run || this.index !== target) return;
    this.scene = scene;
    this.wait();
  }

  play(playing: boolean): void {
    this.playing = playing;
    if (playing && this.index >= this.count - 1 && this.count > 1) void this.go(0);
    else this.wait();
  }

  /** Back to the table as it is. */
  end(): void {
    this.run += 1;
    clearTimeout(this.timer);
    this.scene = null;
    this.playing = false;
  }

  private wait(): void {
    clearTimeout(this.timer);
    if (!this.playing || this.scene === null) return;
    const words = this.scene.entries.reduce((sum, entry) => sum + entry.words.length, 0);
    const isLast = this.index >= this.count - 1;
    // Told to its end it makes room for the table by itself.
    const next = (): void => (isLast ? this.end() : void this.go(this.index + 1));
    this.timer = setTimeout(next, this.sources.hold() * (1 + Math.min(3, words / 120)));
  }
}
