// Every key that the page looks up literally has words; a missing one is reported and never shown.
import { expect, test, vi } from "vitest";
import { t } from "../src/lib/words.svelte";

const sources = Object.entries(import.meta.glob<string>("../src/**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true })).map(
  ([path, text]) => ({ path: path.replace("../src/", ""), text }),
);

/** Keys as they are defined, without the name of their part of the page. */
const defined = new Set(sources.flatMap(({ text }) => [...text.matchAll(/^\s*"?([\w.-]+)"?: say\(/gm)].map((found) => found[1]!)));

test("every key that is looked up has words", () => {
  const missing = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bt\(\s*["']([a-z]+)\.([\w.-]+)["']/g)]
      .filter((found) => !defined.has(found[2]!))
      .map((found) => `${path}: ${found[1]}.${found[2]}`),
  );
  expect(defined.size).toBeGreaterThan(300);
  expect(missing).toEqual([]);
});

test("whoever uses words of the front page imports them", () => {
  const keysIn = (path: string): Set<string> => new Set([...sources.find((one) => one.path === path)!.text.matchAll(/^\s*"([\w.-]+)": say\(/gm)].map((found) => found[1]!));
  const always = keysIn("words/shell.ts");
  const lazy = new Set([...keysIn("words/lobby.ts")].filter((key) => !always.has(key)));
  const wrong = sources.flatMap(({ path, text }) =>
    text.includes('words/lobby"') ? [] : [...text.matchAll(/["']shell\.([\w.-]+)["']/g)].filter((found) => lazy.has(found[1]!)).map((found) => `${path}: ${found[1]}`),
  );
  expect(wrong).toEqual([]);
});

test("a key without words is reported and not shown", () => {
  const report = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(t("shell.no-such-key")).toBe("");
  expect(report).toHaveBeenCalledOnce();
  report.mockRestore();
});
