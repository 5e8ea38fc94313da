"""Genetic algorithms, in which states mate, mutate and are selected (AIMA section 4.1.4).

An *individual* is a list, tuple or string of *genes* from a *gene pool*. The higher its *fitness*,
the better.
"""

from __future__ import annotations

import reprlib
from bisect import bisect
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from operator import attrgetter
from random import Random
from typing import Any, TypeAlias

from aima_search.algorithms.climbing import random_start
from aima_search.algorithms.steps import Fate, Step, StepGenerator, last_state
from aima_search.base.errors import NotApplicable
from aima_search.base.seeds import Seed, random_source
from aima_search.model.contract import Action, LocalSearchProblem, State, offered
from aima_search.model.problem import Node, goal_test

Individual: TypeAlias = Any
Fitness: TypeAlias = Callable[[Individual], float]


def genetic_algorithm_steps(
    population: Iterable[Individual],
    fitness_fn: Fitness,
    gene_pool: Sequence[Any] = (0, 1),
    f_thres: float | None = None,
    ngen: int = 1000,
    pmut: float = 0.1,
    *,
    seed: Seed = None,
) -> StepGenerator[Any, Any, Node]:
    """Find the fittest individual in ``ngen`` generations [figure 4.8].

    The algorithm ends earlier if an individual has a fitness of ``f_thres`` or more. With
    probability ``pmut``, one gene of a new individual is mutated.
    """
    random = random_source(seed)

    def breed(x: Individual, y: Individual) -> Individual:
        return mutate(recombine(x, y, seed=random), gene_pool, pmut, seed=random)

    def is_enough(node: Node) -> bool:
        return f_thres is not None and node.f >= f_thres

    return _evolve(list(population), fitness_fn, breed, is_enough, ngen, random)


genetic_algorithm = last_state(genetic_algorithm_steps)


def genetic_search_steps(
    problem: LocalSearchProblem[State, Action],
    ngen: int = 1000,
    pmut: float = 0.1,
    n: int = 20,
    *,
    seed: Seed = None,
) -> StepGenerator[State, Action, Node[State, Action]]:
    """Find a good state by a genetic algorithm, which starts with ``n`` random states.

    The fitness of a state is its ``value``. The gene pool is ``problem.gene_pool``, or the genes of
    the first population. If some combinations of genes are not states, the problem must define
    ``recombine(x, y, random)`` and ``mutate(x, random)``. The search ends when it finds a goal.
    """
    if isinstance(seed, int | str) and _is_plain(problem.initial):
        seed = f"{seed} {problem.initial!r}"  # different boards get different populations
    random, is_goal = random_source(seed), goal_test(problem)
    population: list[Individual] = [random_start(problem, random).state for _ in range(n)]
    problem_recombine, problem_mutate = offered(problem, "recombine"), offered(problem, "mutate")
    if population and (problem_recombine is None or problem_mutate is None):
        _check_genes(population[0], type(problem).__name__)
    given = offered(problem, "gene_pool")
    gene_pool: Sequence[Any] = () if given is None else given
    if len(gene_pool) == 0 and problem_mutate is None:
        gene_pool = [gene for individual in population for gene in individual]

    def breed(x: Individual, y: Individual) -> Individual:
        child = (
            problem_recombine(x, y, random) if problem_recombine else recombine(x, y, seed=random)
        )
        if problem_mutate is None:
            return mutate(child, gene_pool, pmut, seed=random)
        return problem_mutate(child, random) if random.random() < pmut else child

    return _evolve(population, problem.value, breed, lambda node: is_goal(node.state), ngen, random)


genetic_search = last_state(genetic_search_steps)


def _is_plain(state: Any) -> bool:
    is_sequence = isinstance(state, tuple | list)
    return all(map(_is_plain, state)) if is_sequence else isinstance(state, int | float | str)


def fitness_threshold(
    fitness_fn: Fitness, f_thres: float | None, population: Iterable[Individual]
) -> Individual | None:
    """Return the fittest individual if its fitness is at least ``f_thres``, otherwise None."""
    if f_thres is None:
        return None
    fittest = max(population, key=fitness_fn)
    return fittest if fitness_fn(fittest) >= f_thres else None


def init_population(
    pop_number: int, gene_pool: Sequence[Any], state_length: int, *, seed: Seed = None
) -> list[list[Any]]:
    """Return ``pop_number`` random individuals, each as a list of ``state_length`` genes."""
    random = random_source(seed)
    return [[random.choice(gene_pool) for _ in range(state_length)] for _ in range(pop_number)]


def select(
    r: int, population: Sequence[Individual], fitness_fn: Fitness, *, seed: Seed = None
) -> list[Individual]:
    """Draw ``r`` individuals with replacement, with probabilities in proportion to their fitness.

    If every fitness is 0, all individuals are equally likely. If the lowest fitness is negative,
    the lowest fitness is first subtracted from every fitness.
    """
    random = random_source(seed)
    totals = _running_totals([fitness_fn(individual) for individual in population])
    return [_draw(population, totals, random) for _ in range(r)]


def recombine(x: Individual, y: Individual, *, seed: Seed = None) -> Individual:
    """Return a child with the genes of ``x`` up to a random index, then the genes of ``y``."""
    place = random_source(seed).randrange(len(x))
    return x[:place] + y[place:]


def recombine_uniform(x: Individual, y: Individual, *, seed: Seed = None) -> Individual:
    """Return a child with a random half of its genes from ``x``, and the others from ``y``."""
    size = len(x)
    from_x = random_source(seed).sample(range(size), (size + 1) // 2)
    genes = list(y)
    for place in from_x:
        genes[place] = x[place]
    return _like(x, genes)


def mutate(
    x: Individual, gene_pool: Sequence[Any], pmut: float, *, seed: Seed = None
) -> Individual:
    """Return ``x`` or, with probability ``pmut``, a copy of ``x`` in which one gene is random."""
    random = random_source(seed)
    if random.random() >= pmut:
        return x
    genes = list(x)
    place = random.randrange(len(genes))
    genes[place] = gene_pool[random.randrange(len(gene_pool))]
    return _like(x, genes)


def _check_genes(individual: Individual, problem: str) -> None:
    try:
        if len(individual[:1] + individual[1:]) > 0:
            return
    except (TypeError, LookupError):  # a dictionary uses the slice as a key
        pass
    raise NotApplicable(
        f"genetic: the state {reprlib.repr(individual)} is not a list, tuple or string of genes:"
        f" define {problem}.recombine(x, y, random) and {problem}.mutate(x, random)"
    )


def _evolve(
    population: list[Individual],
    fitness_fn: Fitness,
    breed: Callable[[Individual, Individual], Individual],
    is_enough: Callable[[Node], bool],
    ngen: int,
    random: Random,
) -> StepGenerator[Any, Any, Node]:
    if not population:
        raise ValueError("the population is empty: expected at least one individual")
    nodes = _evaluated(population, fitness_fn)
    step = Step(fittest := max(nodes, key=_fitness))
    step.generated, step.frontier, step.starts = len(nodes), len(nodes), nodes
    for _ in range(ngen):
        step.node, step.f = fittest, fittest.f
        yield step
        step.expanded += 1
        totals = _running_totals([node.f for node in nodes])
        population = [
            breed(_draw(population, totals, random), _draw(population, totals, random))
            for _ in population
        ]
        nodes = _evaluated(population, fitness_fn)
        step.generated += len(nodes)
        for node in nodes:
            step.report(Fate.EVALUATED, node)
        fittest = max(nodes, key=_fitness)
        if is_enough(fittest):
            break
    return fittest


_fitness = attrgetter("f")


def _evaluated(population: Iterable[Individual], fitness_fn: Fitness) -> list[Node]:
    nodes = [Node(individual) for individual in population]
    for node in nodes:
        node.f = fitness_fn(node.state)
    return nodes


def _running_totals(fitnesses: Sequence[float]) -> list[float]:
    least = min(fitnesses)
    weights = [fitness - least for fitness in fitnesses] if least < 0 else fitnesses
    totals = list(accumulate(weights))
    return totals if totals[-1] > 0 else list(range(1, len(totals) + 1))


def _draw(population: Sequence[Individual], totals: Sequence[float], random: Random) -> Individual:
    place = bisect(totals, random.uniform(0, totals[-1]))
    return population[min(place, len(population) - 1)]  # rounding may go beyond the last individual


def _like(x: Individual, genes: list[Any]) -> Individual:
    return "".join(map(str, genes)) if isinstance(x, str) else type(x)(genes)
