"""The directive ``try-it``: the exported page of the browser, inside of the site.

The export needs the npm package ``pyodide``: AIMA_SEARCH_PYODIDE names it, or else npm fetches it.
If both fail, the page says so, and how to open the same on one's own machine.
"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from aima_search.apps.play.export import ExportError, export, fetch_package

FOLDER = "play"
VARIABLE = "AIMA_SEARCH_PYODIDE"
PAGE = f"{FOLDER}/index.html"
LINK = f"""<p class="try-it"><a href="{PAGE}#lesson=why-10445">A lesson of five minutes</a>
<a class="second" href="{PAGE}">Play, watch a search, compare</a></p>
<p>It runs in your browser: Python comes with the page, and nothing you do leaves it.</p>"""
WITHOUT = """This copy of the site was built without the page that runs in a browser. On your own
machine one command opens it:

```sh
pip install . && aima-search play
```"""
logger = logging.getLogger(__name__)


def export_page(app):
    """Export the page into the site, before the pages that link to it; note whether it is there."""
    app.config.try_it_is_there = False
    if app.builder.name != "html":
        return
    named = os.environ.get(VARIABLE)
    with TemporaryDirectory() as folder:
        try:
            package = Path(named) if named else fetch_package(Path(folder))
        except ExportError as error:
            logger.info("try-it: the site has no page to play on: %s", error)
            return
        told = export(Path(app.outdir) / FOLDER, package)
    app.config.try_it_is_there = True
    logger.info("try-it: the page to play on is in %s", told.folder)


class TryIt(SphinxDirective):
    """A link to the exported page, or how to open the same page at home."""

    def run(self):
        """Return the link, or the words."""
        if self.env.app.config.try_it_is_there:
            return [nodes.raw("", LINK, format="html")]
        return self.parse_text_to_nodes(WITHOUT)


def setup(app):
    """Announce the directive, and the export at the start."""
    app.add_config_value("try_it_is_there", False, "env")
    app.add_directive("try-it", TryIt)
    app.connect("builder-inited", export_page)
    return {"parallel_read_safe": True}
