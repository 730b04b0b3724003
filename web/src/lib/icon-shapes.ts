// How a list of icons and their shapes become drawings by name.

/** SVG elements by the name of what they draw. */
export type Shapes = Record<string, string>;

export const path = (d: string): string => `<path fill="currentColor" d="${d}"/>`;

/** The drawings of a list: each name has the shape of its source. */
export function shapesOf(list: Record<string, string>, shapes: Record<string, string>): Shapes {
  return Object.fromEntries(Object.entries(list).map(([name, source]) => [name, shapes[source] ?? ""]));
}
