"""Breadth-first enumeration of a packed problem: one sorted array of keys a layer.

A layer holds the states at one depth. The next layer holds the layer's successors, each once,
without the states known before; with sorted arrays both are a matter of sorting.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from aima_search.analysis.keys import GrowingSet, places_of, sorted_set

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from aima_search.model.packed import Keys, Packed, Switches

CHUNK = 2**14
"""States that are expanded at once: their successors fit into the processor's cache."""

_UNITED = 2**22  # so many keys found are made a set before more are found


class Layers(NamedTuple):
    """The states of a packed problem: keys in order, and what is known of each.

    depth: the fewest actions to it from the start; degree: the number of its actions, 0 if it
    was not expanded.
    """

    keys: Keys
    depth: NDArray[np.int32]
    degree: NDArray[np.int32]
    is_expanded: Switches


def enumerate_layers(
    form: Packed,
    start: Keys,
    limit: int,
    on_progress: Callable[[int], object] | None = None,
) -> Layers:
    """Enumerate what can be reached from the keys in ``start``, all of them at depth 0.

    It stops soon after more than ``limit`` states are known; then the states found last have not
    been expanded. Linear in the number of actions, but for the logarithm of sorting.
    """
    known = GrowingSet()
    layers: list[tuple[Keys, NDArray[np.int32]]] = []
    layer = sorted_set(start)
    known.add(layer)
    while len(layer) and len(known) <= limit:
        following, degree = _following(form, layer, known, limit, on_progress)
        layers.append((layer, degree))
        layer = following
        known.add(layer)
    if len(layer):
        layers.append((layer, np.zeros(0, dtype=np.int32)))
    return _in_order(known.take_all(), layers)


def _following(
    form: Packed,
    layer: Keys,
    known: GrowingSet,
    limit: int,
    on_progress: Callable[[int], object] | None,
) -> tuple[Keys, NDArray[np.int32]]:
    """Return the next layer, as far as the limit lets it grow, and the degrees of the expanded."""
    found: list[Keys] = []
    degrees = []
    size = 0
    chunk = min(CHUNK, limit // 64 + 1)
    for start in range(0, len(layer), chunk):
        part = layer[start : start + chunk]
        sources, targets, _ = form.successors(part)
        degrees.append(np.bincount(sources, minlength=len(part)).astype(np.int32))
        found.append(known.without_known(sorted_set(targets)))
        size += len(found[-1])
        if size > _UNITED or len(known) + size > limit:
            found = [sorted_set(np.concatenate(found))]
            size = len(found[0])
        if on_progress is not None:
            on_progress(len(known) + size)
        if len(known) + size > limit:
            break
    return sorted_set(np.concatenate(found)), np.concatenate(degrees)


def _in_order(keys: Keys, layers: list[tuple[Keys, NDArray[np.int32]]]) -> Layers:
    """Bring depth and degree of all layers into the order of the keys."""
    depth = np.empty(len(keys), dtype=np.int32)
    degree = np.zeros(len(keys), dtype=np.int32)
    is_expanded = np.zeros(len(keys), dtype=bool)
    for number, (layer, degrees) in enumerate(layers):
        places = places_of(layer, keys)
        depth[places] = number
        degree[places[: len(degrees)]] = degrees
        is_expanded[places[: len(degrees)]] = True
    return Layers(keys, depth, degree, is_expanded)
