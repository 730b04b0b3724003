// A view read without knowing its game: what its keys and values are called, and what belongs to whom. Beyond what every
// view has, no key is expected to be there.
import { sideName } from "../../lib/games.svelte";
import { nameOfPlace } from "../../lib/places.svelte";
import type { Place, View } from "../../lib/protocol";
import { name, speech, t } from "../../lib/words.svelte";

export type Scalar = string | number | boolean | null;
export type Data = Scalar | Data[] | { [key: string]: Data };
export type Fields = { [key: string]: Data };

/** What every view has; the frame of the table shows it. */
const ENVELOPE: ReadonlySet<string> = new Set<keyof View>(["game", "seat", "over", "secret", "decision", "outcome", "scoreboard"]);

export const isFields = (value: Data): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
export const isScalar = (value: Data): value is Scalar => typeof value !== "object" || value === null;

/** Nothing to be told: null, no text, no members, or only such. */
export function isEmpty(value: Data): boolean {
  if (value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isFields(value) && Object.values(value).every(isEmpty);
}

/** A list of things that have fields: a table. */
export function isTable(value: Data): value is Fields[] {
  return Array.isArray(value) && value.length > 0 && value.every(isFields);
}

/** A table of more than a few rows. */
export const isLarge = (value: Data): boolean => isTable(value) && value.length > 3;

/** The columns of a table: fields that tell something in at least one row. */
export function columnsOf(rows: Fields[]): string[] {
  const keys = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...keys].filter((key) => rows.some((row) => row[key] !== undefined && !isEmpty(row[key])));
}

// --- names

/** Kinds of things with this key in the game's catalogue: "sling" is a weapon. Made once for each catalogue. */
const indexes = new WeakMap<object, Map<string, string[]>>();
function kindsOf(key: string): string[] {
  const { names } = speech.catalogue;
  let index = indexes.get(names);
  if (!index) {
    index = new Map();
    for (const full of Object.keys(names)) {
      const dot = full.indexOf(".");
      const bare = full.slice(dot + 1);
      index.set(bare, [...(index.get(bare) ?? []), full.slice(0, dot)]);
    }
    indexes.set(names, index);
  }
  return index.get(key) ?? [];
}

const readable = (key: string): string => {
  const words = key.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
};

/** The name of something, known under its key; `within`: the field it stands in, which tells homonyms apart. */
export function nameOf(key: string, within = ""): string {
  const place = nameOfPlace(key);
  if (place !== null) return place;
  const kinds = kindsOf(key);
  const names = kinds.map((kind) => name(`${kind}.${key}`)).sort((one, other) => one.length - other.length);
  const meant = kinds.find((kind) => within.includes(kind));
  // Of several, the shortest is a name rather than a sentence.
  if (meant !== undefined) return name(`${meant}.${key}`);
  if (names[0] !== undefined) return names[0];
  // A place is often named after what it belongs to: "house.3".
  const dot = key.indexOf(".");
  if (dot > 0 && kindsOf(key.slice(0, dot)).length > 0) return `${nameOf(key.slice(0, dot), within)} ${key.slice(dot + 1)}`;
  return /^[a-z][a-z0-9]*([_-][a-z0-9]+)*$/.test(key) ? readable(key) : key;
}

/** A number, a word, yes or no, as people read it. */
export function scalarWords(value: Scalar, within = ""): string {
  if (value === null || value === "") return "–";
  if (typeof value === "boolean") return t(value ? "plain.yes" : "plain.no");
  return typeof value === "number" ? value.toLocaleString(speech.lang) : nameOf(value, within);
}

/** Is it nothing in this place: no number, no thing, no? */
const isNought = (value: Data): boolean => value === 0 || value === false || isEmpty(value);

/** A thing and a number of it need no more words: "Gold 2". */
function asCount(fields: [string, Data][]): string | null {
  const thing = fields.find(([, value]) => typeof value === "string");
  const count = fields.find(([, value]) => typeof value === "number");
  if (fields.length !== 2 || !thing || !count) return null;
  return `${nameOf(thing[1] as string, thing[0])} ${scalarWords(count[1] as number)}`;
}

/** Anything in one line; beside what is something, noughts are left out. */
export function inline(value: Data, within = ""): string {
  if (isScalar(value)) return scalarWords(value, within);
  if (isEmpty(value)) return "–";
  if (Array.isArray(value)) return value.map((one) => inline(one, within)).join(isTable(value) ? "; " : ", ");
  const fields = Object.entries(value).filter(([, one]) => !isEmpty(one));
  const told = fields.filter(([, one]) => !isNought(one));
  const counted = asCount(told);
  if (counted) return counted;
  return (told.length > 0 ? told : fields)
    .map(([key, one]) => (isScalar(one) ? `${nameOf(key, within)} ${scalarWords(one, key)}` : `${nameOf(key, within)}: ${inline(one, key)}`))
    .join(", ");
}

// --- what belongs to whom

export interface Reading {
  /** What is told of each side, by side. */
  ofSides: Record<string, Fields>;
  /** What is told in a word or a number. */
  glance: Fields;
  /** The rest: first the large tables, then the others, both in the order of the view. */
  parts: [string, Data][];
}

/** The field that names each side of the table exactly once, if a list has one. */
function sideField(rows: Fields[], sides: string[]): string | null {
  if (rows.length !== sides.length) return null;
  const names = (key: string): boolean => new Set(rows.map((row) => row[key])).size === sides.length;
  return Object.keys(rows[0]!).find((key) => names(key) && rows.every((row) => sides.includes(row[key] as string))) ?? null;
}

/** A view in parts: what belongs to a side, what is told in a word, tables and the rest. */
export function readView(view: View, places: Place[]): Reading {
  const sides = places.flatMap((place) => place.side ?? []);
  const ofSides: Record<string, Fields> = Object.fromEntries(sides.map((side) => [side, {}]));
  const glance: Fields = {};
  const parts: [string, Data][] = [];
  for (const [key, value] of Object.entries(view as unknown as Fields)) {
    if (ENVELOPE.has(key)) continue;
    const field = sides.length > 0 && isTable(value) ? sideField(value, sides) : null;
    if (field !== null) {
      for (const row of value as Fields[]) {
        const { [field]: side, ...rest } = row;
        Object.assign(ofSides[side as string]!, rest);
      }
    } else if (isFields(value) && sides.length > 0 && sides.every((side) => side in value) && Object.keys(value).length === sides.length) {
      for (const side of sides) ofSides[side]![key] = value[side]!;
    } else if (isEmpty(value)) continue;
    else if (isScalar(value)) glance[key] = value;
    else parts.push([key, value]);
  }
  // What is many things comes first: it is what other games would call the board.
  parts.sort(([, one], [, other]) => Number(isLarge(other)) - Number(isLarge(one)));
  dropSeatNumbers(ofSides, places);
  return { ofSides, glance, parts };
}

/** Which seat a side has is to be seen anyway: a field that tells nothing else of any side is left out. */
function dropSeatNumbers(ofSides: Record<string, Fields>, places: Place[]): void {
  const seated = places.flatMap((place) => (place.side === null ? [] : [{ seat: place.seat, fields: ofSides[place.side]! }]));
  for (const key of Object.keys(seated[0]?.fields ?? {})) {
    if (!seated.every(({ seat, fields }) => fields[key] === seat)) continue;
    for (const { fields } of seated) delete fields[key];
  }
}

/** Is this the name of a side of the table? */
export function sideNamed(value: Data, places: Place[]): string | null {
  return typeof value === "string" && places.some((place) => place.side === value) ? value : null;
}

/** The name of a section or a field. */
export function labelOf(key: string, places: Place[] = []): string {
  return places.some((place) => place.side === key) ? sideName(key) : nameOf(key);
}
