// How this person likes the page: language, light or dark, speed of the animations, the name signed with.
import type { Lang } from "./protocol";
import { recall, remember } from "./storage";
import { LANGS, speech } from "./words.svelte";

export type Theme = "system" | "light" | "dark";
export type Speed = "off" | "fast" | "normal" | "slow";
export type TextSize = "normal" | "large" | "larger";
export const TEXT_SIZES: TextSize[] = ["normal", "large", "larger"];
/** Everything that is written is measured in the size of the root. */
const ROOT_SIZE: Record<TextSize, string> = { normal: "", large: "112.5%", larger: "125%" };
export const THEMES: Theme[] = ["system", "light", "dark"];
export const SPEEDS: Speed[] = ["off", "fast", "normal", "slow"];

/** Milliseconds of one movement, and how long an update of somebody else stays before the next one. */
const MOTION: Record<Speed, number> = { off: 0, fast: 130, normal: 260, slow: 500 };
const HOLD: Record<Speed, number> = { off: 0, fast: 220, normal: 900, slow: 2000 };

interface Stored {
  lang?: Lang; theme?: Theme; speed?: Speed; name?: string; game?: string; confirm?: boolean; tapTwice?: boolean; log?: boolean; textSize?: TextSize;
}

/** The first of the reader's languages that the page speaks. */
export function preferredLang(languages: readonly string[]): Lang {
  for (const language of languages) {
    const found = LANGS.find((lang) => language.toLowerCase().startsWith(lang));
    if (found) return found;
  }
  return "en";
}

class Settings {
  theme = $state<Theme>("system");
  textSize = $state<TextSize>("normal");
  speed = $state<Speed>("normal");
  name = $state("");
  /** The game looked at last; null before the first. */
  game = $state<string | null>(null);
  /** A choice that ends the turn, or can't be taken back, is asked about. */
  confirm = $state(false);
  /** A finger's first tap shows what would follow, the second does it. */
  tapTwice = $state(true);
  /** The log lies open where there is room for it. */
  log = $state(true);
  /** The system asks for less motion: that goes before the speed. */
  reduced = $state(false);

  constructor() {
    const stored = recall<Stored>("settings", {});
    this.theme = stored.theme && THEMES.includes(stored.theme) ? stored.theme : "system";
    this.textSize = stored.textSize && TEXT_SIZES.includes(stored.textSize) ? stored.textSize : "normal";
    this.speed = stored.speed && SPEEDS.includes(stored.speed) ? stored.speed : "normal";
    this.name = typeof stored.name === "string" ? stored.name.slice(0, 40) : "";
    this.game = typeof stored.game === "string" ? stored.game : null;
    this.confirm = stored.confirm === true;
    this.tapTwice = stored.tapTwice !== false;
    this.log = stored.log !== false;
    speech.lang =
      stored.lang && LANGS.includes(stored.lang) ? stored.lang : preferredLang(globalThis.navigator?.languages ?? []);
    const query = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");
    if (query) {
      this.reduced = query.matches;
      query.addEventListener("change", () => (this.reduced = query.matches));
    }
    this.show();
  }

  get motion(): number {
    return this.reduced ? 0 : MOTION[this.speed];
  }

  get hold(): number {
    return this.reduced ? Math.min(HOLD[this.speed], HOLD.fast) : HOLD[this.speed];
  }

  setLang(lang: Lang): void {
    speech.lang = lang;
    this.keep();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.keep();
  }

  setTextSize(size: TextSize): void {
    this.textSize = size;
    this.keep();
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    this.keep();
  }

  setName(name: string): void {
    this.name = name.slice(0, 40);
    this.keep();
  }

  setSwitch(which: "confirm" | "tapTwice" | "log", on: boolean): void {
    this[which] = on;
    this.keep();
  }

  setGame(game: string): void {
    this.game = game;
    this.keep();
  }

  private keep(): void {
    const { theme, speed, textSize, name, game, confirm, tapTwice, log } = this;
    remember("settings", { lang: speech.lang, theme, speed, textSize, name, confirm, tapTwice, log, ...(game === null ? {} : { game }) });
    this.show();
  }

  /** Tells the document: the style sheets read data-theme, the reader's software the language. */
  private show(): void {
    const root = globalThis.document?.documentElement;
    if (!root) return;
    root.lang = speech.lang;
    root.style.fontSize = ROOT_SIZE[this.textSize];
    if (this.theme === "system") delete root.dataset.theme;
    else root.dataset.theme = this.theme;
  }
}

export const settings = new Settings();
