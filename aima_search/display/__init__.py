"""How results, comparisons and solutions show themselves: text, HTML, plots, animations.

What is shown is described once, as a ``Table`` or as ``Scene`` objects; every form is drawn from
that. Nothing heavy is imported before it is needed.
"""
