"""Cannot be imported.

outcome: import-failed
"""

raise RuntimeError("not today")
