"""Compare algorithms on several boards, plot the results, and continue with pandas."""

from aima_search import Limits, compare
from puzzles import MovIX

boards = {name: MovIX.level(name) for name in ("2-tiny", "4-jump", "1-first")}
comparison = compare(
    boards,
    algorithms=["breadth-first", "greedy", "astar"],
    heuristics=["zero", "conflicts", "assignment"],
    limits=Limits(seconds=5, nodes=20_000),
)
comparison.plot().savefig("comparison.png")  # needs: pip install -e '.[plot]'

frame = comparison.dataframe()  # needs: pip install -e '.[data]'
frame["how"] = frame["algorithm"] + " " + frame["heuristic"].fillna("")
print(frame.pivot_table(index="how", columns="board", values="expanded").round().to_string())
