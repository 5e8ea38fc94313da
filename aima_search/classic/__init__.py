"""The textbook's own problems: maps, sliding tiles, queens, peaks, jugs, grids, tours."""

from aima_search.classic.graphs import Graph, RandomGraph, UndirectedGraph
from aima_search.classic.grids import GridProblem
from aima_search.classic.jugs import PourProblem
from aima_search.classic.maps import (
    australia_map,
    one_dim_state_space,
    romania_map,
    vacuum_world,
)
from aima_search.classic.peaks import PeakFindingProblem, directions4, directions8
from aima_search.classic.queens import NQueensProblem
from aima_search.classic.routes import GraphProblem, GraphProblemStochastic
from aima_search.classic.tiles import EightPuzzle, NPuzzle
from aima_search.classic.tours import TravelingSalesman

__all__ = [
    "EightPuzzle",
    "Graph",
    "GraphProblem",
    "GraphProblemStochastic",
    "GridProblem",
    "NPuzzle",
    "NQueensProblem",
    "PeakFindingProblem",
    "PourProblem",
    "RandomGraph",
    "TravelingSalesman",
    "UndirectedGraph",
    "australia_map",
    "directions4",
    "directions8",
    "one_dim_state_space",
    "romania_map",
    "vacuum_world",
]
