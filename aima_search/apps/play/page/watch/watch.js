// Watch: one search, step by step.

import { Controls } from "./controls.js";
import { makeCounts, spoken } from "./counts.js";
import { makeCurves } from "./curves.js";
import { Flood } from "./flood.js";
import { makeFrontier, swatch } from "./frontier.js";
import { makeJumps } from "./jumps.js";
import { Paint } from "./paint.js";
import { Pseudocode } from "./pseudocode.js";
import { SearchView } from "./search_view.js";
import { makeSolution } from "./solution.js";
import { makeTree } from "./tree.js";
import { makeTruth } from "./truth.js";
import { makeSearchForm } from "../choose/search_form.js";
import { button, keepFocus, make, put } from "../parts/dom.js";
import { actionOf, counted, fateOf, sum } from "../parts/numbers.js";
import { makePicture } from "../parts/picture.js";
import { ended, errorOf, isNeedless } from "../parts/queue.js";

/** Return the badge of a node; local search may return a node that is not a goal. */
function badgeOf(node, { node: inHand, status }) {
  if (node.fate === "goal" && status !== "solved") return "returned";
  return node.fate === "queued" && node.id === inHand?.id ? "current" : fateOf(node);
}

/** The view of one search. */
export class Watch extends SearchView {
  /** @param {import("../app.js").App} app */
  constructor(app) {
    super(app, { name: "Stop the search", title: "Stop the search at once" });
    /** @type {SearchNode | null} the shown node: the current node, or another that was chosen */
    this.shown = null;
    this.place = makePicture({ name: "the board of the current node" });
    this.node = make("div", { class: "node-line" });
    const { walker } = this;
    this.curves = makeCurves(step => walker.to(step));
    this.controls = new Controls(walker, { strip: this.curves.strip, legend: this.curves.legend, stop: this.stop });
    this.flood = new Flood(this.place, { withContours: this.legend.isOn });
    this.paint = new Paint(app, this.place, board => this.repainted(board), error => this.failed(error));
    this.jumps = makeJumps(walker, node => this.inspect(node),
      text => walker.course && app.announce(`${text}. ${spoken(walker.course.searches[0].position)}`));
    this.truth = makeTruth(error => this.failed(error));
    this.counts = makeCounts();
    this.pseudocode = new Pseudocode({ by: count => walker.by(count), lookAhead: () => this.lookAhead(), run: act => app.run(act) });
    this.frontier = makeFrontier(node => this.inspect(node), () => walker.show());
    this.solution = makeSolution((action, step) => this.showSolution(action, step));
    this.tree = makeTree(node => this.inspect(node));
    this.searchForm = makeSearchForm(app, changesOf => this.change(changesOf));
    this.settings = make("details", { class: "card settings" }, make("summary", {}, "Search settings"), this.searchForm.element);
    this.element = make("div", { class: "view watch" }, this.layOutBoard(), this.layOutPanels());
  }

  layOutBoard() {
    const nodeRow = make("div", { class: "node-row dated" }, this.node, this.truth.element);
    this.curves.element.classList.add("dated");
    return make("div", { class: "stage" }, this.place.element,
      make("div", { class: "over-board" }, this.mapLegend.element, this.legend.element, this.paint.element), nodeRow, this.controls.element, this.jumps.element, make("div", { class: "tray" }, this.faults.element), this.curves.element);
  }

  layOutPanels() {
    const { solution, frontier, tree } = this;
    for (const part of [solution, frontier, tree, this.pseudocode]) part.element.classList.add("dated");
    return make("div", { class: "panels" }, this.advice, this.settings, make("div", { class: "card" }, this.counts.element),
      this.pseudocode.element, solution.element, frontier.element, tree.element);
  }

  /** The picture of the board before the first step. */
  get base() {
    return this.app.board?.picture;
  }

  failed(error) {
    super.failed(error);
    if (!this.walker.course && !isNeedless(error)) put(this.node); // nothing is being opened
  }

  /** The parts that an answer must contain: everything on the page, so that all parts belong to the same step. */
  wants(isSettled) {
    const { flood, walker } = this;
    /** @type {Record<string, any>} */
    const show = flood.isFlood ? { flood: { known: [flood.known] } } : {};
    if (walker.isHurrying && !isSettled) return show;
    if (!flood.isFlood) show.picture = {};
    return { ...show, frontier: this.frontier.wants(), tree: {}, curves: this.curves.wants(), ...(isSettled ? { solution: {} } : {}) };
  }

  /** Show the search at its step; parts from earlier steps disappear. */
  draw(answer, isSettled) {
    const { course } = this.walker, [search] = course.searches, { position } = search, [parts] = answer.searches;
    const isWhole = parts.tree !== undefined; // while it runs to the end only the counts are shown
    this.element.classList.toggle("hurries", !isWhole);
    this.counts.update(position);
    this.stop.hidden = position.ended;
    if (search.fault) this.faults.show({ fault: search.fault });
    else this.faults.clear();
    this.showPicture(parts);
    this.truth.clear();
    if (isWhole) this.drawParts(course, search, parts);
    this.controls.update();
    if (isSettled) this.settle(course, search, parts);
  }

  drawParts({ range }, search, parts) {
    const { position } = search;
    for (const f of valuesOf(position, parts)) range.add(f);
    this.frontier.show(parts.frontier, range);
    this.tree.show(parts.tree, range);
    this.pseudocode.show(search, parts.tree);
    this.curves.show(parts.curves, search, range);
    this.showNode(position.node);
    if (search.isBeyond && position.status === "solved") put(this.node, make("b", {}, "the last state of the solution"));
  }

  /** The walk has stopped: announce the step and put it into the address. */
  settle(course, search, parts) {
    const { app } = this, { position } = search;
    if (this.flood.isBehind) this.walker.show();
    if (parts.solution) this.solution.show(parts.solution);
    else this.solution.clear();
    app.announce(spoken(position));
    if (app.choice.view === "watch") app.choose({ step: position.step ?? undefined });
    if (position.node && !search.isBeyond) this.truth.show(course, search, position.node);
  }

  showPicture(parts) {
    const [search] = this.walker.course.searches;
    if (this.flood.isFlood) this.flood.show(search, parts.flood);
    else if (parts.picture !== undefined) this.place.show(parts.picture ?? this.base);
    this.legend.element.hidden = !this.flood.isFlood;
    this.mapLegend.show(this.place, this.app.algorithm(this.app.choice.searches[0].algorithm).informed);
  }

  showNode(node) {
    this.shown = node;
    if (!node) return put(this.node, "Press Play or Step forward.");
    const { range, searches: [{ position }] } = this.walker.course;
    const isInHand = node.id === position.node?.id;
    return put(this.node, swatch(node.f, range), make("b", {}, actionOf(node)), ` ${sum(node)}, depth ${node.depth} `,
      make("span", { class: "badge" }, badgeOf(node, position)), isInHand ? null : this.backButton(), prepared(node.preparation ?? []));
  }

  backButton() {
    return button("Back to the current node", () => this.walker.show(), { kind: "quiet" });
  }

  /** Show the picture of a state that is not the state of the current step. */
  async aside(which) {
    const { walker, flood } = this;
    await walker.pause();
    const { course } = walker;
    const show = flood.isFlood ? { flood: { known: [flood.known], ...which } } : { picture: which };
    if (!course) throw ended();
    const answer = await course.go({ show });
    if (walker.course !== course) throw ended();
    this.truth.clear();
    this.showPicture(answer.searches[0]);
    return course;
  }

  /** Return the tree with the nodes that the current step generates; the search stays at its step. */
  async lookAhead() {
    try {
      const { searches: [{ tree }] } = await this.walker.course.go({ show: { tree: { ahead: true } } });
      return tree;
    } catch (error) {
      return this.failed(error);
    }
  }

  /** Show a state of the solution; it may be missing in the history. */
  async showSolution(action, step) {
    try {
      await this.aside({ solution: step });
      put(this.node, make("b", {}, action), " in the solution", this.backButton());
    } catch (error) {
      this.failed(error);
    }
  }

  /** Show another node for a while. */
  async inspect(node) {
    try {
      const course = await this.aside({ node: node.id });
      this.showNode(node);
      this.truth.show(course, course.searches[0], node);
    } catch (error) {
      this.failed(error);
    }
  }

  /** Open the search that is chosen, and go to its step. */
  async open() {
    const { app, walker } = this;
    if (app.choice.view !== "watch") throw ended(); // the reader has left the view
    this.faults.clear();
    const opening = await app.open(app.isFixed ? null : [app.requestOf(app.choice.searches[0])]);
    const [search] = opening.all;
    if (!search.isOpen) throw errorOf(search.fault);
    if (walker.course !== opening) walker.take(opening);
    this.flood.begin(opening, search, this.base);
    const { step } = app.choice;
    await (step === undefined || step === search.step ? walker.show() : walker.to(step));
  }

  refresh() {
    const { app } = this;
    this.settings.hidden = app.isFixed;
    if (!app.isFixed) keepFocus(this.settings, this.searchForm.refresh);
    super.refresh();
    this.pseudocode.choose(app.choice.searches[0].algorithm);
  }

  get isAtEnd() {
    const { course } = this.walker;
    return Boolean(course?.isDone || course?.isBeyond);
  }

  /** Remove everything that shows a search which is not open any more. */
  drop(why) {
    this.walker.take(null);
    this.element.classList.remove("hurries");
    this.shown = null;
    this.flood.end();
    for (const part of [this.counts, this.frontier, this.tree, this.pseudocode, this.curves, this.truth, this.jumps, this.solution]) part.clear();
    if (this.base) this.place.show(this.base);
    else this.place.clear();
    this.legend.element.hidden = true;
    this.faults.clear();
    this.stop.hidden = true;
    put(this.node, why ? `${why} Press Play to open the search again.` : "Opening …");
    this.controls.update();
  }

  key(event) {
    return this.controls.key(event) || this.jumps.key(event) || this.pseudocode.key(event);
  }

  edit(line) {
    this.settings.open = true;
    this.searchForm.edit(line);
  }

  download() {
    const { course } = this.walker;
    return { opening: course, searches: course ? [0] : [], isOne: true, node: this.shown?.id, picture: this.place.picture };
  }
}

/** All values of f in an answer: the colours depend on all of them. */
function valuesOf({ node }, { frontier, tree, curves }) {
  const nodes = [node, ...frontier.nodes, ...Object.values(tree).flat()];
  return [...nodes.map(one => one?.f), ...curves.f];
}

/** Return the deductions that were made before the search, as step 0; null if there were none. */
function prepared(lines) {
  if (!lines.length) return null;
  const items = lines.map(line => make("li", {}, line));
  return make("details", {}, make("summary", {}, `Before the search: ${counted(lines.length, "deduction")}`), make("ul", {}, items));
}
