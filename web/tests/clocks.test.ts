import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TableClocks } from "../src/pace/clocks.svelte";
import { countdown, lengthWords, paceWords } from "../src/pace/pace";
import { speech } from "../src/lib/words.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  // Five minutes ahead of the server.
  vi.setSystemTime((1_000 + 300) * 1000);
  speech.lang = "en";
});
afterEach(() => vi.useRealTimers());

describe("clocks", () => {
  const clock = { seat: 0, left: 30, reserve: 60, due: 1_090, out: false, away: false };

  it("count on what the server has told, whatever this computer's clock says", () => {
    const clocks = new TableClocks();
    clocks.take({ at: 1_000, clocks: [clock] });
    expect(clocks.left(clocks.of(0)!)).toEqual({ own: 30, reserve: 60, whole: 90 });
    vi.advanceTimersByTime(20_000);
    expect(clocks.left(clocks.of(0)!)).toEqual({ own: 10, reserve: 60, whole: 70 });
    vi.advanceTimersByTime(20_000);
    expect(clocks.left(clocks.of(0)!)).toEqual({ own: 0, reserve: 50, whole: 50 });
    vi.advanceTimersByTime(100_000);
    expect(clocks.left(clocks.of(0)!)).toEqual({ own: 0, reserve: 0, whole: 0 });
    clocks.end();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("that stand need no timer", () => {
    const clocks = new TableClocks();
    clocks.take({ at: 1_000, clocks: [{ ...clock, due: null }] });
    expect(vi.getTimerCount()).toBe(0);
    clocks.take({ at: 1_000, clocks: [clock] });
    expect(vi.getTimerCount()).toBe(1);
    clocks.take(null);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("lengths of time", () => {
  it("are told in two units at most", () => {
    expect([0, 59, 90, 3_600, 90_000, 86_400].map((seconds) => lengthWords(seconds))).toEqual(
      ["0 seconds", "59 seconds", "1 minute 30 seconds", "1 hour", "1 day 1 hour", "1 day"]);
    speech.lang = "ru";
    expect(lengthWords(2 * 86_400)).toBe("2 дня");
  });

  it("run down by the second when they are short", () => {
    expect([9.2, 60, 3_599].map(countdown)).toEqual(["0:10", "1:00", "59:59"]);
    expect(countdown(90_000)).toBe("1d 1h");
  });

  it("make the pace of a table", () => {
    expect(paceWords({ kind: "live", per: 60, reserve: 600 })).toBe("1 minute a decision, 10 minutes in reserve");
    expect(paceWords({ kind: "days", per: 86_400, weekends_off: true })).toBe("1 day a turn, without weekends");
    expect(paceWords({ kind: "none" })).toBe("");
  });
});
