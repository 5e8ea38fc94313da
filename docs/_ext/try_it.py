"""The directive ``try-it``: the exported page of the browser, inside of the site.

The export needs the npm package ``pyodide``, unpacked in the folder that AIMA_SEARCH_PYODIDE names.
Without it the page says how to get the same on one's own machine, and nothing is promised.
"""

import os
import subprocess
import sys
from pathlib import Path

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from aima_search.cli import COMMANDS

FOLDER = "play"
logger = logging.getLogger(__name__)


def runtime():
    """Return the folder of the Pyodide package, None where there is none."""
    named = os.environ.get("AIMA_SEARCH_PYODIDE", "")
    folder = Path(named) if named else None
    return folder if folder and (folder / "pyodide.mjs").is_file() else None


def can_export():
    """Tell whether the page can be exported here."""
    return "play" in COMMANDS and runtime() is not None


def export(app, error):
    """Export the page into the built site."""
    if error or app.builder.name != "html":
        return
    if not can_export():
        logger.info("try-it: no page exported (AIMA_SEARCH_PYODIDE names no Pyodide package)")
        return
    target = str(Path(app.outdir) / FOLDER)
    command = [sys.executable, "-m", "aima_search", "play", "--export", target]
    subprocess.run([*command, "--pyodide", str(runtime())], check=True)


class TryIt(SphinxDirective):
    """A link to the exported page, or how to open the same page at home."""

    def run(self):
        """Return the link, or the words."""
        if can_export():
            link = f'<p class="try-it"><a href="{FOLDER}/index.html">Play and search here</a></p>'
            return [nodes.raw("", link, format="html")]
        command = "play" if "play" in COMMANDS else "solve movix"
        return self.parse_text_to_nodes(
            "This copy of the site was built without the page that runs in a browser. On your own"
            f" machine one command opens it:\n\n```sh\naima-search {command}\n```"
        )


def setup(app):
    """Announce the directive, and the export at the end."""
    app.add_directive("try-it", TryIt)
    app.connect("build-finished", export)
    return {"parallel_read_safe": True}
