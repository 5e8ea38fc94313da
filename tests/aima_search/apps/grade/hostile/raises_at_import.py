"""Cannot be imported.

outcome: import-failed
beacon: not today
"""

raise RuntimeError("not today")
