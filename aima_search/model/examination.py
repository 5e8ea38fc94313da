"""Checks a problem at one node, by calling the problem's methods as a search does."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from dataclasses import is_dataclass
from functools import partial
from itertools import islice, repeat
from typing import Any, TypeAlias

from aima_search.base.errors import CostError, HeuristicError, ProblemError, SearchError
from aima_search.base.path_costs import PLAIN
from aima_search.model.contract import has_same_rules
from aima_search.model.heuristic import function_of
from aima_search.model.members import misspelled, uncallable
from aima_search.model.problem import (
    EXPECTED_PROBLEM,
    Node,
    Problem,
    defines,
    goal_test,
    has_actions_alone,
    has_default_costs,
    heuristic_of,
    speaks_second_edition,
)
from aima_search.model.values import (
    compared_values,
    copy_of,
    described,
    family_of,
    has_like,
    is_by_identity,
    is_like,
    is_number,
    is_same,
    is_unchanging,
    kind_of,
    show,
    unhashable_part,
)

MEMBERS, EXPLORED, HASHABLE = "members-are-there", "states-can-be-explored", "states-are-hashable"
LEFT_ALONE, ACTIONS, RESULTS = "states-are-left-alone", "actions-repeat", "results-repeat"
BY_VALUE, GOALS, REACHED = "states-are-values", "goals-repeat", "goals-can-be-reached"
COSTS = "costs-add-up"

_MOST = 10_000  # examined actions of a state
_FAR = 10**6  # added to c, to see whether path_cost adds a cost to c
_AS_STATE = "as initial and as what result returns; the methods can convert a state back with"
_IN_PLACE_OF = {
    "list": ("a tuple", "for example tuple(state), in initial and in result"),
    "set": ("a frozenset", "for example frozenset(state), in initial and in result"),
    "dict": ("a tuple of its items", f"tuple(sorted(d.items())), {_AS_STATE} dict(state)"),
    "ndarray": ("a tuple of its numbers", f"tuple(a.flat), {_AS_STATE} numpy.array(state)"),
}
"""For each type that cannot be hashed: an example of a conversion, and advice."""


_Call: TypeAlias = tuple[Any, ...]
"""A call of a method: its name and its arguments; ``written`` returns the call as a text."""


class ProblemFault(Exception):
    """A mistake in a problem; ``error`` explains it, and ``check`` is the name of the failed check.

    note: a text to add to an exception of the user's code; by default, the text of ``error``.
    """

    def __init__(
        self, check: str, text: str, kind: type[SearchError] = ProblemError, note: str = ""
    ) -> None:
        super().__init__(text)
        self.check, self.error, self.note = check, kind(text), note or text


class ProblemValidator:
    """Checks the methods of a problem at one node, and raises a ProblemFault for a mistake.

    It calls ``actions``, ``result`` and the goal test twice; both calls must return the same value.
    If ``hashed``, states must be hashable. If ``by_value``, states must define ``__eq__``.
    """

    def __init__(
        self, problem: Any, *, hashed: bool = False, by_value: bool = False, costs: bool = True
    ) -> None:
        self.problem, self.name = problem, type(problem).__name__
        self._hashed, self._by_value = hashed, by_value
        self._costs = costs and not has_default_costs(problem)

    def check_members(self) -> None:
        """Check that the problem is an object with all members that a search needs."""
        problem, name = self.problem, self.name
        moves = ("initial",), ("actions", "successor"), ("result", "successor")
        members = (*moves, ("goal_test", "is_goal"), ("path_cost", "action_cost"))
        missing = [names for names in members if not any(map(partial(hasattr, problem), names))]
        if isinstance(kind := problem, type):
            text = f"got the class {kind.__name__}: expected an object of it, {kind.__name__}(...)"
        elif len(missing) == len(members):
            text = f"got {described(problem)}: {EXPECTED_PROBLEM}"
        elif missing == [("initial",)] and isinstance(problem, Problem):
            text = f"{name} has no attribute initial: expected a call of super().__init__(initial,"
            text += f" goal) in {name}.__init__, or an assignment to self.initial"
        elif missing:
            words = ", ".join(" or ".join(names).replace(" or successor", "") for names in missing)
            text = f"{name} does not inherit from aima_search.Problem: write class {name}(Problem)."
            text += f" Without it, {name} has no {words}"
            text += "".join(f"; {sentence}" for sentence in misspelled(problem))
        elif isinstance(problem.initial, Node):
            text = f"{name}.initial is a node: expected a state. Pass node.state"
        else:
            return
        raise ProblemFault(MEMBERS, text)

    def examine(self, node: Node) -> list[Any]:
        """Check the state, goal test and actions of ``node``; return the next states."""
        reached = self._plain_states(node)
        return self._examine(node) if reached is None else reached

    def _plain_states(self, node: Node) -> list[Any] | None:
        """Return the next states if all values are plain and equal in two calls, otherwise None.

        Then ``_examine`` would find no mistake; it explains mistakes, but takes longer.
        """
        problem, state = self.problem, node.state
        if not (has_actions_alone(problem) and is_unchanging(state)):
            return None
        if node.parent is not None and not is_like(state, node.parent.state):
            return None
        try:
            actions, is_goal = problem.actions(state), goal_test(problem)
            if type(actions) not in (list, tuple) or len(actions) > _MOST:
                return None
            reached, answer = [problem.result(state, a) for a in actions], is_goal(state)
            is_sure = (
                actions == problem.actions(state)
                and reached == [problem.result(state, a) for a in actions]
                and all(map(is_like, reached, repeat(state)))
                and type(answer) is bool
                and is_goal(state) is answer
                and (not self._costs or all(map(partial(self._adds_cost, node), actions, reached)))
            )
        except Exception:  # the user's methods may raise any error
            return None
        return reached if is_sure else None

    def _adds_cost(self, node: Node, action: Any, after: Any) -> bool:
        c, path_cost = node.path_cost, self.problem.path_cost
        cost = path_cost(c, node.state, action, after)
        is_plain = type(cost) in PLAIN and abs(cost) < _FAR**2
        return is_plain and path_cost(c + _FAR, node.state, action, after) != cost

    def _examine(self, node: Node) -> list[Any]:
        state, before = node.state, node.parent
        if before is None:
            self._check_hash(state, None, "is")
        else:
            self._check_state(("result", before.state, node.action), before.state, state)
        self._check_goal_test(state)
        if has_same_rules(self.problem, "successors"):
            return self._listed("successors", state, "(action, state, cost)")
        if speaks_second_edition(self.problem):
            return self._listed("successor", state, "(action, state)")
        return self._one_by_one(node)

    def _listed(self, name: str, state: Any, wanted: str) -> list[Any]:
        """Check what a method such as ``successors`` returns in a state; return the next states."""
        copied, call, reached = copy_of(state), (name, state), []
        for item in self._items(name, state, f"a list of {wanted}"):
            parts = item if isinstance(item, tuple | list) else ()
            if len(parts) != wanted.count(",") + 1:
                raise _unexpected(self.written(*call), item, f"{wanted} for every action", "listed")
            self._check_state(call, state, parts[1], "listed")
            if not all(map(is_number, parts[2:])):
                wanted += " with a number as cost"
                raise _unexpected(self.written(*call), item, wanted, "listed", COSTS)
            self._check_copy(copied, state, name)
            reached.append(parts[1])
        return reached

    def _one_by_one(self, node: Node) -> list[Any]:
        state = node.state
        listed = self._checked_actions(state)
        copied, is_text = copy_of(state), isinstance(listed, str)
        try:
            reached = [self._checked_result(node, action, copied) for action in listed]
            if not is_text or len(listed) < 2 or not all(is_same(reached[0], s) for s in reached):
                return reached
        except ProblemFault:
            if not isinstance(listed, str | dict):
                raise
        parts, mend = "letters of a text", f"For one action, return [{listed!r}]"
        if isinstance(listed, dict):
            keys, values = map(show, ([*listed], [*listed.values()]))
            parts, mend = "keys of a dict", f"Return a list, such as {keys} or {values}"
        wanted = f"a list of actions, because a loop visits the {parts}. {mend}"
        raise _unexpected(self.written("actions", state), listed, wanted)

    def _checked_actions(self, state: Any) -> Any:
        call, wanted = ("actions", state), "a list of actions"
        value, again = self._call(*call), self._call(*call)
        if again is value and hasattr(value, "__next__"):
            kind = kind_of(value)
            text = f"{self.written(*call)} returned the same {kind} in two calls: expected a new"
            text += f" list in every call, because a loop can read a {kind} only once. "
            text += "Make the list inside actions"
            raise ProblemFault(ACTIONS, text)
        first = self._items("actions", state, wanted, value)
        self._check_same(ACTIONS, call, first, self._items("actions", state, wanted, again))
        return value if isinstance(value, str | dict) else first

    def _checked_result(self, node: Node, action: Any, copied: Any) -> Any:
        state = node.state
        call = ("result", state, action)
        after = self._call(*call)
        self._check_copy(copied, state, "result", action)
        self._check_state(call, state, after)
        again = self._call(*call)
        self._check_same(RESULTS, call, after, again)
        if self._by_value and again is not after and is_by_identity(after):
            kind = type(after).__name__
            text = f"{self.written(*call)} returned a {kind} in two calls, and the two are not"
            text += " equal: expected equal states, because searches compare states. "
            text += f"Define __eq__ and __hash__ in {kind}, or use a tuple as the state"
            raise ProblemFault(BY_VALUE, text)
        if self._costs:
            self._check_cost(node.path_cost, state, action, after)
        return after

    def _check_copy(self, copied: Any, state: Any, name: str, *arguments: Any) -> None:
        if not is_same(copied, state):
            text = f"{self.written(name, copied, *arguments)} changed its argument, the state, to"
            text += f" {show(state)}: expected a new state. "
            text += "Copy the state, for example by copy.deepcopy(state), and change the copy"
            raise ProblemFault(LEFT_ALONE, text)

    def _check_state(self, call: _Call, state: Any, after: Any, verb: str = "returned") -> None:
        if after is None and state is not None:
            raise _unexpected(self.written(*call), None, "the next state", verb)
        if isinstance(after, Node):
            raise _unexpected(self.written(*call), after, "a state, not a Node of the search", verb)
        is_pair = isinstance(after, tuple) and len(after) == 2 and not is_like(after, state)
        if is_pair and is_like(after[0], state):
            wanted = f"only the state, {show(after[0])}. The cost belongs in path_cost"
            raise _unexpected(self.written(*call), after, wanted, verb)
        self._check_hash(after, call, verb)

    def _check_hash(self, state: Any, call: _Call | None, verb: str) -> None:
        part = unhashable_part(state) if self._hashed else None
        if part is None:
            return
        kind = type(part).__name__
        better, example = _IN_PLACE_OF.get(kind, ("", ""))
        if better and part is state:
            mend = f"Use {better}, {example}"
        elif better:
            mend = f"In place of the {kind}, use {better}"
        elif is_dataclass(part):
            mend = f"In {kind}, replace @dataclass by @dataclass(frozen=True)"
        else:
            mend = f"In {kind}, define __hash__"
        source = self.written(*call) if call else f"{self.name}.initial"
        inside = "" if part is state else f", with {described(part)} in it"
        text = f"{source} {verb} {described(state)}{inside}: expected a state that can be hashed,"
        raise ProblemFault(HASHABLE, f"{text} because searches keep states in sets. {mend}")

    def _check_cost(self, c: Any, state: Any, action: Any, after: Any) -> None:
        name, wanted = self._one_of("path_cost", "action_cost"), "the cost of the action"
        before = (c,) if name == "path_cost" else ()
        call = (name, *before, state, action, after)
        cost = self._call(*call)
        if not is_number(cost):
            wanted = f"a real number, {'c plus ' if before else ''}{wanted}"
            raise _unexpected(self.written(*call), cost, wanted, check=COSTS)
        is_exact = not hasattr(cost, "item") and abs(cost) < _FAR**2
        if before and is_exact and self._call(name, c + _FAR, state, action, after) == cost:
            text = f"{self.written(*call)} returned {show(cost)}, and the same for c ="
            text += f" {show(c + _FAR)}: expected the cost of the whole path, c plus {wanted}. If"
            text += " states contain the cost so far, return c plus the cost in state2 minus the"
            raise ProblemFault(COSTS, f"{text} cost in state1")

    def _check_goal_test(self, state: Any) -> None:
        call, answers = (self._goal_name(), state), []
        for _ in range(2):
            value = self._call(*call)
            if isinstance(value, str):
                wanted = "True or False (the text 'False' counts as True)"
                raise _unexpected(self.written(*call), value, wanted)
            try:
                answers.append(bool(value))
            except ValueError:
                wanted = "True or False. Compare arrays by numpy.array_equal"
                raise _unexpected(self.written(*call), value, wanted) from None
        self._check_same(GOALS, call, *answers)

    def check_goal(self, states: Sequence[Any]) -> None:
        """Check that a goal has the same type as the states.

        states: non-goal states, at least one for each type of state.
        """
        state, families = states[0], {*map(family_of, states), None}
        others = [
            goal for goal in compared_values(goal_test(self.problem), state) if goal is not None
        ]
        if any(family_of(goal) in families and not has_like(goal, state) for goal in others):
            return
        if others:
            call, goal = self.written(self._goal_name(), state), others[0]
            text = f"{call} compared the state with {described(goal)}, but the type of the states"
            text += f" is {kind_of(state)}: expected a goal of the same type"
            if isinstance(given := getattr(self.problem, "goal", None), list) and goal in given:
                text += f". A list of goals means several goals: pass {show(tuple(given))}"
            elif has_like(goal, state):
                text += f". Write several goals as a list, {show(sorted(goal, key=repr))}"
            raise ProblemFault(REACHED, text)

    def _goal_name(self) -> str:
        try:
            goal_test(self.problem)
        except ProblemError as error:  # the goal test never returns a value
            raise ProblemFault(EXPLORED, str(error)) from None
        return self._one_of("goal_test", "is_goal")

    def _one_of(self, first: str, second: str) -> str:
        """Return ``first`` if the problem has a method of this name, otherwise ``second``."""
        if isinstance(self.problem, Problem):
            has_first = not defines(self.problem, second) or defines(self.problem, first)
        else:
            has_first = hasattr(self.problem, first)
        return first if has_first else second

    def _call(self, name: str, *arguments: Any) -> Any:
        method = getattr(self.problem, name)
        try:
            return method(*arguments)
        except (NotImplementedError, SearchError) as error:
            raise ProblemFault(EXPLORED, str(error)) from None
        except Exception as error:
            if refusal := uncallable(self.problem).get(name):
                raise ProblemFault(EXPLORED, refusal) from None
            hint = self._hint(error, name, arguments)
            raise _raised(self.written(name, *arguments), error, hint) from None

    def _hint(self, error: Exception, name: str, arguments: tuple[Any, ...]) -> str:
        if isinstance(error, AttributeError) and error.name in Node.__slots__:
            example = ": write `state`, not `node.state`" if error.name == "state" else ""
            return f"{name} gets a state, not a node{example}"
        if self.problem.initial is None:
            return f"{self.name}.initial is None: pass the initial state, {self.name}(initial)"
        failed: list[str] = []

        def result(*given: Any) -> Any:
            if (after := self.problem.result(*given)) is None:
                failed.append(self.written("result", *given))
            return after

        if name == "actions" and hasattr(self.problem, "result"):
            with suppress(Exception):
                recording = copy(self.problem)
                recording.result = result
                list(recording.actions(*arguments))
        return f"{failed[-1]} returned None. Is a `return` missing?" if failed else ""

    def _items(self, name: str, state: Any, wanted: str, value: Any = ...) -> list[Any]:
        value = self._call(name, state) if value is ... else value
        if not hasattr(value, "__iter__") and not hasattr(value, "__getitem__"):
            mend = "" if value is None else f". For one action, return [{show(value)}]"
            wanted = f"{wanted}, or [] for a state without actions{mend}"
            raise _unexpected(self.written(name, state), value, wanted)
        try:
            return list(islice(value, _MOST))
        except Exception as error:
            raise _raised(self.written(name, state), error) from None

    def _check_same(self, check: str, call: _Call, first: Any, second: Any) -> None:
        if not is_same(first, second):
            text = f"{self.written(*call)} returned {show(first)} at first, and then {show(second)}"
            text += ": expected the same in every call. Does it use random numbers, or a value that"
            raise ProblemFault(check, f"{text} changes?")

    def written(self, name: str, *arguments: Any) -> str:
        """Return the text of a method call with its arguments, for an error message."""
        return f"{self.name}.{name}({', '.join(map(show, arguments))})"


def check_h(h: Any, node: Node) -> None:
    """Check that h is a function of a node, and that it returns a number for ``node``."""
    h = inspect.unwrap(function_of(h))
    name = getattr(h, "__name__", "h").replace("<lambda>", "h")
    owner = type(h.__self__).__name__ if hasattr(h, "__self__") else ""
    if text := _why_unusable(h, name, owner):
        raise ProblemFault(EXPLORED, text, HeuristicError)
    call = f"{owner}.{name}({show(node)})" if owner else f"{name}({show(node)})"
    try:
        value = h(node)
    except Exception as error:
        hint = ""
        with suppress(Exception):
            if is_number(h(node.state)):
                hint = "h gets a node, not a state: begin with `state = node.state`"
        raise _raised(call, error, hint, HeuristicError) from None
    if not is_number(value):
        wanted = "a number (float('inf') if no goal can be reached)"
        raise _unexpected(call, value, wanted, kind=HeuristicError)


def _why_unusable(h: Any, name: str, owner: str) -> str:
    if isinstance(h, type):
        return (
            f"h is the class {name}: expected a function of a node, or an object {name}(...)"
            " that can be called with a node"
        )
    try:
        heuristic_of(Problem(), h)
    except HeuristicError as error:  # h is a name or makes a heuristic
        return str(error)
    if not callable(h):
        mend = f", for example lambda node: {show(h)}" if is_number(h) else ""
        return f"h is {described(h)}: expected a function of a node{mend}"
    try:
        inspect.signature(h).bind("node")
    except TypeError:
        return _wrong_parameters(h, name, owner)
    except ValueError:  # some built-in functions have no signature
        pass
    return ""


def _unexpected(
    call: object,
    value: Any,
    wanted: str,
    verb: str = "returned",
    check: str = EXPLORED,
    kind: type[SearchError] | None = None,
) -> ProblemFault:
    missing = ". Is a `return` missing?" if value is None and verb == "returned" else ""
    text = f"{call} {verb} {described(value)}: expected {wanted}{missing}"
    return ProblemFault(check, text, kind or (CostError if check == COSTS else ProblemError))


def _raised(
    call: object, error: Exception, hint: str = "", kind: type[SearchError] = ProblemError
) -> ProblemFault:
    hint = hint and f". {hint}"
    text = f"{call} raised {type(error).__name__}: {error}{hint}"
    return ProblemFault(EXPLORED, text, kind, f"{call} failed{hint}")


def _wrong_parameters(h: Any, name: str, owner: str) -> str:
    parameters = [*inspect.signature(getattr(h, "__func__", h)).parameters.values()]
    takes = ", ".join(str(p.replace(annotation=p.empty)) for p in parameters)
    if owner:
        return f"{owner} defines {name}({takes}): expected {name}(self, node)"
    if takes.startswith("self"):
        wanted = "the method of an object, such as problem.h"
        return f"h is the method {name}({takes}) of a class: expected {wanted}"
    others = "".join(f", {p.name}=..." for p in parameters[1:])
    mend = f", for example lambda node: {name}(node{others})" if others else ""
    return f"h is {name}({takes}): expected a function of one argument, a node{mend}"
