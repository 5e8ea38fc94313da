// Starts the page from a local server: `ask` uses fetch, this tab gets a session, and Stop is a separate request.

import { mount } from "./main.js";
import { errorOf } from "./parts/queue.js";

const TOKEN = "aima-search.token";
const VERSION = 1;

const gone = { kind: "Gone", message: "the server does not answer: aima-search play has ended" };
const closed = { kind: "Refused", message: "no token: open the address that aima-search play printed" };

/** Send a request to the server; the body and the answer are JSON. */
async function post(path, body, headers = {}, settings = {}) {
  let answer;
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      credentials: "omit",
      ...settings,
    });
    answer = await response.json();
  } catch {
    throw errorOf(gone);
  }
  if (answer.error) throw errorOf(answer.error);
  return answer;
}

/** Take the token or the ticket out of the address, and leave the rest to the page. */
async function readToken() {
  const given = new URLSearchParams(location.hash.slice(1));
  const [token, ticket] = [given.get("token"), given.get("ticket")];
  if (token === null && ticket === null) return localStorage.getItem(TOKEN);
  given.delete("token");
  given.delete("ticket");
  history.replaceState(history.state, "", `${location.pathname}#${given}`);
  if (token !== null) return keep(token);
  try {
    return keep((await post("/enter", { ticket })).answer.token);
  } catch (error) {
    const known = localStorage.getItem(TOKEN);
    if (known === null) throw error;
    return known; // this browser has a token already
  }
}

/** Store the token for the other tabs of this browser. */
function keep(token) {
  localStorage.setItem(TOKEN, token);
  return token;
}

/** Return `ask`; it opens a session of this tab when it is first needed. */
function makeAsk() {
  /** @type {Promise<string> | null} */
  let session = null;
  let asked = 0;
  const authorization = () => `Bearer ${localStorage.getItem(TOKEN)}`; // another tab may have a newer token
  const headers = async () => {
    session ??= post("/open", {}, { authorization: authorization() }).then(opened => opened.answer.session);
    try {
      return { authorization: authorization(), "x-session": await session };
    } catch (error) {
      session = null;
      throw error;
    }
  };
  const forget = error => {
    if (["Expired", "Refused"].includes(error.fault.kind)) session = null; // also if the server was restarted
    throw error;
  };

  const ask = async request => {
    const id = ++asked;
    const reply = await post("/ask", { version: VERSION, id, ...request }, await headers()).catch(forget);
    if (reply.id !== id) throw errorOf({ kind: "Mixed", message: "the server sent the answer to another request" });
    return reply.answer;
  };
  ask.end = async () => {
    if (session) await post("/end", {}, await headers()).catch(forget);
  };
  ask.where = "server";

  addEventListener("pagehide", async event => {
    if (event.persisted || !session) return; // the page may come back
    const known = await headers();
    post("/close", {}, known, { keepalive: true }).catch(() => {});
  });
  return ask;
}

/** Fill the page; an address with a token or a ticket is read at any time. */
async function start() {
  const place = /** @type {HTMLElement} */ (document.getElementById("page"));
  try {
    const token = await readToken();
    if (token === null) throw errorOf(closed);
    mount(place, makeAsk());
  } catch (error) {
    place.textContent = error.message;
  }
  addEventListener("hashchange", () => {
    if (/[#&](token|ticket)=/.test(location.hash)) location.reload();
  });
}

start();
