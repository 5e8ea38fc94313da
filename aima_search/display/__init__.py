"""How results, comparisons and solutions are shown: text, HTML, plots, animations.

Everything shown is described once, as a ``Table`` or as ``Scene`` objects, and drawn in every form
from there. Nothing heavy is imported before it is needed.
"""
