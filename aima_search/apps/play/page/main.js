// The page: its views, the bar above them, and the keys that work in every view.

import { App } from "./app.js";
import { start } from "./arrival.js";
import { Choose } from "./choose/choose.js";
import { Compare } from "./compare/compare.js";
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
import { Play } from "./play/play.js";
import { Watch } from "./watch/watch.js";

const MOST_NAME = 30; // characters of a board's id in the bar

/** @type {Record<string, [string, (app: App) => View]>} */
const VIEWS = {
  choose: ["Choose", app => new Choose(app)],
  play: ["Play", app => new Play(app)],
  watch: ["Watch", app => new Watch(app)],
  compare: ["Compare", app => new Compare(app)],
  learn: ["Learn", makeLearn],
};

/**
 * Fill an element with the page; `ask(request)` answers. Return a function that removes it.
 *
 * @param {HTMLElement} element
 * @param {Carrier} ask
 */
export function mount(element, ask, options = {}) {
  const page = new Page(new App(ask, options), ask.where);
  element.append(page.root);
  page.begin();
  return () => page.leave();
}

/** The frame around the views: tabs, tools, the current lesson, and errors. */
class Page {
  /**
   * @param {App} app
   * @param {string} where the page is: "server", "browser" or "notebook"
   */
  constructor(app, where) {
    this.app = app;
    /** @type {View | null} */
    this.shown = null;
    /** @type {Map<string, View>} */
    this.views = new Map();
    this.names = app.isFixed ? [] : Object.keys(VIEWS);
    this.tabs = new Map(this.names.map(name => [name,
      make("button", { type: "button", class: "tab", on: { click: () => app.show(name) } }, VIEWS[name][0])]));
    this.faults = makeFaults();
    this.waiting = makeFaults();
    this.guide = makeGuide(app);
    this.main = make("div", { class: "page-main", role: app.isNotebook ? null : "main" });
    this.help = makeDialog("Keys and words");
    this.what = make("p", { class: "what" });
    this.whole = make("a", { class: "whole", target: "_blank", rel: "noopener" }, "Open the whole page"); // in a figure
    this.root = make("div", { class: "aima-page", "data-where": where });
    app.liveRegion = make("div", { class: "unseen", role: "status", "aria-live": "polite" });
    /** @type {Promise<unknown>} what was wrong with the address */
    this.started = Promise.resolve(null);
    /** @type {(() => void)[]} functions that remove the page's listeners */
    this.ends = [];
    this.lecture = app.isNotebook ? null : lectureButton(this.root, app.store);
    this.fill(where);
    this.listen();
  }

  fill(where) {
    const { app, root } = this;
    const download = makeDownload(() => this.shown, this.faults, app.isFixed ? {} : {
      board: () => app.board?.id ?? "",
      figure: app.hasLink && where !== "server" ? () => figureOf(app, described(app)) : null, // only this machine can open it
    });
    app.showPython = download.python;
    const helper = button("?", () => this.showHelp(), { kind: "quiet icon", name: "Help", title: "Keys and words (?)", key: "?" });
    const tools = make("div", { class: "tools" }, app.hasLink ? makeLink(app) : null, download.element, this.lecture,
      app.isNotebook ? null : themeButton(root, app.store), helper);
    const bar = make("header", { class: "bar" }, make("div", { class: "bar-inner" }, make("h1", {}, "aima-search"), this.what,
      make("nav", { class: "tabs", "aria-label": "Views" }, [...this.tabs.values()]), tools));
    root.append(bar, this.guide.element, make("div", { class: "tray" }, this.faults.element), this.main,
      this.whole, /** @type {HTMLElement} */ (app.liveRegion), this.help.element, download.dialog, make("div", { class: "waiting" }, this.waiting.element));
  }

  listen() {
    const { app, faults, waiting } = this;
    app.onView = name => this.mark(name); // the catalog is not known yet
    app.onChoice = () => {
      write(this.what, described(app));
      if (app.choice.figure) this.whole.href = app.address(false, { figure: undefined });
      this.guide.refresh().catch(error => faults.show(error));
    };
    app.ask.whenExpired(fault => {
      app.drop(fault.message);
      faults.offer(fault.message, "Continue from here", () => this.show(app.choice.view));
    });
    app.ask.whenSlow(isSlow => {
      if (isSlow) waiting.offer("Waiting for an answer …", "Stop what is running", () => app.end().catch(error => faults.show(error)));
      else waiting.clear();
    });
    app.onDrop = why => {
      for (const view of this.views.values()) view.drop?.(why);
    };
    app.edit = line => {
      if (!this.shown?.edit) app.show("choose");
      this.shown?.edit?.(line);
    };
    const hold = makeHold(this.main, app.acts, event => this.isCommand(event) && !this.leads(event));
    const keydown = event => this.keydown(event);
    const travel = () => this.started.finally(() => app.bar.read());
    const listened = app.isNotebook ? this.root : document; // a notebook has keys of its own
    for (const name of ["keydown", "click"]) listened.addEventListener(name, hold, true);
    listened.addEventListener("keydown", keydown);
    if (app.hasLink) addEventListener("popstate", travel);
    this.ends = app.isNotebook ? [followNotebook(this.root), catchFocus(this.root)] : [];
    this.ends.push(() => {
      for (const name of ["keydown", "click"]) listened.removeEventListener(name, hold, true);
      listened.removeEventListener("keydown", keydown);
      removeEventListener("popstate", travel);
    });
  }

  /** Show the view of the address. */
  begin() {
    const { app } = this;
    this.faults.clear();
    this.started = start(app);
    const arrive = async () => {
      const wrong = await this.started.finally(() => {
        app.onView = (name, unread) => this.show(name, unread);
      });
      await this.show(app.choice.view, wrong);
    };
    app.during(arrive().catch(error => this.faults.show(error)));
  }

  leave() {
    this.shown?.hide();
    this.app.ask.leave();
    for (const end of this.ends) end();
    this.root.remove();
  }

  /** @returns {View} */
  viewOf(name) {
    const known = this.views.get(name) ?? VIEWS[name][1](this.app);
    this.views.set(name, known);
    return known;
  }

  mark(name) {
    for (const [tab, control] of this.tabs) {
      if (tab === name) control.setAttribute("aria-current", "page");
      else control.removeAttribute("aria-current");
    }
  }

  /**
   * @param {string} name
   * @param {unknown} wrong what is wrong with the address
   */
  async show(name, wrong = null) {
    const { app, main, root, faults } = this;
    if (!app.catalog || !(app.isFixed || app.choice.puzzle)) return this.begin(); // a first request was lost
    const view = this.viewOf(name);
    if (this.shown && this.shown !== view) this.shown.hide();
    this.shown = view;
    this.mark(name);
    if (main.firstChild !== view.element) main.replaceChildren(view.element);
    root.dataset.view = name;
    root.toggleAttribute("data-figure", Boolean(app.choice.figure));
    faults.clear();
    app.onChoice();
    await app.during(Promise.resolve(view.show())).catch(error => faults.show(error));
    if (wrong) faults.show(wrong);
    return app.onChoice();
  }

  showHelp() {
    this.help.show(...helpContent());
  }

  /** Whether a key is meant for the page, rather than for a text, a control or a dialog. */
  isCommand(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return false;
    const at = name => event.composedPath()[0].matches?.(name);
    if (at("button, summary, a, input[type=checkbox]") && (event.key === " " || event.key === "Enter")) return false;
    if (at("input[type=range]") && /^Arrow|Home|End|Page/.test(event.key)) return false;
    return !this.root.querySelector("dialog[open]");
  }

  /** Whether a key leads to another view. */
  leads(event) {
    return /^[1-5]$/.test(event.key) && this.names.length > 0 && !this.shown?.takesDigits;
  }

  keydown(event) {
    if (!this.isCommand(event)) return;
    if (this.shown?.key(event)) event.preventDefault();
    else if (event.key === "?") this.showHelp();
    else if (event.key.toLowerCase() === "l") this.lecture?.click();
    else if (this.guide.key(event)) event.preventDefault();
    else if (this.leads(event)) this.app.show(this.names[Number(event.key) - 1]);
  }
}

/** Return the puzzle, the board and the search as one line. */
function described(app) {
  if (!app.board || !app.choice.searches) return "";
  const { puzzle, board, searches } = app.choice;
  const known = app.boards.includes(board);
  const parts = [puzzle, known ? board : shortened(app.board.id || "own board")];
  if (app.choice.view === "watch") parts.push(app.title(searches[0]));
  return parts.filter(Boolean).join("  ·  ");
}

function shortened(text) {
  return text.length > MOST_NAME ? `${text.slice(0, MOST_NAME)}…` : text;
}
