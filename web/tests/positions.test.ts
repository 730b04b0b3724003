import { describe, expect, it, vi } from "vitest";
import { LONGEST, positionPath, textBehind } from "../src/positions/link";
import { cleared, heldBy, spokenFault, withHeld, withTool, withValue, written, type Field, type Tool } from "../src/positions/sheet";
import { positions } from "../src/words/positions";

const tool = (more: Partial<Tool> = {}): Tool =>
  ({ id: "w1", label: "", icon: null, side: null, key: "pieces", verb: "cell", once: true, line: (place) => `w1 ${place}`, ...more });

describe("a link", () => {
  it("holds a text of any letters, and gives it back", async () => {
    const text = "game: ankh\nseats: [isis, amun]\nposition: {pieces: [w1* C7]}\n# Ка́мни — ß\n".repeat(20);
    const path = await positionPath(text);
    expect(path.length).toBeLessThan(400);
    expect(path).toMatch(/^\/position#z=[\w-]+$/);
    expect(await textBehind(path.slice(path.indexOf("#")))).toBe(text);
    expect(await textBehind(`#t=${encodeURIComponent(text)}`)).toBe(text);
  });
  it("without a text has none, and a broken one is refused", async () => {
    expect(await textBehind("")).toBeNull();
    expect(await textBehind("#seat=x")).toBeNull();
    await expect(textBehind("#z=%%%")).rejects.toThrow();
    await expect(textBehind("#z=nonsense")).rejects.toThrow();
  });
  it("are inflated no further than a position may be long", async () => {
    // A link that would inflate for ever: it is read in parts, and no more of them are made than fit.
    let parts = 0;
    vi.stubGlobal("DecompressionStream", function (): ReadableWritablePair<Uint8Array, BufferSource> {
      const readable = new ReadableStream<Uint8Array>({
        pull(way) {
          parts += 1;
          way.enqueue(new Uint8Array(LONGEST / 4));
        },
      });
      return { readable, writable: new WritableStream() };
    });
    await expect(textBehind("#z=AAAA")).rejects.toThrow(/more than/);
    vi.unstubAllGlobals();
    expect(parts).toBeLessThan(8);
    const tooLong = await positionPath("a".repeat(LONGEST + 1));
    await expect(textBehind(tooLong.slice(tooLong.indexOf("#")))).rejects.toThrow(/more than/);
    await expect(textBehind(`#t=${"a".repeat(3 * LONGEST)}`)).rejects.toThrow(/more than/);
    await expect(textBehind(`#z=${"a".repeat(3 * LONGEST)}`)).rejects.toThrow(/more than/);
    const longest = "a".repeat(LONGEST);
    const path = await positionPath(longest);
    expect(await textBehind(path.slice(path.indexOf("#")))).toBe(longest);
  });
});

describe("the editor", () => {
  it("puts, takes away and clears, and changes nothing it was given", () => {
    const before = { pieces: ["G1 B7"] };
    const put = withTool(before, tool(), "C6");
    expect(put).toEqual({ pieces: ["G1 B7", "w1 C6"] });
    expect(before).toEqual({ pieces: ["G1 B7"] });
    expect(withTool(put, tool(), "C6")).toEqual(before);
    expect(withTool(put, tool({ once: false }), "C6").pieces).toHaveLength(3);
    expect(cleared(put, { lists: ["pieces"] }, "C6")).toEqual(before);
    expect(cleared(before, { lists: ["pieces"] }, "B7")).toEqual({});
  });
  it("says what is wrong by the place on the board", () => {
    expect(spokenFault("position, piece 24 ('w1 A8'): there is a piece already")).toBe("A8: there is a piece already");
    expect(spokenFault("position, followers: too many")).toBe("position, followers: too many");
  });

  it("keeps what a side has apart", () => {
    const by = tool({ by: "pharaohs", line: (place) => `follower ${place}` });
    const put = withTool({ pieces: { norrenis: ["follower gaia.a"] } }, by, "gaia.a");
    expect(put).toEqual({ pieces: { norrenis: ["follower gaia.a"], pharaohs: ["follower gaia.a"] } });
    expect(cleared(put, { lists: ["pieces"] }, "gaia.a")).toEqual({});
    expect(withValue({ followers: { isis: 2 } }, "followers", "isis", undefined)).toEqual({});
    expect(withValue({}, "turn", null, "isis")).toEqual({ turn: "isis" });
  });
  it("clears a place by whatever name a line has for it", () => {
    const placeOf = (line: string, side: string | null): string => `${side}.${line.split(" ").at(-1)}`;
    expect(cleared({ pieces: { babylon: ["2 follower ML", "settlement CAP"] } }, { lists: ["pieces"], placeOf }, "babylon.ML")).toEqual({
      pieces: { babylon: ["settlement CAP"] },
    });
  });
  it("writes parts of a key, which may be a name alone", () => {
    const part = (name: string): Field => ({ key: "pharaoh", part: name, label: "", kind: "one", names: [], each: "all" });
    const named = withHeld({}, part("name"), null, "ramses");
    expect(named).toEqual({ pharaoh: "ramses" });
    expect(heldBy(named, part("name"), null)).toBe("ramses");
    const placed = withHeld(named, part("cell"), null, "D5");
    expect(placed).toEqual({ pharaoh: { name: "ramses", cell: "D5" } });
    expect(heldBy(placed, part("cell"), null)).toBe("D5");
    expect(withHeld(placed, part("cell"), null, undefined)).toEqual(named);
    expect(withHeld(placed, part("name"), null, undefined)).toEqual({});
    expect(["-5", "12", "neutral3"].map(written)).toEqual([-5, 12, "neutral3"]);
  });
});

describe("the words of positions", () => {
  it("are there in every language", () => {
    for (const phrase of Object.values(positions)) expect(Object.values(phrase).every((words) => words.trim() !== "")).toBe(true);
  });
});
