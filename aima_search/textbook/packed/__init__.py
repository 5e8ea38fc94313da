"""The textbook's problems on packed arrays; see ``aima_search.model.packed``."""
