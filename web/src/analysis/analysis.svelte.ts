// The analysis of a finished match: asked for once, then looked at again and again until it is whole.
import { api, sentence } from "../lib/api";
import type { Analysis, Lang, Story } from "../lib/protocol";

/** How long to wait before the next look, in ms: short while the first chances are to come. */
const SOON = 350;
const LATER = 1200;
/** How often one that rests is asked to go on, without anybody's saying so. */
const NUDGES = 5;

export class Study {
  found = $state.raw<Analysis | null>(null);
  trouble = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;
  private nudges = 0;

  constructor(private readonly table: string, private readonly lang: () => Lang) {}

  /** Begins the analysis, or goes on with one that rests. */
  async begin(): Promise<void> {
    this.trouble = "";
    await this.ask(() => api.analyse(this.table, this.lang()));
  }

  /** The same in another language. */
  async again(): Promise<void> {
    clearTimeout(this.timer);
    await this.ask(() => api.analysis(this.table, this.lang()));
  }

  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
  }

  private async ask(how: () => Promise<Analysis>): Promise<void> {
    clearTimeout(this.timer);
    try {
      const found = await how();
      if (this.ended) return;
      this.found = found;
      if (found.phase === "running") this.next(found.chances.length === 0 ? SOON : LATER);
      else if (found.phase === "paused" && this.nudges < NUDGES) {
        this.nudges += 1;
        this.timer = setTimeout(() => void this.begin(), LATER);
      }
    } catch (error) {
      if (!this.ended) this.trouble = sentence(error);
    }
  }

  private next(after: number): void {
    this.timer = setTimeout(() => void this.again(), after);
  }
}

/** So much is told of what happened with a choice. */
const TOLD = 3;

/** What happened with a choice, in the words of the match's story. */
export const happened = (story: Story | null, choice: number): string =>
  story?.steps.find((one) => one.step === choice + 1)?.words.slice(0, TOLD).join(" · ") ?? "";

/** The chances as the story of a chart: a number for each side at each step, in percent. */
export function chancesStory(found: Analysis, story: Story): Story {
  const steps = story.steps.slice(0, found.chances.length).map((one, place) => ({
    ...one,
    numbers: Object.fromEntries(found.sides.map((side, seat) => [side, Math.round(100 * (found.chances[place]?.[seat] ?? 0))])),
  }));
  return { steps, outcome: story.outcome };
}
