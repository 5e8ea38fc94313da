"""The search algorithms, which are generators of steps, their properties, and the frontier."""
