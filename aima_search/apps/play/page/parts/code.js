// Code in an address: it is compressed, and written in characters that an address may contain.

const MOST = 200_000; // most characters of the unpacked code

/** Return a text packed into letters, digits, "-" and "_". */
export async function pack(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), Infinity);
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Return the text that was packed; raise an error if that fails. */
export async function unpack(packed) {
  try {
    const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, letter => letter.charCodeAt(0));
    const text = await through(bytes, new DecompressionStream("deflate-raw"), MOST);
    return new TextDecoder("utf-8", { fatal: true }).decode(text);
  } catch {
    throw new Error("the code in this link cannot be read: a part of the link may be missing");
  }
}

async function through(bytes, stream, most) {
  const parts = [];
  let length = 0;
  for (const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) throw new Error("too long");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
