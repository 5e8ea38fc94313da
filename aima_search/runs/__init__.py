"""One run and what came of it: solve, compare, batch, with outcomes, measures and records."""
