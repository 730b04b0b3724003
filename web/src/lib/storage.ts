// What the browser remembers. A browser may forbid it (private windows): then the page works, and forgets.

export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`theomachy.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`theomachy.${key}`, JSON.stringify(value));
  } catch {
    // Nothing to be done: the value lives as long as the page.
  }
}
