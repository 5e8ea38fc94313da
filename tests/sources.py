"""The project's own files, as the rules of the house read them: a process parses each once."""

import ast
from functools import cache


@cache
def nodes_of(path):
    """Return all nodes of a file's syntax tree, the module first."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
