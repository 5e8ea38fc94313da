// A snapshot of Python's memory after all imports, which the browser stores for the next start.

import { BUILD } from "./sizes.js";

const scope = new URL("./", import.meta.url).pathname;
const name = `aima-search ${scope} ${BUILD}`;
const key = new URL("./snapshot", import.meta.url).href;

/** Return the stored snapshot of this build, null if there is none. */
export async function readSnapshot() {
  try {
    const stored = (await caches.has(name)) && (await (await caches.open(name)).match(key));
    return stored ? new Uint8Array(await stored.arrayBuffer()) : null;
  } catch {
    return null; // the browser may store nothing, or have no cache on a page like this
  }
}

export async function keepSnapshot(memory) {
  try {
    await (await caches.open(name)).put(key, new Response(memory));
  } catch {
    // no room, or no cache: the next start imports everything again
  }
}

export async function dropSnapshot() {
  try {
    await (await caches.open(name)).delete(key);
  } catch {
    // no room, or no cache
  }
}
