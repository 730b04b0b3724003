// Being told that it is one's turn: by a sound, a note of the page, or push. What is set here is this browser's own;
// what holds for a player everywhere is the server's.
import { api } from "../lib/api";
import type { Notices, Wishes } from "../lib/protocol";
import { recall, remember } from "../lib/storage";
import { t } from "../lib/words.svelte";
import { ring } from "./sound";

export type Volume = 0 | 0.3 | 1;
export const VOLUMES: Volume[] = [0, 0.3, 1];

interface Stored { volume?: Volume; notes?: boolean }
interface InstallEvent extends Event { prompt: () => Promise<unknown> }

/** The bytes of a key in base64url. */
export function keyBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

class Teller {
  volume = $state<Volume>(0);
  /** Notes of the page while it is behind others. */
  notes = $state(false);
  /** Does this browser take push messages for us? */
  pushed = $state(false);
  /** What the server keeps; null before it is known, and for nobody. */
  kept = $state.raw<Notices | null>(null);
  /** The browser would install the page as an app. */
  private install = $state.raw<InstallEvent | null>(null);
  /** The tables that were told of, until they wait no more. */
  private told = new Set<string>();

  constructor() {
    const stored = recall<Stored>("notices", {});
    // Sounds are on unless somebody has turned them off.
    this.volume = VOLUMES.includes(stored.volume as Volume) ? (stored.volume as Volume) : 0.3;
    this.notes = stored.notes === true;
  }

  start(): void {
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.install = event as InstallEvent;
    });
    addEventListener("appinstalled", () => (this.install = null));
    if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
    navigator.serviceWorker.register("/sw.js").then((found) => this.look(found)).catch(() => {
      // Without it there is no push, and nothing else is missing.
    });
  }

  get canInstall(): boolean {
    return this.install !== null;
  }

  async installApp(): Promise<void> {
    await this.install?.prompt();
    this.install = null;
  }

  /** Can this browser take push messages from this server? */
  get canPush(): boolean {
    return "serviceWorker" in navigator && "PushManager" in globalThis && Boolean(this.kept?.push);
  }

  get denied(): boolean {
    return "Notification" in globalThis && Notification.permission === "denied";
  }

  private async look(found: ServiceWorkerRegistration): Promise<void> {
    this.pushed = (await found.pushManager?.getSubscription()) != null;
  }

  async load(): Promise<void> {
    this.kept = await api.notices();
  }

  async wish(wishes: Wishes): Promise<void> {
    this.kept = await api.wish(wishes);
  }

  /** Sounds off, or on again. */
  toggleSound(): void {
    this.setVolume(this.volume === 0 ? 0.3 : 0);
  }

  setVolume(volume: Volume): void {
    this.volume = volume;
    this.keep();
    void ring(volume);
  }

  async setNotes(on: boolean): Promise<void> {
    this.notes = false;
    if (on) await this.askPermission();
    this.notes = on;
    this.keep();
  }

  /** Asks the browser whether notes may be shown; whoever says no is told why nothing was switched on. */
  private async askPermission(): Promise<void> {
    if (!("Notification" in globalThis) || (await Notification.requestPermission()) !== "granted")
      throw new DOMException("no permission", "NotAllowedError");
  }

  async setPush(on: boolean): Promise<void> {
    const worker = await navigator.serviceWorker.ready;
    const before = await worker.pushManager.getSubscription();
    if (!on) {
      await before?.unsubscribe();
      this.pushed = false;
      return;
    }
    await this.askPermission();
    const made = before ?? (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes(this.kept?.push ?? "") }));
    const { endpoint, keys } = made.toJSON();
    this.kept = await api.addPush({ endpoint: endpoint ?? "", p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" });
    this.pushed = true;
  }

  /** These tables wait for me: of those that did not before, one is told of. */
  hear(waiting: { table: string; title: string }[], looking: string | null): void {
    const now = new Set(waiting.map(({ table }) => table));
    for (const table of this.told) if (!now.has(table)) this.told.delete(table);
    const news = waiting.filter(({ table }) => !this.told.has(table));
    for (const { table } of news) this.told.add(table);
    const unseen = document.hidden ? news : news.filter(({ table }) => table !== looking);
    if (news.length > 0) void ring(this.volume);
    // Push has a note of its own.
    if (document.hidden && unseen.length > 0 && this.notes && !this.pushed) this.show(unseen);
  }

  private show(waiting: { table: string; title: string }[]): void {
    const only = waiting.length === 1 ? waiting[0] : undefined;
    try {
      const note = new Notification(t("notices.turn"), {
        body: waiting.map(({ title }) => title).join(", "), tag: only ? `table-${only.table}` : "tables", icon: "/icons/icon-192.png",
      });
      note.onclick = () => {
        window.focus();
        note.close();
      };
    } catch {
      // Phones show notes through the worker alone: there push does it.
    }
  }

  private keep(): void {
    remember("notices", { volume: this.volume, notes: this.notes });
  }
}

export const teller = new Teller();
