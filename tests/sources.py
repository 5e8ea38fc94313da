"""The syntax trees of the project's files for the tests of their structure; each is parsed once."""

import ast
from functools import cache


@cache
def nodes_of(path):
    """Return all nodes of a file's syntax tree, the module first."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
