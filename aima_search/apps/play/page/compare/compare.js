// Compare: several searches of one board, side by side.

import { makeCard } from "./card.js";
import { Configurations, LETTERS } from "./configurations.js";
import { makePlot } from "./plot.js";
import { makeTable } from "./table.js";
import { makeWhy } from "./why.js";
import { make, put } from "../parts/dom.js";
import { count } from "../parts/numbers.js";
import { ended } from "../parts/queue.js";
import { Controls } from "../watch/controls.js";
import { Paint } from "../watch/paint.js";
import { SearchView } from "../watch/search_view.js";

/** The view of several searches. */
export class Compare extends SearchView {
  /** @param {import("../app.js").App} app */
  constructor(app) {
    super(app, { name: "Stop the searches", title: "Stop all searches at once" });
    const { walker } = this;
    const redraw = () => this.redraw();
    this.cards = LETTERS.map((_, index) => makeCard(app, index, this.legend.isOn));
    this.paint = new Paint(app, this.cards[0].place, board => this.repainted(board), error => this.failed(error), { name: "change the map of A" });
    this.boards = make("div", { class: "search-cards" });
    this.controls = new Controls(walker, { stop: this.stop });
    this.table = makeTable();
    this.plot = makePlot(step => walker.to(step));
    this.why = makeWhy(redraw);
    this.form = new Configurations(app, changesOf => this.change(changesOf), redraw);
    this.element = this.layOut();
  }

  layOut() {
    const { form, table, plot, why } = this;
    for (const part of [table, plot, why]) part.element.classList.add("dated");
    return make("div", { class: "view compare" }, form.panel, make("div", { class: "compared" }, form.element, this.advice, this.boards,
      make("div", { class: "card" }, this.controls.element, make("div", { class: "over-board" }, this.legend.element, this.mapLegend.element, this.paint.element)),
      make("div", { class: "tray" }, this.faults.element), table.element, plot.element, why.element));
  }

  /** The parts that an answer must contain for every search; all parts belong to the same step. */
  wants(isSettled) {
    const { searches } = this.walker.course;
    const floods = this.cards.map(card => card.flood);
    const isFlood = floods[0].isFlood;
    const show = isFlood ? { flood: { known: floods.map(flood => flood.known) } } : { picture: {} };
    if (this.walker.isHurrying && !isSettled) return isFlood ? show : {};
    return { ...show, curves: this.plot.wants(), ...this.why.wants(searches), ...(isSettled ? { table: {} } : {}) };
  }

  /** Show the searches at their step; parts from earlier steps disappear. */
  draw(answer, isSettled) {
    const { course } = this.walker, { searches } = course;
    const isWhole = searches.length > 0 && answer.searches[0].curves !== undefined;
    this.element.classList.toggle("hurries", !isWhole);
    this.stop.hidden = searches.every(search => search.position.ended);
    searches.forEach((search, at) => this.cards[search.number].show(search, answer.searches[at]));
    if (isWhole) this.plot.show(searches, answer.searches);
    if (answer.differences) this.why.show(answer.differences);
    this.mapLegend.show(this.cards[0].place, this.app.choice.searches.some(one => this.app.algorithm(one.algorithm).informed));
    this.controls.update();
    if (isSettled) this.settle(course, answer);
  }

  /** The walk has stopped: announce the step and put it into the address. */
  settle(course, answer) {
    const { app } = this;
    if (this.cards.some(card => card.flood.isBehind)) this.walker.show();
    this.table.show(answer.table);
    if (app.choice.view === "compare") app.choose({ step: course.step < 0 ? undefined : course.step });
    const summaryOf = search => `${app.title(app.choice.searches[search.number])} ${count(search.position.expanded)} expanded`;
    app.announce(`Step ${course.step + 1}. ${course.searches.map(summaryOf).join("; ")}`);
  }

  /** Open the chosen searches; a search that cannot be opened shows why in its card. */
  async open() {
    const { app, walker, cards } = this;
    if (app.choice.view !== "compare") throw ended(); // the reader has left the view
    this.faults.clear();
    this.form.complete();
    this.form.refresh();
    const chosen = app.choice.searches;
    put(this.boards, chosen.map((_, index) => cards[index].element));
    chosen.forEach((search, index) => cards[index].name(app.title(search)));
    const opening = await app.open(chosen.map(search => app.requestOf(search)));
    const isNew = walker.course !== opening;
    if (isNew) walker.take(opening);
    for (const search of opening.all) {
      const { flood, faults } = cards[search.number];
      if (search.isOpen) flood.begin(opening, search, app.board.picture);
      else faults.show({ fault: search.fault });
    }
    const isApart = isNew && new Set(opening.searches.map(search => search.step)).size > 1; // some continue from an earlier step
    const at = app.choice.step ?? (isApart ? 0 : undefined);
    await (at === undefined ? walker.show() : walker.to(at));
  }

  get isAtEnd() {
    const { course } = this.walker;
    return course?.searches.length > 0 && course.isDone;
  }

  /** Remove everything that shows searches which are not open any more. */
  drop(reason) {
    this.walker.take(null);
    this.element.classList.remove("hurries");
    for (const part of [...this.cards, this.table, this.plot, this.why]) part.clear();
    this.stop.hidden = true;
    this.controls.update();
    if (reason) this.faults.offer(reason, "Open the searches again", () => this.app.run(() => this.show()));
  }

  key(event) {
    return this.controls.key(event);
  }

  edit(line) {
    this.form.edit(line);
  }

  download() {
    const { course } = this.walker;
    return { opening: course, searches: course?.searches.map(search => search.number), picture: this.cards[0].place.picture };
  }
}
