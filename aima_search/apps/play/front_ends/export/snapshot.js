// Python's memory as it is once everything is imported: kept by the browser, for the next start.

import { BUILD } from "./sizes.js";

const scope = new URL("./", import.meta.url).pathname;
const name = `aima-search ${scope} ${BUILD}`;
const key = new URL("./snapshot", import.meta.url).href;

/** Return the memory that was kept of this build, null if there is none. */
export async function readSnapshot() {
  try {
    const kept = (await caches.has(name)) && (await (await caches.open(name)).match(key));
    return kept ? new Uint8Array(await kept.arrayBuffer()) : null;
  } catch {
    return null; // a browser may keep nothing, or have no cache on a page like this
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
    // as above
  }
}
