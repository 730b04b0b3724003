import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Live, type Link, type Listener } from "../src/lib/live";
import type { FromServer, View } from "../src/lib/protocol";
import { FakeSocket, state, update } from "./fake-socket";

let sockets: FakeSocket[];
let heard: string[];
let views: View[];
let links: Link[];
let live: Live;

const listener = (): Listener => ({
  state: (message) => heard.push(`state ${message.version}`),
  update: (message) => {
    heard.push(`update ${message.version}`);
    views.push(message.view);
  },
  table: () => heard.push("table"),
  chat: () => heard.push("chat"),
  clocks: () => heard.push("clocks"),
  refused: (message) => heard.push(`refused ${message.error}`),
  problem: (message) => heard.push(`problem ${message.error}`),
  link: (link) => links.push(link),
});
const socket = (): FakeSocket => sockets[sockets.length - 1]!;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  heard = [];
  views = [];
  links = [];
  live = new Live({
    address: "ws://here", token: "secret", lang: () => "de", listener: listener(),
    connect: () => {
      sockets.push(new FakeSocket());
      return socket();
    },
  });
});
afterEach(() => {
  live.close();
  vi.useRealTimers();
});

describe("a connection", () => {
  it("says hello with token and language, and no version at first", () => {
    socket().open();
    expect(socket().heard("hello")).toEqual([{ type: "hello", lang: "de", changes: true, token: "secret" }]);
  });

  it("hands on updates in the order of their versions and drops repeated ones", () => {
    socket().open();
    socket().say(state(0, 4));
    socket().say(update(0, 5));
    socket().say(update(0, 5));
    socket().say(update(0, 6));
    expect(heard).toEqual(["state 4", "update 5", "update 6"]);
    expect(live.version).toBe(6);
  });

  it("makes whole views of what has changed, also after coming back", () => {
    const changed = (version: number, chosen: number[]): FromServer => {
      const { view: _, ...news } = update(0, version) as Extract<FromServer, { type: "update" }>;
      return { ...news, changes: { secret: { chosen: [chosen] } } };
    };
    socket().open();
    socket().say(state(0, 4, { own: ["card flood"] }));
    socket().say(changed(5, [1]));
    expect(views.at(-1)?.secret).toEqual({ chosen: [1], own: ["card flood"] });
    socket().drop();
    vi.advanceTimersByTime(1000);
    socket().open();
    expect(socket().heard("hello")[0]?.since).toBe(5);
    socket().say(changed(6, [0, 1]));
    expect(views.at(-1)?.secret).toEqual({ chosen: [0, 1], own: ["card flood"] });
    // A whole view takes the place of what was known.
    socket().say(update(0, 7));
    expect(views.at(-1)?.secret).toEqual({ chosen: [], own: [] });
    expect(heard).toEqual(["state 4", "update 5", "update 6", "update 7"]);
  });

  it("asks once for everything when a version is missing", () => {
    socket().open();
    socket().say(state(0, 4));
    socket().say(update(0, 6));
    socket().say(update(0, 7));
    expect(heard).toEqual(["state 4"]);
    expect(socket().heard("lang")).toHaveLength(1);
    socket().say(state(0, 7));
    socket().say(update(0, 8));
    expect(heard).toEqual(["state 4", "state 7", "update 8"]);
  });

  it("comes back after a loss and asks for what happened since, and for what was said", () => {
    socket().open();
    socket().say(state(0, 4));
    socket().say({ type: "chat", line: { number: 7, seat: 0, name: "Mia", text: "Hi", at: 0 } });
    socket().drop();
    expect(live.link).toBe("lost");
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
    socket().open();
    expect(socket().heard("hello")).toEqual([
      { type: "hello", lang: "de", changes: true, token: "secret", since: 4, lines: 8 },
    ]);
    expect(live.link).toBe("lost");
    socket().say({ type: "pong" });
    expect(live.link).toBe("up");
    expect(links).toEqual(["up", "lost", "up"]);
  });

  it("waits longer after each failure, but never longer than about fifteen seconds", () => {
    for (let attempt = 1; attempt <= 9; attempt++) {
      socket().drop();
      expect(sockets).toHaveLength(attempt);
      vi.advanceTimersByTime(18_100);
      expect(sockets).toHaveLength(attempt + 1);
    }
    socket().drop();
    vi.advanceTimersByTime(5_000);
    expect(sockets).toHaveLength(10);
  });

  it("leaves a socket that has gone silent", () => {
    socket().open();
    socket().say(state(0, 4));
    vi.advanceTimersByTime(25_100);
    expect(socket().heard("ping")).toHaveLength(2);
    vi.advanceTimersByTime(8_100);
    expect(live.link).toBe("lost");
  });

  it("asks at once when there is reason to doubt the connection", () => {
    socket().open();
    socket().say(state(0, 4));
    live.hurry();
    expect(socket().heard("ping")).toHaveLength(2);
    socket().say({ type: "pong" });
    vi.advanceTimersByTime(3_100);
    expect(live.link).toBe("up");
    live.hurry();
    vi.advanceTimersByTime(3_100);
    expect(live.link).toBe("lost");
  });

  it("gives up for good when the token is wrong", () => {
    socket().open();
    socket().say({ type: "error", error: "wrong-token", words: "no" });
    expect(live.link).toBe("closed");
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(heard).toEqual(["problem wrong-token"]);
  });
});

describe("a question", () => {
  it("gets the answer with its number, whatever comes between", async () => {
    socket().open();
    socket().say(state(0, 4));
    const first = live.preview("cell A1");
    const second = live.preview("cell A2");
    const [one, two] = socket().heard("preview");
    socket().say({ type: "preview", ref: two!.ref!, choice: "cell A2", entries: [], open: true });
    socket().say(update(0, 5));
    socket().say({ type: "preview", ref: one!.ref!, choice: "cell A1", entries: [], open: false });
    expect((await first).choice).toBe("cell A1");
    expect((await second).open).toBe(true);
  });

  it("fails when the connection is lost, when it is late, and when it is refused", async () => {
    socket().open();
    socket().say(state(0, 4));
    const late = live.why("cell A1");
    vi.advanceTimersByTime(12_100);
    await expect(late).rejects.toThrow("late");
    const refused = live.hint();
    socket().say({ type: "error", ref: socket().heard("hint")[0]!.ref!, error: "too-many", words: "Slowly." });
    await expect(refused).rejects.toThrow("Slowly.");
    const lost = live.preview("cell A1");
    socket().drop();
    await expect(lost).rejects.toThrow("lost");
    await expect(live.preview("cell A1")).rejects.toThrow("lost");
  });

  it("is not mixed up with a refused choice", () => {
    socket().open();
    socket().say(state(0, 4));
    expect(live.choose("done")).toBe(true);
    const { ref, version } = socket().heard("choose")[0]!;
    expect(version).toBe(4);
    socket().say({ type: "refused", ref: ref!, error: "illegal", words: "No." });
    expect(heard).toContain("refused illegal");
  });
});
