"""Lets Sphinx read the house's docstrings: paragraphs of ``name: text`` become a list."""

import re

ITEM = re.compile(r"^(?P<names>[a-z_]\w*(?:, [a-z_]\w*)*): (?P<text>\S.*)")
FILE_NUMBER = re.compile(r"\bFILE:\d+")
MARKED = ("- ", "* ", ">>>", "..", ":")


def with_lists(lines):
    """Return the lines with a bullet for each item of a paragraph in which lines are indented."""
    result = []
    for block in blocks_of(lines):
        result += bulleted(block) if is_list(block) else block
        result.append("")
    return result


def blocks_of(lines):
    """Yield the paragraphs."""
    block = []
    for line in [*lines, ""]:
        if line.strip():
            block.append(line)
        elif block:
            yield block
            block = []


def is_list(block):
    """Tell whether a paragraph begins with an item and has a line that hangs below another."""
    if block[0].startswith(MARKED) or not ITEM.match(block[0]):
        return False
    return any(line.startswith(" ") for line in block)


def bulleted(block):
    """Return a paragraph as a list, an item from each line that begins like one."""
    lines = []
    for line in block:
        item = None if line.startswith(" ") else ITEM.match(line)
        if item:
            lines.append(f"- *{item['names']}*: {item['text']}")
        else:
            lines.append(f"  {line.strip()}")
    return lines


def process(app, what, name, found, options, lines):
    """Change the lines of a docstring in place."""
    lines[:] = with_lists(lines)


def process_command(app, context, lines):
    """Keep FILE:20 in the words of a command from being taken for a link."""
    lines[:] = [FILE_NUMBER.sub(r"``\g<0>``", line) for line in lines]


def setup(app):
    """Join autodoc and sphinx-click."""
    app.setup_extension("sphinx_click")  # it has the event
    app.connect("autodoc-process-docstring", process)
    app.connect("sphinx-click-process-description", process_command)
    return {"parallel_read_safe": True}
