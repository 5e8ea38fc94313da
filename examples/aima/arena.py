"""Moving AI scenarios: compare three heuristics, and check the lengths of their paths.

python examples/aima/arena.py [FILE.scen]: without a file, the script generates random grids. If
matplotlib is installed, the script writes a plot to buckets.png.
"""

import sys
from importlib.util import find_spec
from pathlib import Path
from statistics import mean

from aima_search import solve
from puzzles import Paths

HEURISTICS = ("octile", "euclidean", "manhattan")

if len(sys.argv) > 1:
    file = Path(sys.argv[1])
    text = file.read_text(encoding="utf-8")
    lines = [line.split() for _, line in Paths.split(text)]
    grids = list(Paths.load(file).values())
    known = [(int(line[0]), float(line[-1])) for line in lines]
else:
    grids = [Paths.generate(seed, size=49, kind="rooms") for seed in range(12)]
    lengths = [solve(grid, "uniform-cost").cost for grid in grids]
    known = [(int(length // 12), length) for length in lengths]
print(f"{len(grids)} scenarios: average number of expanded nodes for each bucket of path lengths")
print(
    "bucket" + "".join(f"{name:>12}" for name in HEURISTICS) + "   manhattan's paths are longer by"
)
rows = []
for bucket in sorted({bucket for bucket, _ in known}):
    chosen = [place for place, (own, _) in enumerate(known) if own == bucket]
    runs = {name: [solve(grids[at], heuristic=name) for at in chosen] for name in HEURISTICS}
    lengths = [known[at][1] for at in chosen]
    for name in HEURISTICS[:2]:
        costs = [run.cost for run in runs[name]]
        assert all(abs(a - b) < 1e-4 for a, b in zip(costs, lengths, strict=True)), bucket
    longer = round(mean(run.cost for run in runs["manhattan"]) / mean(lengths) - 1, 4) + 0.0
    expanded = [mean(run.expanded for run in runs[name]) for name in HEURISTICS]
    rows.append((bucket, *expanded))
    counts = "".join(f"{count:12,.0f}" for count in expanded)
    print(f"{bucket:6.0f}{counts}{longer:12.2%}")
if find_spec("matplotlib"):
    from matplotlib.figure import Figure

    figure = Figure()
    plot = figure.subplots()
    buckets, *expansions = zip(*rows, strict=True)
    for name, counts in zip(HEURISTICS, expansions, strict=True):
        plot.plot(buckets, counts, "o-", label=name)
    plot.set(xlabel="bucket, from short to long paths", ylabel="average number of expanded nodes")
    plot.legend()
    figure.savefig("buckets.png")
