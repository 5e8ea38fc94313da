"""Finds members of a problem that have misspelled names or do not fit the contract."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from inspect import Signature, getattr_static, ismethod, signature
from numbers import Real
from typing import Any

from aima_search.model.contract import MEMBERS, RESTS_ON, RULES, offered
from aima_search.model.presentation import ExplanationDefaults, PictureDefaults

_WORDS = {
    "actions": "action legal_actions get_actions possible_actions available_actions legal_moves"
    " get_moves possible_moves get_legal_moves",
    "result": "transition apply apply_action do_action next_state get_result successor_state",
    "successors": "neighbors neighbours children get_successors get_neighbors get_neighbours",
    "goal_test": "is_goal_state goal_check check_goal is_solved is_final is_terminal test_goal",
    "goal": "goal_state target_state",
    "initial": "initial_state start_state",
    "path_cost": "get_path_cost",
    "action_cost": "step_cost get_action_cost cost_of_action",
    "h": "heuristic heuristics heuristic_function get_heuristic heuristic_value",
    "value": "fitness fitness_function objective_function",
    "changed_cells": "cells_changed changes",
    "random_state": "get_random_state random_initial",
}
SYNONYMS = {word: name for name, words in _WORDS.items() for word in words.split()}
"""Common wrong names of members of the contract."""

_INSTEAD = {
    "actions": ("actions", "successors"),
    "result": ("result", "successors"),
    "successors": ("actions", "successors"),
    **dict.fromkeys(("goal_test", "goal"), ("goal_test", "is_goal", "goal")),
    **dict.fromkeys(("path_cost", "action_cost"), ("path_cost", "action_cost", "successors")),
}
"""For each member, the members that replace it; with one of these, a wrong name is no mistake."""

_DIALECTS = {
    "goal_test": "is_goal",
    "is_goal": "goal_test",
    "path_cost": "action_cost",
    "action_cost": "path_cost",
}
"""A dict from a member to the same member in the textbook's other edition."""

_TYPES: dict[str, Any] = {"bool": bool, "float": Real, "str": str, "Sequence[str]": (list, tuple)}


def own_members(problem: object) -> dict[str, Any]:
    """Return a dict from names to the public members that the user defined in a problem."""
    kinds = [kind for kind in type(problem).__mro__ if not _is_base(kind)]
    names = {name for kind in kinds for name in vars(kind)}
    names |= getattr(problem, "__dict__", {}).keys()
    found = {name: getattr_static(problem, name) for name in sorted(names) if name[0] != "_"}
    is_read = (property, cached_property)
    return {
        name: value if isinstance(value, is_read) else getattr(problem, name)
        for name, value in found.items()
    }


def _is_base(kind: type) -> bool:
    return kind is object or kind.__module__.startswith("aima_search.model.")


def misspelled(problem: object) -> Iterator[str]:
    """Yield a message for each member with a misspelled name or a common wrong name."""
    own = own_members(problem)
    kinds = type(problem).__mro__
    bases = {name for kind in kinds if _is_base(kind) for name in dir(kind)}
    known = {name for name in {*MEMBERS, *bases} if not name.startswith("_")}
    for name in own:
        if name in known:
            continue
        same_class: Any = next((vars(kind) for kind in kinds if name in vars(kind)), {})
        meant = _probable_member(problem, name, own.keys() & known, known - same_class.keys())
        if meant is not None and _is_usable_as(problem, own[name], meant):
            yield f"no search uses {type(problem).__name__}.{name}: did you mean {meant}?"


def _probable_member(problem: object, name: str, defined: set[str], others: set[str]) -> str | None:
    member = SYNONYMS.get(name.lower())
    instead = _INSTEAD.get(member or "", ())
    is_missing = member in MEMBERS and member not in defined
    if is_missing and all(offered(problem, other) is None for other in instead):
        return member
    for known in sorted(others, key=lambda known: (known not in RULES, known)):
        if _is_misspelling(name, known) and (
            known not in _DIALECTS or offered(problem, _DIALECTS[known]) is None
        ):
            return known
    return None


@cache
def _is_misspelling(name: str, known: str) -> bool:
    given, meant = (text.lower().replace("_", "") for text in (name, known))
    if known in vars(ExplanationDefaults) and given.rstrip("s") == meant.rstrip("s"):
        return False  # "solution" is a common name for something else
    return _edits(given, meant) <= (0 if len(meant) < 6 else 1 if len(meant) < 9 else 2)


def _edits(text: str, other: str) -> int:
    from difflib import SequenceMatcher  # slow to import

    if sorted(text) == sorted(other):  # letters in the wrong order count as one edit
        return int(text != other)
    changes = SequenceMatcher(None, text, other, autojunk=False).get_opcodes()
    return sum(max(j - i, n - m) for kind, i, j, m, n in changes if kind != "equal")


def _is_usable_as(problem: object, value: Any, name: str) -> bool:
    kind = MEMBERS.get(name)
    if kind is None:  # a member of the class Puzzle
        return callable(value) == callable(getattr(type(problem), name))
    member = vars(kind).get(name)
    if isinstance(member, property):
        wanted = str(signature(member.fget).return_annotation) if member.fget else ""
        if isinstance(value, (property, cached_property)):
            return True
        return not callable(value) and isinstance(value, _TYPES.get(wanted, object))
    return callable(value) and not _wrong_parameters(value, member)


def uncallable(problem: object) -> dict[str, str]:
    """Return messages for members with a wrong type, such as a value instead of a method."""
    owner, found = type(problem).__name__, {}
    for name, value in own_members(problem).items():
        is_read = value is None or isinstance(value, (property, cached_property))
        kind = MEMBERS.get(name)
        if is_read or kind is None:
            continue
        is_drawn = kind is PictureDefaults and name != "scene"
        is_for_puzzles = is_drawn or kind is ExplanationDefaults
        if is_for_puzzles and not isinstance(problem, ExplanationDefaults):
            continue
        member, called = vars(kind)[name], f"{owner}.{name}"
        if isinstance(member, property):
            if callable(value) and (name in RESTS_ON or name == "goal_words"):
                found[name] = f"{called} is a method: expected a value, to be read without a call"
        elif not callable(value):
            if name in RULES or name in RESTS_ON:
                found[name] = f"{called} is {value!r:.60}: expected a method {_shown(name, member)}"
        elif refusal := _wrong_parameters(value, member):
            bound = "self, " if ismethod(value) else ""
            defined = f"{owner} defines {name}({bound}{refusal}".replace(", )", ")")
            found[name] = f"{defined}: expected {_shown(name, member, bound)}"
    return found


def _wrong_parameters(value: Any, member: Any) -> str:
    try:
        defined = signature(value)
    except (TypeError, ValueError):  # some built-in functions have no signature
        return ""
    parameters = list(signature(member).parameters.values())[1:]
    needed = [p for p in parameters if p.default is p.empty and p.kind < 2]
    given = [p for p in parameters if p.kind < 2]
    try:
        defined.bind(*needed)
        defined.bind(*given)
    except TypeError:
        return str(defined.replace(return_annotation=Signature.empty))[1:]
    return ""


def _shown(name: str, member: Any, bound: str = "") -> str:
    return f"{name}({bound}{', '.join(list(signature(member).parameters)[1:])})"


def contradictions(problem: object) -> Iterator[str]:
    """Yield a message for each pair of members that contradict each other."""
    name, least = type(problem).__name__, offered(problem, "least_cost")
    if offered(problem, "unit_costs") is True and least is not None and least > 1:
        yield f"{name} has unit_costs = True and least_cost = {least}: expected one of them"
    for one, other in (("painting", "redrawn"), ("rules_to_drop", "relaxed")):
        if (offered(problem, one) is None) != (offered(problem, other) is None):
            yield f"{name} defines only one of {one} and {other}: expected both"
