// The page: its views, what stands above them, and the keys that go everywhere.

import { App } from "./app.js";
import { makeChoose } from "./choose/choose.js";
import { makeCompare } from "./compare/compare.js";
import { makeGuide } from "./learn/guide.js";
import { makeLearn } from "./learn/learn.js";
import { makeDialog } from "./parts/dialog.js";
import { button, catchFocus, isTyping, make, write } from "./parts/dom.js";
import { makeDownload } from "./parts/download.js";
import { makeFaults } from "./parts/faults.js";
import { helpContent } from "./parts/help.js";
import { makeHold } from "./parts/hold.js";
import { figureOf, makeLink } from "./parts/link.js";
import { followNotebook, lectureButton, themeButton } from "./parts/theme.js";
import { makePlay } from "./play/play.js";
import { makeWatch } from "./watch/watch.js";

const MOST_NAME = 30; // characters of a board's id in the bar

const VIEWS = {
  choose: ["Choose", makeChoose],
  play: ["Play", makePlay],
  watch: ["Watch", makeWatch],
  compare: ["Compare", makeCompare],
  learn: ["Learn", makeLearn],
};

/** Fill an element with the page; `ask(request)` answers. Return a function that takes it away. */
export function mount(element, ask, options = {}) {
  const app = new App(ask, options);
  const faults = makeFaults();
  const waiting = makeFaults();
  const guide = makeGuide(app);
  const voice = make("div", { class: "unseen", role: "status", "aria-live": "polite" });
  const main = make("div", { class: "page-main", role: app.isNotebook ? null : "main" });
  const help = makeDialog("Keys and words");
  const what = make("p", { class: "what" });
  const tabs = new Map();
  const views = new Map();
  const root = make("div", { class: "aima-page", "data-where": ask.where });
  let shown = null;

  const showHelp = () => help.show(...helpContent());
  const names = app.isFixed ? [] : Object.keys(VIEWS);
  for (const name of names) {
    tabs.set(name, make("button", { type: "button", class: "tab", on: { click: () => app.show(name) } }, VIEWS[name][0]));
  }
  const download = makeDownload(() => shown, faults, app.isFixed ? {} : {
    board: () => app.board?.id ?? "",
    figure: app.hasLink && ask.where !== "server" ? () => figureOf(app, described(app)) : null, // what a server shows is for its own machine
  });
  const helper = button("?", showHelp, { kind: "quiet icon", name: "Help", title: "Keys and words (?)", key: "?" });
  const lecture = app.isNotebook ? null : lectureButton(root, app.store);
  const tools = make("div", { class: "tools" }, app.hasLink ? makeLink(app) : null, download.element, lecture,
    app.isNotebook ? null : themeButton(root, app.store), helper);
  const bar = make("header", { class: "bar" }, make("div", { class: "bar-inner" }, make("h1", {}, "aima-search"), what,
    make("nav", { class: "tabs", "aria-label": "Views" }, [...tabs.values()]), tools));
  const whole = make("a", { class: "whole", target: "_blank", rel: "noopener" }, "Open the whole page"); // of a figure
  root.append(bar, guide.element, make("div", { class: "tray" }, waiting.element, faults.element), main, whole, voice, help.element, download.dialog);
  element.append(root);
  const leave = app.isNotebook ? [followNotebook(root), catchFocus(root)] : [];

  function viewOf(name) {
    if (!views.has(name)) views.set(name, VIEWS[name][1](app));
    return views.get(name);
  }

  function mark(name) {
    for (const [tab, control] of tabs) {
      if (tab === name) control.setAttribute("aria-current", "page");
      else control.removeAttribute("aria-current");
    }
  }

  async function show(name, wrong = null) {
    const view = viewOf(name);
    if (shown && shown !== view) shown.hide();
    shown = view;
    mark(name);
    if (main.firstChild !== view.element) main.replaceChildren(view.element);
    root.dataset.view = name;
    root.toggleAttribute("data-figure", Boolean(app.choice.figure));
    faults.clear();
    app.onChoice();
    await app.during(view.show()).catch(error => faults.show(error));
    if (wrong) faults.show(wrong);
    app.onChoice();
  }

  /** Whether a key is meant for the page, rather than for a text, a control or a dialog. */
  const isCommand = event => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return false;
    const at = name => event.composedPath()[0].matches?.(name);
    if (at("button, summary, a, input[type=checkbox]") && (event.key === " " || event.key === "Enter")) return false;
    if (at("input[type=range]") && /^Arrow|Home|End|Page/.test(event.key)) return false;
    return !root.querySelector("dialog[open]");
  };
  const leads = event => /^[1-5]$/.test(event.key) && names.length && !shown?.takesDigits; // to another view
  const keydown = event => {
    if (!isCommand(event)) return;
    if (shown?.key(event)) event.preventDefault();
    else if (event.key === "?") showHelp();
    else if (event.key.toLowerCase() === "l") lecture?.click();
    else if (guide.key(event)) event.preventDefault();
    else if (leads(event)) app.show(names[Number(event.key) - 1]);
  };
  const started = app.start();
  const hashchange = () => started.finally(() => app.readAddress());
  app.voice = voice;
  app.onView = mark; // what can be chosen is not known yet
  app.onChoice = () => {
    write(what, described(app));
    if (app.choice.figure) whole.href = app.address(false, { figure: undefined });
    guide.refresh().catch(error => faults.show(error));
  };
  app.ask.onExpired = fault => {
    app.drop(fault.message);
    faults.offer(fault.message, "Go on from here", () => show(app.choice.view));
  };
  app.ask.onSlow = isSlow => {
    if (isSlow) waiting.offer("Waiting for an answer …", "End what is running", () => app.end().catch(error => faults.show(error)));
    else waiting.clear();
  };
  app.onDrop = why => {
    for (const view of views.values()) view.drop?.(why);
  };
  app.edit = line => {
    if (!shown?.edit) app.show("choose");
    shown.edit(line);
  };
  const listened = app.isNotebook ? root : document; // a notebook has keys of its own
  const begin = async () => {
    const wrong = await started.finally(() => {
      app.onView = show;
    });
    await show(app.choice.view, wrong);
  };
  app.during(begin().catch(error => faults.show(error)));
  const hold = makeHold(main, isCommand, event => (event?.key && shown && leads(event) ? null : app.working));
  app.later = hold.later;
  for (const name of ["keydown", "click"]) listened.addEventListener(name, hold.listener, true);
  listened.addEventListener("keydown", keydown);
  if (app.hasLink) addEventListener("popstate", hashchange);

  return () => {
    shown?.hide();
    app.ask.leave();
    for (const name of ["keydown", "click"]) listened.removeEventListener(name, hold.listener, true);
    listened.removeEventListener("keydown", keydown);
    removeEventListener("popstate", hashchange);
    for (const end of leave) end();
    root.remove();
  };
}

/** Say in a line what is in hand. */
function described(app) {
  if (!app.board || !app.choice.searches) return "";
  const { puzzle, board, searches } = app.choice;
  if (app.choice.view === "watch" && app.choice.trace) return `trace  ·  ${app.choice.trace}`;
  const known = app.boards.includes(board);
  const parts = [puzzle, known ? board : shortened(app.board.id || "own board")];
  if (app.choice.view === "watch") parts.push(app.title(searches[0]));
  return parts.filter(Boolean).join("  ·  ");
}

function shortened(text) {
  return text.length > MOST_NAME ? `${text.slice(0, MOST_NAME)}…` : text;
}
