"""The textbook's own problems: maps, sliding tiles, queens, peaks, jugs, grids, tours, salesmen."""

from aima_search.textbook.graphs import Graph, RandomGraph, UndirectedGraph
from aima_search.textbook.grids import GridProblem
from aima_search.textbook.jugs import PourProblem
from aima_search.textbook.maps import (
    australia_map,
    one_dim_state_space,
    romania_map,
    vacuum_world,
)
from aima_search.textbook.peaks import PeakFindingProblem, directions4, directions8
from aima_search.textbook.queens import NQueensProblem
from aima_search.textbook.routes import GraphProblem, GraphProblemStochastic
from aima_search.textbook.salesman import TravelingSalesman
from aima_search.textbook.tiles import EightPuzzle, NPuzzle
from aima_search.textbook.tours import TourProblem

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
    "TourProblem",
    "TravelingSalesman",
    "UndirectedGraph",
    "australia_map",
    "directions4",
    "directions8",
    "one_dim_state_space",
    "romania_map",
    "vacuum_world",
]
