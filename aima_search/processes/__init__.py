"""Work done in another process, and the end of that process: a child, its protocol, its limits.

``child`` is the process as its starter sees it; ``parent`` is the starter as the process sees it.
"""
