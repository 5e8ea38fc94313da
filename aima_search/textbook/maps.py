"""The textbook's maps and state spaces: Romania, Australia, the vacuum world, a line."""

from __future__ import annotations

from aima_search.textbook.graphs import Graph, UndirectedGraph

# The order of the roads is the order of the actions, and so decides ties.
romania_map = UndirectedGraph(
    {
        "Arad": {"Zerind": 75, "Sibiu": 140, "Timisoara": 118},
        "Bucharest": {"Urziceni": 85, "Pitesti": 101, "Giurgiu": 90, "Fagaras": 211},
        "Craiova": {"Drobeta": 120, "Rimnicu": 146, "Pitesti": 138},
        "Drobeta": {"Mehadia": 75},
        "Eforie": {"Hirsova": 86},
        "Fagaras": {"Sibiu": 99},
        "Hirsova": {"Urziceni": 98},
        "Iasi": {"Vaslui": 92, "Neamt": 87},
        "Lugoj": {"Timisoara": 111, "Mehadia": 70},
        "Oradea": {"Zerind": 71, "Sibiu": 151},
        "Pitesti": {"Rimnicu": 97},
        "Rimnicu": {"Sibiu": 80},
        "Urziceni": {"Vaslui": 142},
    }
)
"""Roads of Romania in kilometres [figure 3.2]."""

romania_map.locations = {
    "Arad": (91, 492),
    "Bucharest": (400, 327),
    "Craiova": (253, 288),
    "Drobeta": (165, 299),
    "Eforie": (562, 293),
    "Fagaras": (305, 449),
    "Giurgiu": (375, 270),
    "Hirsova": (534, 350),
    "Iasi": (473, 506),
    "Lugoj": (165, 379),
    "Mehadia": (168, 339),
    "Neamt": (406, 537),
    "Oradea": (131, 571),
    "Pitesti": (320, 368),
    "Rimnicu": (233, 410),
    "Sibiu": (207, 457),
    "Timisoara": (94, 410),
    "Urziceni": (456, 350),
    "Vaslui": (509, 444),
    "Zerind": (108, 531),
}

australia_map = UndirectedGraph(
    {
        "T": {},
        "SA": {"WA": 1, "NT": 1, "Q": 1, "NSW": 1, "V": 1},
        "NT": {"WA": 1, "Q": 1},
        "NSW": {"Q": 1, "V": 1},
    }
)
"""Which states and territories of Australia share a border [figure 6.1]."""

australia_map.locations = {
    "WA": (120, 24),
    "NT": (135, 20),
    "SA": (135, 30),
    "Q": (145, 20),
    "NSW": (145, 32),
    "T": (145, 42),
    "V": (145, 37),
}

# The squares are (left, right) and the agent's place: 1 dirty dirty left, 2 dirty dirty
# right, 3 dirty clean left, 4 dirty clean right, 5 clean dirty left, 6 clean dirty right,
# 7 clean clean left, 8 clean clean right.
vacuum_world = Graph(
    {
        "State_1": {"Suck": ["State_7", "State_5"], "Right": ["State_2"]},
        "State_2": {"Suck": ["State_8", "State_4"], "Left": ["State_1"]},
        "State_3": {"Suck": ["State_7"], "Right": ["State_4"]},
        "State_4": {"Suck": ["State_4", "State_2"], "Left": ["State_3"]},
        "State_5": {"Suck": ["State_5", "State_1"], "Right": ["State_6"]},
        "State_6": {"Suck": ["State_8"], "Left": ["State_5"]},
        "State_7": {"Suck": ["State_7", "State_3"], "Right": ["State_8"]},
        "State_8": {"Suck": ["State_8", "State_6"], "Left": ["State_7"]},
    }
)
"""The states that each action may lead to, for the erratic vacuum cleaner [figure 4.9]."""

one_dim_state_space = Graph(
    {
        "State_1": {"Right": "State_2"},
        "State_2": {"Right": "State_3", "Left": "State_1"},
        "State_3": {"Right": "State_4", "Left": "State_2"},
        "State_4": {"Right": "State_5", "Left": "State_3"},
        "State_5": {"Right": "State_6", "Left": "State_4"},
        "State_6": {"Left": "State_5"},
    }
)
"""Six states in a row, with the estimates of LRTA*'s example [figure 4.23]."""

one_dim_state_space.least_costs = {
    "State_1": 8,
    "State_2": 9,
    "State_3": 2,
    "State_4": 2,
    "State_5": 4,
    "State_6": 3,
}
