"""The search algorithms (generators of steps), their names and facts, and the frontier."""
