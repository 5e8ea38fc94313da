"""``aima-search play``: the page from a local server, a process for each of its tabs.

The page's address holds a secret, so that only the person who runs the server can ask. Each tab has
a process of its own that answers its requests, and runs a reader's own heuristics too.
"""
