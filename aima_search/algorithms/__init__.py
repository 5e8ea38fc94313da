"""Every algorithm, a generator of steps; their names and facts; the frontiers."""
