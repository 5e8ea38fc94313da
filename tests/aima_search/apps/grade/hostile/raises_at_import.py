"""Raises an error when it is imported.

outcome: import-failed
beacon: not today
"""

raise RuntimeError("not today")
