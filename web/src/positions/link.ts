// A position in a link: its text, packed, behind #, where no server and no log sees it.
const PACKED = "z=";
const PLAIN = "t=";

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

async function through(bytes: Uint8Array<ArrayBuffer>, way: ReadableWritablePair<Uint8Array, BufferSource>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(way);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function positionPath(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
  if (typeof CompressionStream === "undefined") return `/position#${PLAIN}${encodeURIComponent(text)}`;
  return `/position#${PACKED}${toLetters(await through(bytes, new CompressionStream("deflate-raw")))}`;
}

/** The text of a link; null: there is none, and a broken one is refused with an error. */
export async function textBehind(hash: string): Promise<string | null> {
  const rest = hash.replace(/^#/, "");
  if (rest.startsWith(PLAIN)) return decodeURIComponent(rest.slice(PLAIN.length));
  if (!rest.startsWith(PACKED)) return null;
  return new TextDecoder().decode(await through(fromLetters(rest.slice(PACKED.length)), new DecompressionStream("deflate-raw")));
}
