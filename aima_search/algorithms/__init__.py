"""The search algorithms, which are generators of steps, their names and facts, and the frontier."""
