"""Relatives of A*: less memory, both ends, or a first solution early and the optimum later."""
