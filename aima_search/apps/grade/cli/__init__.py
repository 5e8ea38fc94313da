"""``aima-search grade``: the command and what it writes."""
