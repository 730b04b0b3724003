import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AFTERWARDS, Stage } from "../src/table/stage.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the stage", () => {
  it("stays until its story is told, however long that takes, and a while after", () => {
    const stage = new Stage();
    stage.follow("battle");
    stage.hear(false);
    stage.follow(null);
    vi.advanceTimersByTime(10 * AFTERWARDS);
    expect(stage.open).toBe(true);
    stage.hear(true);
    vi.advanceTimersByTime(AFTERWARDS - 1);
    expect(stage.open).toBe(true);
    vi.advanceTimersByTime(1);
    expect(stage.open).toBe(false);
  });

  it("stays while the conflict goes on", () => {
    const stage = new Stage();
    stage.follow("battle");
    stage.hear(true);
    vi.advanceTimersByTime(10 * AFTERWARDS);
    expect(stage.open).toBe(true);
  });

  it("is sent away by whoever has seen enough, and comes back for the next conflict", () => {
    const stage = new Stage();
    stage.follow("first");
    stage.dismiss();
    expect(stage.open).toBe(false);
    expect(stage.available).toBe(true);
    stage.follow("second");
    expect(stage.open).toBe(true);
  });
});
