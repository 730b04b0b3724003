import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FromServer, View } from "../src/lib/protocol";
import { Table } from "../src/lib/table.svelte";
import { askedWords } from "../src/table/asking";
import { FakeSocket, info, seatSide, state, update } from "./fake-socket";

let sockets: FakeSocket[];
let table: Table;
let pace = { motion: 0, hold: 0 };

function sitDown(tokens: string[]): void {
  localStorage.setItem(
    "theomachy.tables",
    JSON.stringify([{ table: "T1", host: null, tokens, seats: {}, title: "", used: 1 }]),
  );
  table = new Table({
    drawing: { sideOf: seatSide, isGrave: () => false }, table: "T1", address: "ws://here", lang: () => "en", pace: () => pace,
    connect: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
  });
  for (const socket of sockets) socket.open();
}

/** The browser's storage, which Node lacks. */
class Shelf {
  private kept = new Map<string, string>();
  getItem = (key: string): string | null => this.kept.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.kept.set(key, value);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("localStorage", new Shelf());
  sockets = [];
  pace = { motion: 0, hold: 0 };
});
afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a table that was closed", () => {
  it("offers nothing any more, and waits for nobody here", () => {
    sitDown(["a"]);
    const [socket] = sockets as [FakeSocket];
    socket.say(state(0, 0, { asks: [0], choices: ["done"] }));
    expect(table.offers.map((offer) => offer.choice)).toEqual(["done"]);
    expect(table.ourTurn).toBe(true);
    socket.say({ type: "table", table: { ...info, closed: true } });
    expect(table.offers).toEqual([]);
    expect(table.ourTurn).toBe(false);
    socket.say({ type: "table", table: { ...info, closed: false } });
    expect(table.offers.map((offer) => offer.choice)).toEqual(["done"]);
  });
});

describe("a coach", () => {
  const weighed = { type: "weighed", choice: "done", best: "move", label: "Move", before: 0.6, after: 0.2, words: "…", threat: "" } as const;
  const agreed = { ...info, coached: true, seats: info.seats.map((place) => ({ ...place, coach: true })) };

  it("is asked where it may speak, and stops what is much worse", async () => {
    sitDown(["a"]);
    const [socket] = sockets as [FakeSocket];
    socket.say(state(0, 0, { asks: [0], choices: ["done", "move"] }));
    expect(await table.consult("done"), "nobody has agreed").toBe(true);
    socket.say({ type: "table", table: { ...agreed, coached: false } });
    expect(await table.consult("done"), "not all have agreed").toBe(true);
    expect(socket.heard("weigh")).toEqual([]);
    socket.say({ type: "table", table: agreed });
    const asked = table.consult("done");
    expect(table.weighing).toBe(true);
    const [question] = socket.heard("weigh");
    expect(question).toMatchObject({ choice: "done", version: 0 });
    socket.say({ ...weighed, ref: question!.ref!, worse: true });
    expect(await asked).toBe(false);
    expect(table.counsel?.best).toBe("move");
    table.choose("done");
    expect(table.counsel).toBeNull();
    const again = table.consult("move");
    socket.say({ ...weighed, ref: socket.heard("weigh")[1]!.ref!, worse: false });
    expect(await again).toBe(true);
    expect(table.counsel).toBeNull();
  });

  it("who does not answer is not waited for", async () => {
    sitDown(["a"]);
    const [socket] = sockets as [FakeSocket];
    socket.say(state(0, 0, { asks: [0], choices: ["done", "move"] }));
    socket.say({ type: "table", table: agreed });
    const asked = table.consult("done");
    vi.advanceTimersByTime(21_000);
    expect(await asked).toBe(true);
    expect(table.weighing).toBe(false);
  });
});

describe("updates", () => {
  it("are shown one after another, and offers come with the last", () => {
    pace = { motion: 100, hold: 500 };
    sitDown(["a"]);
    const [socket] = sockets as [FakeSocket];
    socket.say(state(0, 0, { asks: [1] }));
    socket.say(update(0, 1, { by: 1, asks: [1] }));
    socket.say(update(0, 2, { by: 1, asks: [1] }));
    socket.say(update(0, 3, { by: 1, asks: [0], choices: ["done"] }));
    expect(table.scene?.version).toBe(1);
    expect(table.offers).toEqual([]);
    expect(table.ourTurn).toBe(true);
    vi.advanceTimersByTime(510);
    expect(table.scene?.version).toBe(2);
    vi.advanceTimersByTime(510);
    expect(table.scene?.version).toBe(3);
    expect(table.offers.map((offer) => offer.choice)).toEqual(["done"]);
    expect(table.log.map((entry) => entry.words)).toEqual(["v1", "v2", "v3"]);
  });

  it("stand in the prompt while they are shown, and what is asked after the last", () => {
    pace = { motion: 100, hold: 500 };
    sitDown(["a"]);
    const [socket] = sockets as [FakeSocket];
    const asked = (): string => askedWords(table.scene!, table.open, table.offers.length > 0, false);
    socket.say(state(0, 0, { asks: [1] }));
    expect(asked()).toBe("");
    socket.say(update(0, 1, { by: 1, asks: [1] }));
    socket.say(update(0, 2, { by: 1, asks: [1] }));
    socket.say(update(0, 3, { by: 1, asks: [0], choices: ["done"] }));
    expect(asked()).toBe("v1");
    vi.advanceTimersByTime(510);
    expect(asked()).toBe("v2");
    vi.advanceTimersByTime(510);
    expect(table.offers).toHaveLength(1);
    expect(asked()).toBe(table.scene!.prompt.words);
    expect(asked()).not.toBe("");
  });

  it("never keep anybody from acting: whoever catches up sees everything at once", () => {
    pace = { motion: 100, hold: 500 };
    sitDown(["a"]);
    const [socket] = sockets as [FakeSocket];
    socket.say(state(0, 0, { asks: [1] }));
    for (let version = 1; version <= 5; version++) socket.say(update(0, version, { by: 1, choices: version === 5 ? ["done"] : [] }));
    table.open?.catchUp();
    expect(table.scene?.version).toBe(5);
    expect(table.log).toHaveLength(5);
    expect(table.open?.recent).toHaveLength(4);
    table.choose("done");
    expect(socket.heard("choose")).toMatchObject([{ choice: "done", version: 5 }]);
  });

  it("that the stage tells are seen elsewhere when they are told, and others wait for that", () => {
    pace = { motion: 100, hold: 500 };
    sitDown(["a"]);
    table.isStaged = (told) => told.version === 1;
    const [socket] = sockets as [FakeSocket];
    socket.say(state(0, 0, { asks: [1] }));
    socket.say(update(0, 1, { by: 1, asks: [1] }));
    socket.say(update(0, 2, { by: 1, asks: [0], choices: ["done"] }));
    vi.advanceTimersByTime(60_000);
    expect(table.scene?.version).toBe(0);
    expect(table.open?.telling?.version).toBe(1);
    expect(table.open?.known).toBe(0);
    expect(table.log.map((entry) => entry.words)).toEqual(["v1"]);
    expect(table.offers).toEqual([]);
    table.open?.told(0);
    expect(table.scene?.version).toBe(0);
    table.open?.told(1);
    expect(table.scene?.version).toBe(1);
    vi.advanceTimersByTime(110);
    expect(table.scene?.version).toBe(2);
    expect(table.offers).toHaveLength(1);
    expect(table.log.map((entry) => entry.words)).toEqual(["v1", "v2"]);
  });

  it("that are being told are there at once for whoever catches up, each once in the log", () => {
    pace = { motion: 100, hold: 500 };
    sitDown(["a"]);
    table.isStaged = () => true;
    const [socket] = sockets as [FakeSocket];
    socket.say(state(0, 0, { asks: [1] }));
    socket.say(update(0, 1, { by: 1, asks: [1] }));
    socket.say(update(0, 2, { by: 1, asks: [0], choices: ["done"] }));
    table.open?.catchUp();
    expect(table.scene?.version).toBe(2);
    expect(table.open?.telling).toBeNull();
    expect(table.log.map((entry) => entry.words)).toEqual(["v1", "v2"]);
  });

  it("of others wait while the viewer has stopped them, and come one by one when asked for", () => {
    sitDown(["a"]);
    const [socket] = sockets as [FakeSocket];
    socket.say(state(0, 0, { asks: [1] }));
    table.open?.pause(true);
    for (const version of [1, 2, 3]) socket.say(update(0, version, { by: 1, asks: [1] }));
    expect(table.scene?.version).toBe(0);
    table.open?.step();
    expect(table.scene?.version).toBe(1);
    table.open?.pause(false);
    expect(table.scene?.version).toBe(3);
  });

  it("are forgotten when everything comes anew", () => {
    pace = { motion: 100, hold: 500 };
    sitDown(["a"]);
    const [socket] = sockets as [FakeSocket];
    socket.say(state(0, 0));
    socket.say(update(0, 1, { by: 1 }));
    socket.say(update(0, 2, { by: 1 }));
    socket.say(state(0, 7, { choices: ["yes"] }));
    vi.advanceTimersByTime(5_000);
    expect(table.scene?.version).toBe(7);
    expect(table.log).toEqual([]);
    expect(table.offers).toHaveLength(1);
  });
});

describe("choosing", () => {
  it("sends a choice once, and nothing that is not offered", () => {
    sitDown(["a"]);
    const [socket] = sockets as [FakeSocket];
    socket.say(state(0, 3, { choices: ["yes", "no"] }));
    table.choose("maybe");
    table.choose("yes");
    table.choose("no");
    expect(socket.heard("choose").map((message) => message.choice)).toEqual(["yes"]);
    socket.say(update(0, 4, { by: 0, choices: ["done"] }));
    table.choose("done");
    expect(socket.heard("choose")).toHaveLength(2);
  });

  it("keeps quiet about stale versions and says why for the rest", () => {
    sitDown(["a"]);
    const [socket] = sockets as [FakeSocket];
    socket.say(state(0, 3, { choices: ["yes"] }));
    socket.say({ type: "refused", error: "stale", words: "Old." });
    expect(table.refusal).toBeNull();
    socket.say({ type: "refused", error: "illegal", words: "No.", rule: "ankh/x" });
    expect(table.refusal).toMatchObject({ words: "No.", rule: "ankh/x" });
  });

  it("asks why something is forbidden, and forgets it with the next choice", async () => {
    sitDown(["a"]);
    const [socket] = sockets as [FakeSocket];
    socket.say(state(0, 3, { choices: ["yes"] }));
    const asked = table.ask("cell A1");
    const { ref } = socket.heard("why")[0]!;
    socket.say({ type: "verdict", ref: ref!, choice: "cell A1", legal: false, rule: "ankh/y", words: "Water." });
    await asked;
    expect(table.refusal).toMatchObject({ choice: "cell A1", words: "Water." });
    table.choose("yes");
    expect(table.refusal).toBeNull();
  });

  it("asks what would follow only when the pointer rests, and once for each version", async () => {
    sitDown(["a"]);
    const [socket] = sockets as [FakeSocket];
    socket.say(state(0, 3, { choices: ["yes", "no"] }));
    table.point("no");
    vi.advanceTimersByTime(60);
    table.point("yes");
    await vi.advanceTimersByTimeAsync(130);
    expect(socket.heard("preview").map((message) => message.choice)).toEqual(["yes"]);
    socket.say({ type: "preview", ref: socket.heard("preview")[0]!.ref!, choice: "yes", entries: [], open: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(table.foresight).toEqual({ choice: "yes", words: [], open: true });
    table.point(null);
    expect(table.foresight).toBeNull();
    table.point("yes");
    await vi.advanceTimersByTimeAsync(130);
    expect(socket.heard("preview")).toHaveLength(1);
    expect(table.foresight?.open).toBe(true);
  });

  it("drops a hint that came too late", async () => {
    sitDown(["a"]);
    const [socket] = sockets as [FakeSocket];
    socket.say(state(0, 3, { choices: ["yes"] }));
    const asked = table.askHint();
    const { ref } = socket.heard("hint")[0]!;
    socket.say(update(0, 4, { by: 0, choices: ["yes"] }));
    socket.say({ type: "hint", ref: ref!, choice: "yes", label: "Yes", chance: 0.5, words: "Yes.", others: [] });
    await asked;
    expect(table.hint).toBeNull();
    expect(table.hinting).toBe(false);
  });
});

describe("several people at one screen", () => {
  beforeEach(() => {
    sitDown(["a", "b"]);
    const [one, two] = sockets as [FakeSocket, FakeSocket];
    one.say(state(0, 1, { asks: [0], choices: ["yes"] }));
    two.say(state(1, 1, { asks: [0] }));
  });

  it("have a connection each, and the one who must decide is shown", () => {
    const [one, two] = sockets as [FakeSocket, FakeSocket];
    expect(one.heard("hello")[0]!.token).toBe("a");
    expect(two.heard("hello")[0]!.token).toBe("b");
    expect(table.seats).toEqual([0, 1]);
    one.say(update(0, 2, { by: 0, asks: [1] }));
    expect(table.open?.seat).toBe(0);
    two.say(update(1, 2, { by: 0, asks: [1], choices: ["done"] }));
    expect(table.open?.seat).toBe(1);
    expect(table.curtain).toBeNull();
    table.choose("done");
    expect(two.heard("choose")).toHaveLength(1);
    expect(one.heard("choose")).toHaveLength(0);
  });

  it("pass the device before a secret choice is shown", () => {
    const [one, two] = sockets as [FakeSocket, FakeSocket];
    one.say(update(0, 2, { asks: [0, 1], secret: true, choices: ["card flood"] }));
    two.say(update(1, 2, { asks: [0, 1], secret: true, choices: ["card maat"] }));
    expect(table.open?.seat).toBe(0);
    expect(table.curtain?.seat).toBe(0);
    expect(table.offers).toEqual([]);
    table.liftCurtain();
    expect(table.curtain).toBeNull();
    expect(table.offers.map((offer) => offer.choice)).toEqual(["card flood"]);
    table.choose("card flood");
    one.say(update(0, 3, { by: 0, asks: [1], secret: true, own: ["card flood"], undo: true }));
    two.say(update(1, 3, { by: 0, asks: [1], secret: true, choices: ["card maat"] }));
    expect(table.curtain?.seat).toBe(1);
    expect(table.open?.seat).toBe(0);
    expect(table.offers).toEqual([]);
    table.liftCurtain();
    expect(table.open?.seat).toBe(1);
    expect(table.offers.map((offer) => offer.choice)).toEqual(["card maat"]);
  });

  it("let the one before stay, and hide a laid card when somebody looks back", () => {
    const [one, two] = sockets as [FakeSocket, FakeSocket];
    one.say(update(0, 2, { by: 0, asks: [1], secret: true, own: ["card flood"], undo: true }));
    two.say(update(1, 2, { by: 0, asks: [1], secret: true, choices: ["card maat"] }));
    table.keepLooking();
    expect(table.curtain).toBeNull();
    expect(table.open?.seat).toBe(0);
    table.look(table.eyes[1]!);
    table.liftCurtain();
    expect(table.open?.seat).toBe(1);
    table.look(table.eyes[0]!);
    expect(table.curtain?.seat).toBe(0);
    expect(table.open?.seat).toBe(1);
  });

  it("never take back what somebody else has chosen", () => {
    const [one, two] = sockets as [FakeSocket, FakeSocket];
    one.say(update(0, 2, { by: 0, asks: [1], undo: true }));
    two.say(update(1, 2, { by: 0, asks: [1], choices: ["done"] }));
    expect(table.open?.seat).toBe(1);
    expect(table.undoer).toBeNull();
    table.undo();
    expect([one.heard("undo"), two.heard("undo")]).toEqual([[], []]);
    table.look(table.eyes[0]!);
    table.undo();
    expect(one.heard("undo")).toMatchObject([{ version: 2 }]);
    expect(two.heard("undo")).toEqual([]);
  });

  it("take nothing back while the curtain is down", () => {
    const [one, two] = sockets as [FakeSocket, FakeSocket];
    one.say(update(0, 2, { by: 0, asks: [1], secret: true, own: ["card flood"], undo: true }));
    two.say(update(1, 2, { by: 0, asks: [1], secret: true, choices: ["card maat"] }));
    expect(table.curtain?.seat).toBe(1);
    table.undo();
    expect([one.heard("undo"), two.heard("undo")]).toEqual([[], []]);
  });

  it("pass the device wherever a seat has a hand that others do not see", () => {
    const [one, two] = sockets as [FakeSocket, FakeSocket];
    const withHand = (message: FromServer, hand: unknown): FromServer => (message.type === "update" ? { ...message, view: { ...message.view!, hand } as View } : message);
    one.say(withHand(update(0, 2, { by: 0, asks: [1] }), ["net"]));
    expect(table.curtain).toBeNull();
    two.say(withHand(update(1, 2, { by: 0, asks: [1], choices: ["done"] }), ["sword"]));
    expect(table.curtain?.seat).toBe(1);
    expect(table.open?.seat).toBe(0);
    expect(table.offers).toEqual([]);
    table.liftCurtain();
    expect(table.open?.seat).toBe(1);
  });
});

describe("seats", () => {
  it("without a token one watches", () => {
    sitDown([]);
    const [socket] = sockets as [FakeSocket];
    expect(socket.heard("hello")).toEqual([{ type: "hello", lang: "en", changes: true }]);
    socket.say(state(null, 3));
    expect(table.seats).toEqual([]);
    expect(table.open?.seat).toBeNull();
  });

  it("a token that is void is forgotten, and one watches", () => {
    sitDown(["a"]);
    sockets[0]!.say({ type: "error", error: "wrong-token", words: "No." });
    expect(table.seatLost).toBe(true);
    expect(sockets).toHaveLength(2);
    sockets[1]!.open();
    expect(sockets[1]!.heard("hello")).toEqual([{ type: "hello", lang: "en", changes: true }]);
  });

  it("a seat given to somebody else is left, and what was on show stays until one sees again", () => {
    sitDown(["a"]);
    sockets[0]!.say(state(0, 3, { choices: ["yes"] }));
    sockets[0]!.say(state(null, 4));
    expect(table.seatLost).toBe(true);
    expect(sockets[0]!.closed).toBe(true);
    expect(table.scene?.version).toBe(4);
    expect(table.offers).toEqual([]);
    sockets[1]!.open();
    sockets[1]!.say(state(null, 5));
    expect(table.scene?.version).toBe(5);
    expect(JSON.parse(localStorage.getItem("theomachy.tables")!)).toMatchObject([{ tokens: [] }]);
  });

  it("a table that is not there is told", () => {
    sitDown([]);
    sockets[0]!.say({ type: "error", error: "no-table", words: "Gone." });
    expect(table.trouble).toEqual({ code: "no-table", words: "Gone." });
  });

  it("a match that can't be gone on with is told, and not asked for again and again", () => {
    sitDown(["a"]);
    sockets[0]!.say({ type: "error", error: "bad-save", words: "Broken." });
    sockets[0]!.drop();
    vi.advanceTimersByTime(60_000);
    expect(table.trouble).toEqual({ code: "bad-save", words: "Broken." });
    expect(sockets).toHaveLength(1);
  });

  it("at a shared screen nothing is shown before it is known whose secrets there are", () => {
    sitDown(["a", "b"]);
    sockets[0]!.say(state(0, 5, { asks: [0, 1], secret: true, own: ["card flood"] }));
    expect(table.scene).toBeNull();
    sockets[1]!.say(state(1, 5, { asks: [0, 1], secret: true, choices: ["card maat"] }));
    expect(table.scene).toBeNull();
    expect(table.curtain?.seat).toBe(1);
    table.liftCurtain();
    expect(table.open?.seat).toBe(1);
    expect(table.offers.map((offer) => offer.choice)).toEqual(["card maat"]);
  });

  it("who has chosen without waiting for the hint is not told that it came too late", async () => {
    sitDown(["a"]);
    const [socket] = sockets as [FakeSocket];
    socket.say(state(0, 3, { choices: ["yes"] }));
    const asked = table.askHint();
    const { ref } = socket.heard("hint")[0] as { ref?: number };
    socket.say(update(0, 4, { by: 0, choices: ["no"] }));
    socket.say({ type: "refused", ref: ref!, error: "stale", words: "Moved on." });
    await asked;
    expect(table.refusal).toBeNull();
    expect(table.hinting).toBe(false);
  });

  it("chat is heard once however many listen", () => {
    sitDown(["a", "b"]);
    const line = { number: 1, seat: 0, name: "Mia", text: "Hi", at: 0 };
    for (const socket of sockets) socket.say({ type: "chat", line });
    expect(table.chat).toEqual([line]);
  });
});
