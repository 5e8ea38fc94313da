"""The directive ``try-it``: the exported page of the browser, inside of the site; figures of it.

The export needs the npm package ``pyodide``: AIMA_SEARCH_PYODIDE names it, or else npm fetches it.
If both fail, the site says how to open the same on one's own machine, and figures are pictures.
"""

import os
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import parse_qsl

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from aima_search.apps.play.conversation import PageConversation
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


def still(search):
    """Return the picture of a step of a search, as the page draws it."""
    asked = dict(parse_qsl(search))
    conversation = PageConversation()
    go = {"ask": "go", "step": int(asked.pop("step")), "show": {"picture": {}}}
    for request in ({"ask": "open", "searches": [asked]}, go):
        told = conversation.answer({"version": 1, "epoch": 1, **request})
    return f"<figure>{told['answer']['searches'][0]['picture']['svg']}</figure>"


class TryIt(SphinxDirective):
    """A link to the exported page, or how to open the same page at home.

    argument: a search as the page's address has it, ``puzzle=routes&step=4``. Then a figure shows
    it at that step, to be gone on with; without the exported page, a picture.
    """

    optional_arguments = 1

    def run(self):
        """Return the link or the words, the figure or the picture."""
        is_there = self.env.app.config.try_it_is_there
        if not self.arguments:
            return (
                [nodes.raw("", LINK, format="html")]
                if is_there
                else self.parse_text_to_nodes(WITHOUT)
            )
        [search] = self.arguments
        source = f"{'../' * self.env.docname.count('/')}{PAGE}#{search}&view=watch&figure=yes"
        frame = f'<iframe class="search" title="A search, step by step" src="{escape(source)}"'
        html = f'{frame} loading="lazy"></iframe>' if is_there else still(search)
        return [nodes.raw("", html, format="html")]


def setup(app):
    """Announce the directive, and the export at the start."""
    app.add_config_value("try_it_is_there", False, "env")
    app.add_directive("try-it", TryIt)
    app.connect("builder-inited", export_page)
    return {"parallel_read_safe": True}
