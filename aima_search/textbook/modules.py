"""Facades: modules with the textbook's names, which warn if a script replaces a class.

If a script replaces a class of the textbook's module, such as ``Node``, the searches of that module
use the new class. Our searches always use our own class, so a facade gives a warning.
"""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from opcode import opname
from types import ModuleType
from typing import Any, NoReturn


class LazyModule(ModuleType):
    """A module, such as numpy, that is not imported until it is first used."""

    def __getattr__(self, name: str) -> Any:
        if name == "__wrapped__":  # inspect reads this name from every object
            raise AttributeError(name)
        value = getattr(import_module(self.__name__), name)
        setattr(self, name, value)
        return value

    def __dir__(self) -> list[str]:
        return dir(import_module(self.__name__))


np: Any = LazyModule("numpy")
plt: Any = LazyModule("matplotlib.pyplot")

LOOKED_UP = frozenset({"Node", "PriorityQueue", "best_first_graph_search", "memoize"})
"""Names that scripts replace in the textbook's module, so that its searches use their own."""


class _CompatibilityModule(ModuleType):
    def __setattr__(self, name: str, value: Any) -> None:
        if name in LOOKED_UP:
            warnings.warn(
                f"{self.__name__}.{name} was replaced, but the searches of this module do not use"
                " the replacement: for another order of ties define __lt__ in the class of the"
                " states, for another search write it in the script",
                stacklevel=2,
            )
        super().__setattr__(name, value)

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):  # Python itself reads many such names
            raise AttributeError(name)
        caller = sys._getframe(1)
        is_import = opname[caller.f_code.co_code[caller.f_lasti]] == "IMPORT_FROM"
        # "from search import name" would hide the text of an AttributeError
        raise (ImportError if is_import else AttributeError)(_explain(self, name))


def set_up_facade(module: str) -> None:
    """Make a module warn when a script assigns a new value to a name in ``LOOKED_UP``."""
    sys.modules[module].__class__ = _CompatibilityModule


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
    "its data files": "AIMAFile DataFile open_data",
}
ELSEWHERE = {name: chapter for chapter, names in _CHAPTERS.items() for name in names.split()}
"""A dict from names to the part of the textbook to which each belongs."""


def _explain(module: ModuleType, name: str) -> str:
    if name in ELSEWHERE:
        return (
            f"{module.__name__} has no {name!r}: found a name for {ELSEWHERE[name]}, expected a"
            f" name for search. Import {name} from the textbook's own utils"
        )
    from difflib import get_close_matches  # slow to import

    near = get_close_matches(name, [known for known in dir(module) if known[:1] != "_"], n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return (
        f'{module.__name__} has no {name!r}: {hint}The command "aima-search port search.py'
        ' SCRIPT.py" lists the names that your copy search.py has and this module does not have'
    )
