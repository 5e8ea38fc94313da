// Starts the exported page: loads Python, says how far it is, then mounts.

import { makeAsk } from "./ask.js";
import { mount } from "./main.js";

const find = name => /** @type {any} */ (document.getElementById(name));
const [place, words, bar] = ["loading", "loading-words", "loading-bar"].map(find);
let isMounted = false;
let hasFailed = false;

/** Show how the worker is; the page itself comes with the first Python that is ready. */
function tell(state) {
  if (hasFailed) return; // other parts may still be coming
  if (state.failed !== undefined) {
    hasFailed = true;
    window.explainStart(`Python could not be started: ${state.failed}`);
    return;
  }
  place.hidden = Boolean(state.ready);
  place.className = "running";
  if (state.loading !== undefined) {
    bar.value = state.loading;
    const share = Math.round(100 * state.loading);
    words.textContent = share < 100 ? `Loading Python: ${share} %` : "Starting Python …";
  }
  if (state.ready && !isMounted) {
    isMounted = true;
    mount(find("page"), ask);
    navigator.serviceWorker?.register("./sw.js").catch(() => {}); // the page works without it
  }
}

const ask = makeAsk(tell);
