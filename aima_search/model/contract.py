"""The contract: all required and optional members of a problem or a puzzle, by subject.

Each subject has a class. The classes for pictures, play and explanations are in ``presentation``.
You need not inherit from these classes: define the members in your own class. The searches get
optional members by ``offered(problem, name)``. Members that are not in the contract have no effect.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from aima_search.base.errors import UnknownName
from aima_search.base.names import renamed_names, warn_renamed

# fmt: off
from aima_search.model.dialects import (
    Action as Action, Answer as Answer, FourthEdition as FourthEdition, NodeLike as NodeLike,
    ProblemLike as ProblemLike, Self as Self, State as State, TransitionModel as TransitionModel,
    ThirdEdition as ThirdEdition, LocalSearchProblem as LocalSearchProblem,
)
from aima_search.model.presentation import (
    AnswerGrid as AnswerGrid, BrokenRule as BrokenRule, EditableBoard as EditableBoard,
    ExplanationDefaults, InteractiveMapMembers, PictureDefaults, PlayMembers, Written as Written,
    spaced_rows as spaced_rows,
)
# fmt: on

if TYPE_CHECKING:  # type checkers know numpy even if it is not installed
    from random import Random

    import numpy as np
    from numpy.typing import NDArray

    from aima_search.model.compiled import CompiledForm, Formula


class SearchMembers(Protocol[State]):
    """Optional members of a problem; if a problem has them, every search uses them."""

    @property
    def goal(self) -> Any:
        """The goal state, or a list of goal states.

        To store the goal, call ``super().__init__(initial, goal)`` of ``Problem`` or ``Puzzle``.
        used by: the default ``goal_test``, and bidirectional search, which needs exactly one goal
        state. if missing: the problem must define ``goal_test`` or ``is_goal``.
        """

    def h(self, node: NodeLike, /) -> float:
        """Return an estimate of the cost from a node to a goal, or inf if no goal can be reached.

        A* finds a cheapest solution if h is never higher than the true cost. used by: informed
        searches, unless you give them another heuristic. if missing: a ``Puzzle`` uses its
        ``default_heuristic``, which is "zero" if the class does not set it. For any other problem,
        informed searches without a heuristic raise HeuristicError.
        """

    def successors(self, state: State, /) -> Iterable[tuple[Any, State, float]]:
        """Return a triple (action, next state, cost of the action) for each action in ``state``.

        If the problem also defines ``actions`` and ``result``, ``successors`` must give the same
        actions, states and costs in the same order. used by: every search, because one call is
        faster than a call of ``result`` for each action. if missing: a search calls ``actions``,
        ``result`` and the cost method.
        """

    def successor(self, state: State, /) -> Iterable[tuple[Any, State]]:
        """Return a pair (action, next state) for each action, as in the textbook's second edition.

        used by: every search, if the problem has no ``actions``. if missing: ``actions`` is used.
        """

    def watched_transitions(self) -> tuple[Callable[..., Any], bool]:
        """Return a pair (expand, has_path_costs).

        ``expand(node)`` returns a triple (action, next state, cost) for each action.
        has_path_costs: True if ``cost`` is for the whole path, False if it is for the action only.
        Define this method in a class that counts the expansions of another problem.
        used by: every search. if missing: the search calls ``successors``.
        """


class BackwardSearchMembers(Protocol[State, Action]):
    """Optional members for searches that go backwards from the goal."""

    def predecessors(self, state: State, /) -> Iterable[tuple[Action, State, float]]:
        """Return triples (action, previous state, cost) for all actions that lead to ``state``.

        used by: bidirectional search. if missing: the search uses ``reversible``.
        """

    @property
    def reversible(self) -> bool:
        """True if every action can be undone by another action of the same cost.

        If states have many actions, also define ``predecessors``: otherwise, ``check_problem`` is
        slow. used by: bidirectional search. if missing: the search uses ``predecessors``. Without
        ``predecessors``, the search raises NotApplicable.
        """

    def reversed_problem(self) -> ProblemLike[State, Action] | None:
        """Return the reversed problem, which starts at the goal and ends at the initial state.

        If an action leads from s to t, the reversed problem has an action of the same cost from t
        to s. Return None if there is no reversed problem. used by: ``bidirectional-astar``,
        whose backward half uses h of the reversed problem. if missing: the backward half uses
        ``from_start`` of the heuristic (see ``BuiltHeuristic``), or h = 0.
        """


class KnownFactsMembers(Protocol):
    """Properties of a problem that help a search, for example that all actions cost 1."""

    @property
    def unit_costs(self) -> bool:
        """True if every action costs 1.

        used by: proofs of optimality, and uninformed searches. if missing: the searches assume
        that every action costs 1, unless the class defines ``path_cost``, ``action_cost`` or
        ``successors``.
        """

    @property
    def least_cost(self) -> float:
        """A lower bound on the cost of every action; for example, 0 if no cost is negative.

        used by: proofs of optimality. if missing: a proof uses only the costs that the search saw.
        """


class LocalSearchMembers(Protocol[State]):
    """Optional members for local search, such as hill climbing, annealing and genetic search."""

    def value(self, state: State, /) -> float:
        """Return the value of ``state``; local search looks for a state with the highest value.

        used by: all local searches. if missing: a local search raises NotApplicable.
        """

    def random_state(self, random: Random, /) -> State:
        """Return a random state, drawn with the given generator.

        used by: restarts, beam search and the first population of genetic search. if missing: a
        search makes a random walk from the initial state and uses the last state of the walk.
        """

    def recombine(self, x: State, y: State, random: Random, /) -> State:
        """Return a state that combines parts of the states ``x`` and ``y``.

        used by: genetic search. if missing: the new state consists of the beginning of one state
        and the end of the other state, so states must be texts, tuples or lists.
        """

    def mutate(self, x: State, random: Random, /) -> State:
        """Return a copy of the state ``x`` with a random change.

        used by: genetic search. if missing: a random value of ``gene_pool`` replaces one item.
        """

    @property
    def gene_pool(self) -> Sequence[Any]:
        """The values that an item of a state can take.

        used by: genetic search, if there is no ``mutate``. if missing: mutations use the values
        in the first population.
        """

    def schedule(self) -> Callable[[int], float]:
        """Return a function that takes the step number (0, 1, ...) and returns the temperature.

        The search ends at the temperature 0. used by: ``annealing``. if missing: the search uses
        ``exp_schedule()`` of ``aima_search.search``, the textbook's schedule. The temperature is
        ``20 * exp(-0.005 * step)``, and 0 from step 100 on.
        """


class TextbookAgentMembers(Protocol[State]):
    """Optional members for the textbook's LRTA* agent and AND-OR search."""

    def output(self, s: State, a: Any, /) -> State:
        """Return the state that the agent reaches from state ``s`` by action ``a``.

        used by: ``LRTAStarAgent``. if missing: that agent raises AttributeError.
        """

    def c(self, s: State, a: Any, s1: State, /) -> float:
        """Return the cost of the action ``a``, which leads from the state ``s`` to ``s1``.

        used by: ``LRTAStarAgent``. if missing: that agent raises AttributeError.
        """

    def results(self, state: State, action: Any, /) -> Iterable[State]:
        """Return all states to which ``action`` may lead from ``state``.

        used by: ``and_or_search`` of ``aima_search.search4e``. if missing: that search raises
        AttributeError.
        """


Costs8: TypeAlias = "NDArray[np.uint8]"
Pattern: TypeAlias = Sequence[Hashable]
OnProgress: TypeAlias = Callable[[int], object]

NO_COST = 255  # the entry of a dense table for states from which no goal can be reached


class DenseCostTable(Protocol):
    """A table of the exact costs of all states of an abstract problem.

    The *place* of an abstract state is the index of its cost in the table. If several states have
    the same place, the table has their lowest cost. ``bytes`` is the table's approximate memory.
    """

    bytes: int

    def costs(self, on_progress: OnProgress | None = None) -> Costs8:
        """Return the table as an array of costs; NO_COST means that no goal can be reached."""

    def place(self, state: Any) -> int:
        """Return the index of the cost of ``state`` in the table."""

    def formula(self, costs: Costs8, symmetry: Symmetry | None) -> Formula | None:
        """Return a ``Formula`` that looks up a state's cost, or None if this is impossible.

        If ``symmetry`` is given, the formula looks up the cost of ``symmetry.of_state(state)``.
        """


@dataclass(frozen=True)
class Abstraction:
    """An abstract problem, and a function that maps each original state to its abstract state.

    A *pattern* is the part of a state that the abstract problem keeps, such as some tiles. The
    *image* of a state is its abstract state. The image of a goal must be a goal. If an action leads
    from state s to state t, and their images differ, the abstract problem must have an action from
    the image of s to the image of t, at the same cost or less. So the cost from an image to a goal
    is never higher than the exact cost from the state. If the method ``relaxed`` returns several
    abstractions, h is the sum of the exact costs of the images. This sum never exceeds the exact
    cost of the state if each action costs more than 0 in at most one of the abstract problems.

    problem: the abstract problem, which starts at the image of the initial state. image: a function
    that maps a state to its image, an abstract state. identity: a text with the rules and their
    version, the goal and the pattern; abstractions with the same text share one cached table.
    entries: the number of costs in the table. is_additive: True if the sum of costs of disjoint
    patterns never exceeds the exact cost. dense: None, or a ``DenseCostTable``, which is faster.
    """

    problem: ProblemLike
    image: Callable[[Any], Any]
    identity: str
    entries: int
    is_additive: bool = False
    dense: DenseCostTable | None = None


@dataclass(frozen=True)
class Symmetry:
    """A function that maps a state to a state of equal optimal cost, such as its mirror image."""

    of_state: Callable[[Any], Any]


class AbstractionMembers(Protocol):
    """Methods that return smaller problems, for generated heuristics (AIMA 3.6.2, 3.6.3)."""

    def abstraction(self, pattern: Pattern, /) -> Abstraction:
        """Return the abstract problem in which a state has only the parts listed in ``pattern``.

        used by: the heuristic ``pattern-database``. if missing: this heuristic refuses the problem.
        """

    def patterns(self, text: str, /) -> Sequence[Pattern]:
        """Return the patterns that a text such as "4-4" describes; "" means the usual patterns.

        used by: ``pattern-database``, together with ``abstraction``. if missing: pass a list of
        patterns to the function ``pattern_database`` in Python.
        """

    def symmetries(self) -> Sequence[Symmetry]:
        """Return functions that map a state to another state with the same cost to a goal.

        used by: ``pattern-database``, which looks up the costs of a state and of its symmetric
        states. Define ``abstraction``, too: without it, symmetries have no effect. if missing:
        ``pattern-database`` looks up only the cost of the state itself.
        """

    @property
    def rules_to_drop(self) -> Sequence[str]:
        """Rules that the heuristic ``relaxed`` can drop. By default, it drops only the first rule.

        used by: the heuristic ``relaxed``. if missing: this heuristic refuses the problem.
        """

    def relaxed(self, *rules: str) -> Sequence[Abstraction]:
        """Return one or more problems without the given ``rules``.

        The heuristic ``relaxed`` adds up the optimal costs of these problems. used by: ``relaxed``.
        if missing: this heuristic refuses the problem.
        """


class FasterVersionsMembers(Protocol):
    """Packed and compiled versions of a problem, which are faster; ``check_problem`` tests them."""

    def packed(self) -> Any:
        """Return a ``Packed`` version of the problem, or None if states do not fit into 64 bits.

        See docs/how/packed.md. used by: the analysis of state spaces, and ``landmarks``.
        if missing: both of them process the states one by one, with the same results.
        """

    def compiled(self) -> CompiledForm | str:
        """Return functions that numba can compile, or a text that says why this is not possible.

        used by: ``engine="compiled"`` and ``engine="auto"``. if missing: the Python engine
        searches, with the same results.
        """

    def h_formula(self) -> Formula | None:
        """Return a ``Formula`` that computes ``h`` in machine code, or None if this is impossible.

        used by: the compiled engine. if missing: this engine calls ``h`` in Python. ``Puzzle``
        defines this method.
        """

    def h_guides(self) -> Callable[[], Iterable[Any]] | None:
        """Return None, or a function without arguments that returns additional heuristics.

        Additional heuristics may overestimate. used by: ``anytime-astar``, if the search with ``h``
        does not find a solution soon. if missing: ``anytime-astar`` uses only ``h``. ``Puzzle``
        defines this method.
        """


class RegisteredPuzzleMembers(Protocol):
    """The name and the board of a registered puzzle; see ``Puzzle``."""

    @property
    def puzzle(self) -> str:
        """The name under which the puzzle is registered.

        used by: every function that finds a heuristic by its name. if missing: the functions find
        the general heuristics only.
        """

    @property
    def default_tie_break(self) -> str:
        """The name of the default tie-break, the rule that orders nodes with equal f.

        used by: ``solve`` and the command line. if missing: the tie-break is "high-g-lifo".
        """

    def instance_text(self) -> str:
        """Return the id of the board, or "" if the board cannot be written as a text.

        used by: the page, to name the board. if missing: the page shows the name of the class.
        """


SUBJECTS: tuple[type, ...] = (
    TransitionModel, ThirdEdition, FourthEdition, SearchMembers, BackwardSearchMembers,
    KnownFactsMembers, LocalSearchMembers, TextbookAgentMembers, AbstractionMembers,
    FasterVersionsMembers, PictureDefaults, InteractiveMapMembers, PlayMembers, ExplanationDefaults,
    RegisteredPuzzleMembers,
)  # fmt: skip
"""The classes of the contract, in the order of the docs."""

MEMBERS: dict[str, type] = {
    name: kind for kind in SUBJECTS for name in vars(kind) if not name.startswith("_")
}
"""The names of all members, each with the class that describes it."""

DEFAULTS = {id(vars(kind)[name]) for name, kind in MEMBERS.items()}
"""The ids of members that are defaults: a class that inherits a default does not offer it."""

_MOVES = frozenset({"actions", "result", "successors", "path_cost", "action_cost"})
_COSTS = frozenset({"successors", "path_cost", "action_cost"})
RULES = _MOVES | {"goal_test", "is_goal"}  # the methods that define a problem

RESTS_ON: dict[str, frozenset[str]] = {
    **dict.fromkeys([*vars(AbstractionMembers), *vars(FasterVersionsMembers)], RULES),
    **dict.fromkeys(("hopeless", "reversed_problem", "puzzle"), RULES),
    **dict.fromkeys(("predecessors", "reversible"), _MOVES),
    **dict.fromkeys(("changed_cells", "origin_cells", "why_not", "watched_transitions"), _MOVES),
    **dict.fromkeys(("unit_costs", "least_cost"), _COSTS),
    **dict.fromkeys(("h_formula", "h_guides"), frozenset({"h"})),
    "successors": _MOVES - {"successors"},
}
"""For each member, the methods on which it relies: a subclass that redefines one loses the member.

To keep the member, the subclass must define it again.
"""

_OLD_NAMES = {"answer_grid": "sheet", "path_scene": "way_scene", "reversed_problem": "turned_round"}
"""A dict from the new names of members to the old names."""


def offered(problem: object, name: str, rests_on: Set[str] | None = None) -> Any:
    """Return the member ``name`` of a problem, or None if the problem does not have it.

    The result is also None if the problem only inherits a default from a class of the contract, or
    if the member relies on a method that a subclass has redefined. A member that is set on the
    problem object itself is always returned. rests_on: the methods on which the member relies, by
    default those in ``RESTS_ON``. Raises UnknownName, a LookupError, if the name is unknown.
    """
    if name not in MEMBERS:
        raise UnknownName("member of the contract", name, MEMBERS)
    rests_on = RESTS_ON.get(name) if rests_on is None else rests_on
    found = _defined(problem, name, rests_on)
    if found is None and name in _OLD_NAMES:
        found = _defined(problem, old := _OLD_NAMES[name], rests_on)
        if found is not None:
            warn_renamed(f"{type(problem).__name__}.{old}", name)
    return found


def _defined(problem: object, name: str, rests_on: Set[str] | None) -> Any:
    if name in getattr(problem, "__dict__", {}):
        return getattr(problem, name)
    if rests_on:
        return getattr(problem, name) if has_same_rules(problem, name, rests_on) else None
    for kind in (problem if isinstance(problem, type) else type(problem)).__mro__:
        if name in kind.__dict__:
            if id(kind.__dict__[name]) in DEFAULTS:
                return None
            break
    return getattr(problem, name, None)


def lacks_form(problem: object, name: str) -> str:
    """Return why a problem has no version ``name`` ("packed" or "compiled"); "" if it has one."""
    kind = type(problem)
    if not any(name in vars(base) for base in kind.__mro__):
        return f"{kind.__name__} has no {name} version (it does not define {name}())"
    if offered(problem, name) is None:
        return f"{kind.__name__} redefines methods that its {name} version replaces"
    return ""


def has_same_rules(problem: object, name: str, methods: Set[str] | None = None) -> bool:
    """Return True if the optional member ``name`` still fits the rules of a problem.

    methods: the methods on which the member relies; by default, ``RESTS_ON[name]``. Return False if
    the problem's class lacks the member, or inherits it but redefines one of these methods. Also
    return False if one of these methods was assigned to the problem object itself.
    """
    methods = RESTS_ON[name] if methods is None else methods
    if not hasattr(type(problem), name) or methods & getattr(problem, "__dict__", {}).keys():
        return False
    for kind in type(problem).__mro__:
        if name in kind.__dict__:
            return True
        if methods & kind.__dict__.keys():
            return False
    return False


__getattr__ = renamed_names(
    __name__,
    {
        "Sheet": "AnswerGrid",
        "Broken": "BrokenRule",
        "Drawing": "EditableBoard",
        "DenseNumbering": "DenseCostTable",
    },
)
