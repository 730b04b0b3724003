// Where a learner stands in a lesson. That follows from the number of choices made, so a reload, an undo or another
// device need nothing special; only what was read of the present part is of this page alone.
import { api, sentence } from "../lib/api";
import type { Lang, Lesson, LessonScene } from "../lib/protocol";
import { noteDone } from "./done";

/** The first choice after the learner's last one: what is said since then is said at one go. */
export function partOf(lesson: Pick<Lesson, "beats">, made: number): number {
  let start = Math.min(made, lesson.beats.length);
  while (start > 0 && lesson.beats[start - 1]!.scripted) start -= 1;
  return start;
}

/** What is said now, one after the other: also what was said before the script's last choices. */
export function scenesAt(lesson: Pick<Lesson, "beats" | "ending">, made: number): LessonScene[] {
  const said = lesson.beats.slice(partOf(lesson, made), made + 1).flatMap((beat) => beat.scenes);
  return made >= lesson.beats.length ? [...said, ...lesson.ending] : said;
}

export class Course {
  lesson = $state.raw<Lesson | null>(null);
  problem = $state<string | null>(null);
  private made = $state(0);
  private index = $state(0);
  private part = -1;

  constructor(readonly game: string, readonly name: string) {}

  async load(lang: Lang): Promise<void> {
    try {
      this.lesson = await api.lesson(this.game, this.name, lang);
      this.problem = null;
    } catch (error) {
      this.problem = sentence(error);
    }
    this.follow(this.made);
  }

  /** So many choices have been made. */
  follow(made: number): void {
    this.made = made;
    const { lesson } = this;
    if (!lesson) return;
    const part = partOf(lesson, made);
    if (part !== this.part) this.index = 0;
    this.part = part;
    if (this.over) noteDone(this.game, this.name);
  }

  private get scenes(): LessonScene[] {
    return this.lesson ? scenesAt(this.lesson, this.made) : [];
  }

  /** What is said; null while the others play without a word. */
  get scene(): LessonScene | null {
    return this.scenes[Math.min(this.index, this.scenes.length - 1)] ?? null;
  }

  get hasNext(): boolean {
    return this.index < this.scenes.length - 1;
  }

  /** Goes on with what is said; false: there is nothing more. */
  next(): boolean {
    if (!this.hasNext) return false;
    this.index += 1;
    return true;
  }

  get hasBack(): boolean {
    return this.index > 0 && this.scenes.length > 1;
  }

  back(): void {
    if (this.hasBack) this.index -= 1;
  }

  /** Every choice of the lesson has been made. */
  get over(): boolean {
    return this.lesson !== null && this.made >= this.lesson.beats.length;
  }

  /** The page that is open, counted through the whole lesson; and how many there are. */
  get page(): number {
    if (!this.lesson) return 0;
    const before = this.lesson.beats.slice(0, partOf(this.lesson, this.made)).reduce((sum, beat) => sum + beat.scenes.length, 0);
    return before + Math.min(this.index + 1, this.scenes.length);
  }

  get pages(): number {
    return this.lesson ? this.lesson.beats.reduce((sum, beat) => sum + beat.scenes.length, 0) + this.lesson.ending.length : 0;
  }

  /** What to look at: choices, or places. */
  get points(): string[] {
    return this.scene?.point ?? [];
  }

  /** The same as names of places: "cell D6" is also the place D6, and "track war" the place track.war. */
  get places(): string[] {
    return this.points.flatMap((point) => [point, point.slice(point.indexOf(" ") + 1), point.replace(" ", ".")]);
  }

  /** What is spoken of, though nothing has to be done there now: the lesson goes on speaking, or is over for good. */
  get shows(): boolean {
    return this.hasNext || (this.over && this.lesson?.free !== true);
  }
}
