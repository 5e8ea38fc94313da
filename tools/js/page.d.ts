// The types of the page: the answers of Python, and the data that parts of the page give each other.

type Cell = [number, number]; // row and column
type Changes = Partial<Choice>;
type ChangesOf = Changes | ((choice: Choice) => Changes); // a function is called with the newest choice

/** Something that went wrong, as the Python side describes it. */
interface Fault {
  kind: string;
  message: string;
  file?: string;
  line?: number;
  row?: number;
  column?: number;
  character?: number;
}

interface Picture {
  svg: string | null;
  text: string;
  rows: number;
  columns: number;
  left: number;
  top: number;
  row_labels?: string[] | null;
  column_labels?: string[] | null;
  caption?: string;
}

/** The result of `makePicture`: an element that shows pictures. */
interface PicturePlace {
  element: HTMLElement;
  frame: HTMLElement;
  svg: any; // an SVG element without scripts, null before a picture is shown
  picture: any; // the Picture that is shown, or null
  show(picture: Picture): void;
  reach(): void;
  clear(): void;
}

/** A search of the choice: its algorithm with options, heuristic and tie-break. */
interface Configuration {
  id?: number; // known only to this page, so that a later press finds the search again
  algorithm?: string;
  heuristic?: string;
  ties?: string;
  options?: Record<string, string>;
}

/** The reader's choice, which the address stores. */
interface Choice {
  view: string;
  puzzle?: string;
  board?: string;
  settings?: Record<string, string>;
  searches: Configuration[];
  step?: number;
  moves?: (number | string)[];
  lesson?: string;
  part: number;
  code?: string;
  figure?: string;
}

interface AlgorithmFacts {
  name: string;
  summary?: string;
  informed?: boolean;
  optimal?: boolean | string;
  complete?: boolean;
  best_first?: boolean;
  options?: any[];
}

interface Catalog {
  puzzles: { name: string; summary: string }[];
  algorithms: AlgorithmFacts[];
  tie_breaks: string[];
}

interface PuzzleFacts {
  name: string;
  summary: string;
  levels: { name: string; text: string }[];
  collections: Record<string, string[]>;
  first: string | null;
  settings: any[];
  generate: any[];
  can_generate: boolean;
  presets: { name: string; options: Record<string, string> }[];
  formats: string[];
  can_draw: boolean;
  heuristics: any[];
  default_heuristic: string;
  default_tie_break: string;
}

interface BoardFacts {
  board: string;
  id: string;
  puzzle?: string;
  settings: Record<string, string>;
  picture: Picture;
  algorithms: string[];
  advice: any;
  painting: Painting | null;
}

/** What the mouse can change on a board: the mark of every cell, and the cells that can be dragged. */
interface Painting {
  marks: string;
  handles: number[];
}

interface SearchNode {
  id: number;
  f: number | null;
  g: number | null;
  h: number | null;
  depth: number;
  action: string;
  fate: string;
  preparation?: string[];
}

/** The position of a search. */
interface Position {
  step: number | null;
  steps: number;
  ended: boolean;
  status: string | null;
  message: string;
  note: string;
  node: SearchNode | null;
  round: { number: number; limit: number } | null;
  expanded: number;
  generated: number;
  reopened: number;
  frontier: number;
}

interface OpenSearch {
  number: number;
  position: any; // a Position; undefined if the search could not be opened
  floods: boolean;
  fault: Fault | null;
  expanded: number;
  readonly isOpen: boolean;
  readonly last: number;
  readonly step: number;
  readonly isBeyond: boolean;
  readonly isDone: boolean;
}

/** A motion of a walker: to a step, by a jump, to the end, or otherwise playing. */
interface Motion {
  to?: number;
  jump?: any;
  event?: any;
  isHurry?: boolean;
}

/** A sequence of steps for a walker: open searches, or the deductions of a board. */
interface Course {
  readonly step: number;
  readonly at: number;
  readonly last: number;
  readonly isDone: boolean;
  readonly isBeyond: boolean;
  readonly expanded?: number;
  go(request: any): Promise<any>;
  [name: string]: any;
}

/** The position of a game. */
interface GameView {
  at: number;
  picture: Picture;
  moves: number;
  cost: number | null;
  can_redo: number;
  path: string[];
  indices: (number | string)[];
  actions: GameAction[];
  solved: boolean;
  broken: { words: string; cells: Cell[]; is_open: boolean }[];
  sheet: { written: [number, number, string][]; notes: any[]; seen: string } | null;
  layout: any;
  is_stuck: boolean;
  goal?: string;
  explains: boolean;
  refused?: string;
}

interface GameAction {
  index: number;
  label: string;
  cells: Cell[];
  origins: Cell[];
}

/** An object that acts on a board for the reader: a Mover, a Writer, or an object that does nothing. */
interface Hand {
  canDrag: boolean;
  showsSame?: boolean;
  painting?: any;
  dragged?: string | null;
  press(cell: Cell, isRight: boolean): boolean;
  drag(cell: Cell): void;
  release(cell: Cell | null, pressed: Cell): void;
  drop(): void;
  act(cell: Cell): void;
  key(event: KeyboardEvent, cell: Cell): boolean;
  offers(cell: Cell): boolean;
  words(cell: Cell): string;
  squares(over: string | null): [string, string][];
}

/** A view of the page. */
interface View {
  element: HTMLElement;
  show(): unknown;
  hide(): unknown;
  drop?(why: string): void;
  key(event: KeyboardEvent): boolean;
  edit?(line: number): void;
  download?(): any;
  takesDigits?: boolean;
}

/** A function that sends requests to Python, without a queue. */
interface Carrier {
  (request: any): Promise<any>;
  end(): Promise<unknown>;
  where: string;
}

interface Window {
  explainStart(otherwise: string): Promise<void>;
}

interface HTMLElement {
  dataset: DOMStringMap;
}

// modules that an export writes next to the page
declare module "*/sizes.js" {
  export const SIZES: Record<string, number>;
  export const BUILD: string;
}
declare module "*/pyodide.mjs" {
  export function loadPyodide(settings: any): Promise<any>;
}
declare module "*/pyodide.asm.mjs" {
  const makeModule: (settings: any) => Promise<any>;
  export default makeModule;
}
