"""From names to objects: boards, heuristics, their combinations, and functions in user files."""
