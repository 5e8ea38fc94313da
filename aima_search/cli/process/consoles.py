"""Rich's console as the command line uses it."""

from __future__ import annotations

import rich.console


class Console(rich.console.Console):
    """A console that colours nothing on its own; its caller handles a reader who has gone."""

    def __init__(self, width: int | None = None, stderr: bool = False) -> None:
        super().__init__(highlight=False, emoji=False, width=width, stderr=stderr)

    def on_broken_pipe(self) -> None:
        """Raise again what was raised; rich alone would exit with 1."""
        raise BrokenPipeError("the reader of the output has gone")
