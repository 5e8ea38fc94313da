"""Work done in another process, and the end of that process: a child, its protocol, its limits.

``child`` is the process seen by who started it, ``parent`` is who started it seen from inside.
"""
