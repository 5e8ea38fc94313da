"""The names of the textbook's ``utils`` that are not here: what other chapters than 3 and 4 use."""

from __future__ import annotations

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
"""What of the textbook each name belongs to."""


def is_missing(module: str, name: str) -> AttributeError:
    """Return the error for a name that a module of ours does not have, to raise."""
    if name not in ELSEWHERE:
        return AttributeError(f"module {module!r} has no attribute {name!r}")
    return AttributeError(
        f"{module} has no {name!r}: it has what search uses, and {name} is of the textbook's"
        f" part on {ELSEWHERE[name]}; import it from the textbook's own utils"
    )
