"""``aima-search play``: the page from a local server, a process for each of its tabs.

Whoever runs the server asks by the page's address, which holds a secret; what a tab asks, a
reader's own heuristic too, is answered in a process of that tab's own.
"""
