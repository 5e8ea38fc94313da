// What the views Watch and Compare share: both walk through the steps of the open searches.

import { makeFloodLegend, makeMapLegend } from "./flood.js";
import { Walker } from "./walker.js";
import { showAdvice } from "../choose/choose.js";
import { button, make } from "../parts/dom.js";
import { makeFaults } from "../parts/faults.js";
import { isNeedless } from "../parts/queue.js";

/** A view of open searches. A subclass defines `wants` and `draw` (see `Walker`), `open`, `isAtEnd` and `paint`. */
export class SearchView {
  /**
   * @param {import("../app.js").App} app
   * @param {{name: string, title: string}} stopTexts the name and the title of the button that stops the searches
   */
  constructor(app, stopTexts) {
    const failed = error => this.failed(error);
    this.app = app;
    this.faults = makeFaults(line => app.edit(line));
    this.walker = new Walker({ wants: isSettled => this.wants(isSettled), draw: (answer, isSettled) => this.draw(answer, isSettled),
      failed, ready: () => app.ready(() => this.open()).catch(failed) });
    this.legend = makeFloodLegend(() => this.redraw());
    this.mapLegend = makeMapLegend();
    this.stop = button("Stop", () => app.end().catch(failed), { ...stopTexts, isNow: true });
    this.advice = make("div", { class: "card advice", hidden: true });
    /** @type {any} the Paint of the view's board */
    this.paint = null;
  }

  /** @returns {any} */
  wants(isSettled) {
    throw new Error(`wants(${isSettled}) is not defined`);
  }

  draw(answer, isSettled) {
    throw new Error(`draw(${answer}, ${isSettled}) is not defined`);
  }

  /** Open the chosen searches, and go to their step. */
  open() {
    throw new Error("open() is not defined");
  }

  /** Whether the open searches are at their ends. */
  get isAtEnd() {
    return false;
  }

  failed(error) {
    this.faults.show(error);
  }

  redraw() {
    return this.walker.course && this.walker.show();
  }

  /** Show the choice in the forms of the view. */
  refresh() {
    this.paint.refresh();
  }

  async show() {
    const { app } = this;
    try {
      await app.load();
      showAdvice(this.advice, app, changesOf => this.change(changesOf));
      this.refresh();
      await this.open();
      this.paint.show();
    } catch (error) {
      if (!isNeedless(error)) this.failed(error);
    }
  }

  /** Search the painted board; go to the end if the previous searches were at their ends. */
  async repainted({ board, settings }) {
    const wasAtEnd = this.isAtEnd;
    await this.app.run(async () => {
      await this.app.attempt({ board, settings });
      await this.show();
    });
    if (wasAtEnd) this.walker.hurry();
  }

  /** @param {ChangesOf} changesOf */
  change(changesOf) {
    return this.app.run(() => {
      this.app.choose(changesOf, { push: true });
      return this.show();
    });
  }

  hide() {
    this.walker.pause();
  }
}
