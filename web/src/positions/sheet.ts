// What an editor of positions must know of a game: its tools for the board, and its fields. What is legal only the server
// says; values are the names of the game's catalogue.
import { speech } from "../lib/words.svelte";

export type Position = Record<string, unknown>;
export interface Doc { game: string; seats: string[]; position: Position; play?: Record<string, string>[] }

/** Puts something on a place: a line is added to a list of the position. */
export interface Tool {
  id: string;
  label: string;
  icon: string | null;
  side: string | null;
  /** The list: a key, or a key and whose. */
  key: string;
  by?: string;
  /** What is clicked: the verb of the board's choices. */
  verb: string;
  line: (place: string) => string;
  /** Whether a second click takes it away again. */
  once: boolean;
}

export type Field =
  | { key: string; label: string; kind: "number"; most: number; each: "side" | "all" }
  | { key: string; label: string; kind: "numbers"; most: number; names: [string, string][]; each: "side" | "all" }
  | { key: string; label: string; kind: "set"; names: [string, string][]; each: "side" | "all" }
  | { key: string; label: string; kind: "one"; names: [string, string][]; each: "side" | "all" };

export interface Group { title: string; fields: Field[] }

export interface Sheet {
  tools: Tool[];
  groups: Group[];
  /** The places that a verb names. */
  places: (board: unknown, verb: string) => string[];
  /** Lists whose lines end in a place: what a click of the eraser clears. */
  lists: string[];
}

export interface EditorDrawing {
  blank: (sides: string[]) => Doc;
  sheet: (doc: Doc) => Sheet;
}

/** The things of a kind that the catalogue names, with their names. */
export function named(kind: string, wanted?: readonly string[]): [string, string][] {
  const prefix = `${kind}.`;
  const found = Object.entries(speech.catalogue.names)
    .filter(([key]) => key.startsWith(prefix) && !key.slice(prefix.length).includes("."))
    .map(([key, words]): [string, string] => [key.slice(prefix.length), words]);
  return wanted ? wanted.map((key): [string, string] => [key, speech.catalogue.names[prefix + key] ?? key]) : found;
}

const isTable = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** What a field holds: of all, or of one side. */
export function valueOf(position: Position, key: string, side: string | null): unknown {
  const value = position[key];
  return side === null ? value : isTable(value) ? value[side] : undefined;
}

/** The position with another value; undefined takes it away. */
export function withValue(position: Position, key: string, side: string | null, value: unknown): Position {
  const next = { ...position };
  if (side === null) {
    if (value === undefined) delete next[key];
    else next[key] = value;
    return next;
  }
  const table = isTable(next[key]) ? { ...next[key] } : {};
  if (value === undefined) delete table[side];
  else table[side] = value;
  if (Object.keys(table).length === 0) delete next[key];
  else next[key] = table;
  return next;
}

export const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The position with what a tool does at a place. */
export function withTool(position: Position, tool: Tool, place: string): Position {
  const side = tool.by ?? null;
  const lines = listOf(valueOf(position, tool.key, side));
  const line = tool.line(place);
  const next = tool.once && lines.includes(line) ? lines.filter((one) => one !== line) : [...lines, line];
  return withValue(position, tool.key, side, next.length > 0 ? next : undefined);
}

/** The position without what stands at a place. */
export function cleared(position: Position, lists: string[], place: string): Position {
  const stands = (line: string): boolean => line.split(" ").at(-1) === place;
  let next = position;
  for (const key of lists) {
    const value = next[key];
    for (const side of isTable(value) ? Object.keys(value) : [null]) {
      const lines = listOf(valueOf(next, key, side));
      if (lines.some(stands)) {
        const left = lines.filter((line) => !stands(line));
        next = withValue(next, key, side, left.length > 0 ? left : undefined);
      }
    }
  }
  return next;
}
