"""Modules that do more than hold names: they import late, warn, and say which names they lack.

A script may put its own ``Node`` into the textbook's module, and its searches look ``Node`` up
there. Our searches do not: they use our own ``Node``. An assignment without effect gets a warning.
"""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from types import ModuleType
from typing import Any


class LazyModule(ModuleType):
    """Stands for the module of its name; the first use of an attribute imports the module.

    An attribute that was used is kept, and is found as fast as in the module from then on.
    A star import of the textbook's module brings ``np``, which most scripts never touch.
    """

    def __getattr__(self, name: str) -> Any:
        if name == "__wrapped__":  # tools ask every object for it, to find what the object wraps
            raise AttributeError(name)
        value = getattr(import_module(self.__name__), name)
        setattr(self, name, value)
        return value

    def __dir__(self) -> list[str]:
        return dir(import_module(self.__name__))


np: Any = LazyModule("numpy")
plt: Any = LazyModule("matplotlib.pyplot")

LOOKED_UP = frozenset({"Node", "PriorityQueue", "best_first_graph_search", "memoize"})
"""Names that the textbook's searches look up in their module, where scripts replace them."""


class _Facade(ModuleType):
    def __setattr__(self, name: str, value: Any) -> None:
        if name in LOOKED_UP:
            warnings.warn(
                f"{self.__name__}.{name} was replaced, but the searches of this module go on with"
                " theirs: for other ties define __lt__ in the class of the states, for another"
                " search write it in the script",
                stacklevel=2,
            )
        super().__setattr__(name, value)


def tell_of_assignments(module: str) -> None:
    """Let a module warn if a script replaces a name that its searches do not look up there."""
    sys.modules[module].__class__ = _Facade


_CHAPTERS = {
    "logic": """Bool Expr Expression F PartialExpr Symbol T arity defaultkeydict expr
        expr_handle_infix_ops extend infix_ops subexpressions symbols""",
    "games and constraints": "MCT_Node failure_test injection ucb",
    "probability and learning": """clip conv1D cross_entropy_loss dot_product dotproduct
        element_wise_product elu elu_derivative gaussian gaussian_kernel gaussian_kernel_1D
        gaussian_kernel_2D histogram inverse_matrix isclose leaky_relu leaky_relu_derivative
        linear_kernel map_vector matrix_multiplication mean mean_boolean_error mean_error
        mean_squared_error_loss ms_error norm normalize polynomial_kernel random_weights
        rbf_kernel relu relu_derivative rms_error rounder scalar_matrix_product
        scalar_vector_product sigmoid sigmoid_derivative step tanh tanh_derivative vector_clip
        vector_to_diagonal weighted_choice""",
    "data, which are files of its repository": "AIMAFile DataFile open_data",
}
ELSEWHERE = {name: chapter for chapter, names in _CHAPTERS.items() for name in names.split()}
"""The part of the textbook to which each name belongs."""


def is_missing(module: str, name: str) -> AttributeError:
    """Return the error for a name that a module of ours does not have, to raise."""
    if name not in ELSEWHERE:
        return AttributeError(f"module {module!r} has no attribute {name!r}")
    return AttributeError(
        f"{module} has no {name!r}: it has what search uses, and {name} is of the textbook's"
        f" part on {ELSEWHERE[name]}; import it from the textbook's own utils"
    )
