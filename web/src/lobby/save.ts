// A save file as far as the page must understand it: whose seats there are. The server checks the rest.

export interface Save {
  text: string;
  title: string;
  /** By seat; null for a god that was drawn at random. */
  gods: (string | null)[];
  steps: number;
}

/** The save in a file, or null if it is none of a match this page can show. */
export function readSave(file: string, text: string): Save | null {
  try {
    const save = JSON.parse(text) as { game?: unknown; setup?: { gods?: unknown }; history?: unknown };
    const gods = save.setup?.gods;
    if (save.game !== "ankh" || !Array.isArray(gods) || gods.length === 0) return null;
    const steps = Array.isArray(save.history) ? save.history.length : 0;
    return { text, title: file.replace(/\.json$/i, "").slice(0, 60), gods: gods.map((god) => (typeof god === "string" && god !== "random" ? god : null)), steps };
  } catch {
    return null;
  }
}
