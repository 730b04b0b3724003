// A position in a link: its text, packed, behind #, where no server and no log sees it.
const PACKED = "z=";
const PLAIN = "t=";
/** Bytes of a position's text: a server reads no more, and a link of a few kilobytes could inflate to gigabytes. */
export const LONGEST = 240_000;

/** Words of base64 that need no escaping in a link. */
function toLetters(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromLetters(letters: string): Uint8Array<ArrayBuffer> {
  const text = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** The bytes that come out of a stream; an error if they are more than `most`, and no more are made then. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  way: ReadableWritablePair<Uint8Array, BufferSource>,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(way).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new RangeError(`a position of more than ${most} bytes`);
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function positionPath(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
  if (typeof CompressionStream === "undefined") return `/position#${PLAIN}${encodeURIComponent(text)}`;
  return `/position#${PACKED}${toLetters(await through(bytes, new CompressionStream("deflate-raw"), LONGEST))}`;
}

/** The text of a link; null: there is none, and a broken one is refused with an error. */
export async function textBehind(hash: string): Promise<string | null> {
  const rest = hash.replace(/^#/, "");
  if (rest.length > 3 * LONGEST) throw new RangeError(`a link of more than ${3 * LONGEST} letters`);
  if (rest.startsWith(PLAIN)) return decodeURIComponent(rest.slice(PLAIN.length));
  if (!rest.startsWith(PACKED)) return null;
  const packed = fromLetters(rest.slice(PACKED.length));
  return new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw"), LONGEST));
}
