"""Registry: names to things, and what to say to a name that is not there."""

from importlib import import_module

import pytest

from aima_search import SearchError
from aima_search.algorithms.names import ALGORITHMS
from aima_search.base.errors import InputError, UnknownName
from aima_search.base.names import names_when_used
from aima_search.base.registry import Registry


@pytest.fixture
def fruit():
    registry = Registry("fruit")
    registry.register("pear", 1)
    registry.register("apple", 2)
    return registry


def test_entries_are_found_by_name_and_listed_in_the_order_of_registration(fruit):
    assert (fruit.get("apple"), "pear" in fruit, "plum" in fruit) == (2, True, False)
    assert fruit.names() == list(fruit) == ["pear", "apple"]


def test_a_name_registered_again_is_replaced_in_its_place(fruit):
    fruit.register("pear", 3)
    assert (fruit.get("pear"), fruit.names()) == (3, ["pear", "apple"])


@pytest.mark.parametrize(
    ("name", "hint"), [("aple", "did you mean 'apple'"), ("xyz", "known: apple, pear")]
)
def test_an_unknown_name_is_a_lookup_error_with_a_hint(fruit, name, hint):
    with pytest.raises(LookupError, match=f"unknown fruit '{name}': {hint}") as caught:
        fruit.get(name)
    assert isinstance(caught.value, SearchError)
    assert caught.value.name == name


def test_a_name_of_another_origin_is_refused_with_both(fruit):
    fruit.register("fig", 1, "here.py")
    fruit.register("fig", 2, "here.py")  # a notebook cell run again
    with pytest.raises(InputError, match=r"fruit 'fig' of there\.py: .* registered by here\.py"):
        fruit.register("fig", 3, "there.py")
    assert fruit.get("fig") == 2


def test_an_empty_registry_knows_nothing():
    with pytest.raises(UnknownName, match="known: none"):
        Registry("fruit").get("apple")


@pytest.mark.parametrize("name", ["", " apple", "apple\n"])
def test_a_name_that_nobody_could_type_is_refused(fruit, name):
    with pytest.raises(ValueError, match="without spaces at the start or end"):
        fruit.register(name, 1)


def test_plug_ins_are_loaded_before_a_name_is_missed_and_not_for_one_that_is_there():
    loads = []

    def load():
        loads.append(1)
        fruit.register("plum", 4)

    fruit = Registry("fruit", load)
    fruit.register("pear", 1)
    assert fruit.get("pear") == 1
    assert loads == []
    assert fruit.get("plum") == 4
    assert "plum" in fruit


def test_the_promised_algorithms_are_registered():
    promised = """breadth-first depth-first depth-limited iterative-deepening uniform-cost
        bidirectional greedy astar weighted-astar ida-star recursive-best-first hill-climbing
        stochastic-hill-climbing first-choice-hill-climbing random-restart-hill-climbing beam
        annealing genetic breadth-first-tree depth-first-tree uniform-cost-tree greedy-tree
        astar-tree beam-search anytime-astar bidirectional-astar sma-star lrta-star
            online-depth-first tabu iterated-local-search"""
    assert set(ALGORITHMS) == set(promised.split())
    assert all(ALGORITHMS.get(name).summary for name in ALGORITHMS)


@pytest.mark.parametrize(
    "room", ["", ".analysis", ".apps.grade", ".apps.lab", ".display", ".apps.play"]
)
def test_a_package_offers_what_it_imports_for_type_checkers(room):
    package = import_module(f"aima_search{room}")
    homes = names_when_used(package.__name__)
    assert homes
    assert package.__all__ == sorted(homes)
    assert set(homes) <= set(dir(package))
    for name, (home, its_name) in homes.items():
        assert getattr(package, name) is getattr(import_module(home), its_name)
    with pytest.raises(
        AttributeError, match=f"module {package.__name__!r} has no attribute 'none'"
    ):
        package.none  # noqa: B018 # what is asked for is what fails


def test_an_unknown_name_of_any_length_is_reported_on_one_line(fruit):
    for name in ("x" * 10**4, "\n" * 10**4, "(" * 10**4):
        with pytest.raises(UnknownName) as caught:
            fruit.get(name)
        assert len(str(caught.value)) < 1000
        assert "\n" not in str(caught.value)
