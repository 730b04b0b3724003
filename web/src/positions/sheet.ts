// What an editor of positions must know of a game: its tools for the board, and its fields. What is legal only the server
// says; values are the names of the game's catalogue.
import type { Component } from "svelte";
import type { PartProps } from "../games/drawing";
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
  /** What it does where that is no line of a list. */
  put?: (position: Position, place: string) => Position;
}

type Names = [name: string, words: string][];
/** `usual`: what it holds where the position says nothing; `empty`: that it holds nothing can be said, too. */
interface Held {
  key: string;
  label: string;
  each: "side" | "all";
  /** Where a value is only a part of what the key holds: how it is read and written. */
  part?: string;
}
export type Field = Held &
  (
    | { kind: "number"; most: number; least?: number }
    | { kind: "numbers"; most: number; least?: number; names: Names }
    /** Some of the names, each once, in the order of the clicks. */
    | { kind: "set"; names: Names; ordered?: boolean; usual?: string[]; empty?: boolean }
    /** A pile: names in order, any of them several times. */
    | { kind: "pile"; names: Names; usual?: string[]; empty?: boolean }
    /** All of the names, in another order. */
    | { kind: "order"; names: Names; slots?: string[] }
    | { kind: "one"; names: Names }
    | { kind: "flag" }
    /** To each place one of the values, which are written as JSON. */
    | { kind: "table"; places: Names; values: (place: string) => Names }
  );

export interface Group { title: string; fields: Field[] }

export interface Sheet {
  tools: Tool[];
  groups: Group[];
  /** The places that a verb names. */
  places: (board: unknown, verb: string) => string[];
  /** Lists whose lines end in a place: what a click of the eraser clears. */
  lists: string[];
  /** A place as the board names it, of a line that leaves out whose land it is. */
  placeOf?: (line: string, side: string | null) => string;
}

export interface EditorDrawing {
  blank: (sides: string[]) => Doc;
  sheet: (doc: Doc, board: unknown) => Sheet;
  /** Where a tool's places are not on the board: what is shown below it, and the verbs it serves. */
  Beside?: Component<PartProps & { side: string | null }>;
  beside?: readonly string[];
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

/** What a field holds, a part of it where it is one: a key may be a name, or a table with one. */
export function heldBy(position: Position, field: Field, side: string | null): unknown {
  const value = valueOf(position, field.key, side);
  if (field.part === undefined) return value;
  return isTable(value) ? value[field.part] : field.part === "name" ? value : undefined;
}

/** The position with another value in a field. */
export function withHeld(position: Position, field: Field, side: string | null, value: unknown): Position {
  if (field.part === undefined) return withValue(position, field.key, side, value);
  const held = valueOf(position, field.key, side);
  const table: Record<string, unknown> = isTable(held) ? { ...held } : held === undefined ? {} : { name: held };
  if (value === undefined) delete table[field.part];
  else table[field.part] = value;
  const names = Object.keys(table);
  // Without its name there is nothing that the rest could be about.
  const next = names.length === 0 || (field.part === "name" && value === undefined) ? undefined : names.join() === "name" ? table.name : table;
  return withValue(position, field.key, side, next);
}

export const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A name as the notation has it: some things are numbers. */
export const written = (name: string): string | number => (/^-?\d+$/.test(name) ? Number(name) : name);

/** The position with what a tool does at a place. */
export function withTool(position: Position, tool: Tool, place: string): Position {
  if (tool.put) return tool.put(position, place);
  const side = tool.by ?? null;
  const lines = listOf(valueOf(position, tool.key, side));
  const line = tool.line(place);
  const next = tool.once && lines.includes(line) ? lines.filter((one) => one !== line) : [...lines, line];
  return withValue(position, tool.key, side, next.length > 0 ? next : undefined);
}

/** The position without what stands at a place. */
export function cleared(position: Position, sheet: Pick<Sheet, "lists" | "placeOf">, place: string): Position {
  const stands = (line: string, side: string | null): boolean =>
    line.split(" ").at(-1) === place || sheet.placeOf?.(line, side) === place;
  let next = position;
  for (const key of sheet.lists) {
    const value = next[key];
    for (const side of isTable(value) ? Object.keys(value) : [null]) {
      const lines = listOf(valueOf(next, key, side));
      const left = lines.filter((line) => !stands(line, side));
      if (left.length < lines.length) next = withValue(next, key, side, left.length > 0 ? left : undefined);
    }
  }
  return next;
}

/** What is wrong with a position, for people: the place on the board instead of how the text of the position counts its
 * pieces. */
export function spokenFault(words: string): string {
  return words.replace(/^position, piece \d+ \('(?:[^' ]* )*([^' ]+)'\): /, "$1: ");
}
