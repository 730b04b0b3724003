import { describe, expect, it } from "vitest";
import { Course, partOf, scenesAt } from "../src/lessons/course.svelte";
import { ringRules } from "../src/lessons/pointing";
import type { Lesson, LessonScene } from "../src/lib/protocol";

const scene = (say: string): LessonScene => ({ say, point: [], rule: null });
const lesson = {
  beats: [
    { scripted: false, scenes: [scene("one"), scene("two")] },
    { scripted: true, scenes: [scene("three")] },
    { scripted: true, scenes: [] },
    { scripted: false, scenes: [scene("four")] },
    { scripted: true, scenes: [] },
  ],
  ending: [scene("five")],
};
const said = (made: number): string[] => scenesAt(lesson, made).map((one) => one.say);

describe("what a lesson says", () => {
  it("is said before the learner's choice", () => {
    expect(said(0)).toEqual(["one", "two"]);
  });
  it("includes what was said while the script played: nobody misses it", () => {
    expect(said(1)).toEqual(["three"]);
    expect(said(2)).toEqual(["three"]);
    expect(said(3)).toEqual(["three", "four"]);
  });
  it("begins anew with each choice of the learner", () => {
    expect([0, 1, 2, 3, 4, 5].map((made) => partOf(lesson, made))).toEqual([0, 1, 1, 1, 4, 4]);
  });
  it("ends with the ending, and stays there while the match is played on", () => {
    expect(said(4)).toEqual([]);
    expect(said(5)).toEqual(["five"]);
    expect(said(9)).toEqual(["five"]);
  });
});

describe("what a lesson points at", () => {
  const course = (free: boolean): Course => {
    const made = new Course("game", "lesson");
    const pointing = { ...lesson, ending: [{ ...scene("five"), point: ["track war", "cell D6", "P0-C1"] }], free };
    made.lesson = pointing as unknown as Lesson;
    return made;
  };
  it("is on a page that is counted through the whole lesson", () => {
    const one = course(false);
    one.follow(0);
    const read = [one.page];
    one.next();
    read.push(one.page);
    for (const made of [1, 3, 5]) {
      one.follow(made);
      while (one.next());
      read.push(one.page);
    }
    expect(read).toEqual([1, 2, 3, 4, 5]);
    expect(one.pages).toBe(5);
  });
  it("is a place as well as a choice", () => {
    const one = course(false);
    one.follow(5);
    expect(one.places).toEqual(expect.arrayContaining(["track.war", "D6", "P0-C1"]));
  });
  it("is shown while there is more to say and when nothing more is to be done, and not while the match is played on", () => {
    const one = course(false);
    one.follow(0);
    expect(one.shows).toBe(true);
    one.next();
    expect(one.shows).toBe(false);
    one.follow(5);
    expect(one.shows).toBe(true);
    const played = course(true);
    played.follow(9);
    expect(played.shows).toBe(false);
  });
});

describe("rings", () => {
  it("lie around everything that stands for the choice", () => {
    expect(ringRules(['tile "x"', "done"])).toContain('[data-choice="tile \\"x\\""]:not(svg *), [data-choice="done"]:not(svg *)');
    expect(ringRules([])).toBe("");
  });
});
