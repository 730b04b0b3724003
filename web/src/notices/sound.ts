// Two notes of a small gong, made here: no file, and nobody else's.
/** Frequencies in Hz, and when each begins in seconds. */
const NOTES: [number, number][] = [[587.3, 0], [880, 0.16]];
const LENGTH = 0.9;
let context: AudioContext | null = null;

/** Sounds, as loud as 0 to 1; silently not, where a browser wants a click first. */
export async function ring(volume: number): Promise<void> {
  if (volume <= 0 || typeof AudioContext === "undefined") return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") await context.resume();
    const now = context.currentTime;
    for (const [pitch, begin] of NOTES) {
      for (const [overtone, share] of [[1, 1], [2.76, 0.25]] as const) {
        const voice = context.createOscillator();
        const level = context.createGain();
        voice.frequency.value = pitch * overtone;
        level.gain.setValueAtTime(0, now + begin);
        level.gain.linearRampToValueAtTime(0.35 * share * volume, now + begin + 0.01);
        level.gain.exponentialRampToValueAtTime(0.0001, now + begin + LENGTH / overtone);
        voice.connect(level).connect(context.destination);
        voice.start(now + begin);
        voice.stop(now + begin + LENGTH);
      }
    }
  } catch {
    // A page that can't sound is still a page.
  }
}
