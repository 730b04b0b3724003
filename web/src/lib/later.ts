// Parts of the page that come when they are needed, or when there is time.

const waiting: (() => Promise<unknown>)[] = [];

/** Loads once; after a failure (no connection) again when it is asked for again. */
export function later<T>(load: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | null = null;
  const get = (): Promise<T> => {
    found ??= load().catch((error: unknown) => {
      found = null;
      throw error;
    });
    return found;
  };
  waiting.push(get);
  return get;
}

/** Load what will be needed, so that it is there when the connection is not. */
export function loadRest(): void {
  for (const get of waiting.splice(0)) get().catch(() => {});
}
