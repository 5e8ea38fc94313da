// One search of the choice: its defaults, its title, its request.

/** Return a configuration with defaults for everything that it lacks. */
export function completed(search, { board, facts, catalog }, id) {
  const names = board.algorithms;
  const usual = names.includes("astar") ? "astar" : names[0];
  return {
    id: search.id ?? id,
    algorithm: search.algorithm || usual,
    heuristic: search.heuristic || board.heuristic || facts.default_heuristic,
    ties: !search.ties || (catalog.tie_breaks && !catalog.tie_breaks.includes(search.ties)) ? facts.default_tie_break : search.ties,
    options: search.options ?? {},
  };
}

/**
 * Return a configuration with another algorithm, and with the options that both algorithms have.
 *
 * @param {Configuration} search
 * @param {AlgorithmFacts} algorithm
 */
export function withAlgorithm(search, { name, options = [] }) {
  const known = new Set(options.map(option => option.name));
  const shared = Object.entries(search.options ?? {}).filter(([option]) => known.has(option));
  return { ...search, algorithm: name, options: Object.fromEntries(shared) };
}

/** Return the title of a configuration: its algorithm, options, heuristic and tie-break. */
export function titleOf(search, algorithm, usualTies) {
  const parts = [search.algorithm, ...Object.entries(search.options ?? {}).map(([name, value]) => `${name} ${value}`)];
  if (algorithm.informed) parts.push(search.heuristic);
  if (algorithm.best_first && search.ties !== usualTies) parts.push(search.ties);
  return parts.filter(Boolean).join(" · ");
}

/** Return the arguments of `open` for a configuration; own: the reader's own code. */
export function requestOf(search, algorithm, problem, own) {
  /** @type {Record<string, any>} */
  const request = { ...problem, algorithm: search.algorithm };
  if (algorithm.informed && search.heuristic) request.heuristic = search.heuristic;
  if (usesOwnCode(request)) request.source = own.seen;
  if (algorithm.best_first && search.ties) request.tie_break = search.ties;
  if (Object.keys(search.options ?? {}).length) request.options = search.options;
  return request;
}

/**
 * Whether a configuration uses the reader's own code.
 *
 * @param {{heuristic?: string}} search
 */
export function usesOwnCode({ heuristic }) {
  return Boolean(heuristic?.includes("mine.py:"));
}

/** Return configurations without the default heuristic of another board. */
export function withoutHeuristic(searches, usual) {
  return searches.map(search => (search.heuristic === usual ? { ...search, heuristic: undefined } : search));
}
