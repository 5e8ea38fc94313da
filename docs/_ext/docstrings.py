"""Prepares the descriptions of commands for Sphinx."""

import re

FILE_NUMBER = re.compile(r"\bFILE:\d+")


def process_command(app, context, lines):
    """Mark a text such as FILE:20 as code; otherwise Sphinx makes a link of it."""
    lines[:] = [FILE_NUMBER.sub(r"``\g<0>``", line) for line in lines]


def setup(app):
    """Call ``process_command`` before sphinx-click writes a description."""
    app.setup_extension("sphinx_click")  # sphinx_click defines the event
    app.connect("sphinx-click-process-description", process_command)
    return {"parallel_read_safe": True}
