"""Save a solution as an animation: as a web page, and as a GIF for a report."""

from pathlib import Path

from aima_search import solve
from puzzles import MovIX

animation = solve(MovIX.level("4-jump"), heuristic="assignment").animate(seconds=0.6)
animation.save("jump.html")
animation.save("jump.gif")  # needs: pip install -e '.[plot]'
for name in ("jump.html", "jump.gif"):
    print(f"{name}: {Path(name).stat().st_size:,} bytes")
