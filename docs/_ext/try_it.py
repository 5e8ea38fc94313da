"""The directive ``try-it``: the exported page inside the site, and figures of a search.

The export needs the npm package ``pyodide``: set AIMA_SEARCH_PYODIDE to its file, or npm downloads
it. If both fail, the site shows the command that opens the page, and pictures instead of figures.
"""

import os
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import parse_qsl

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from aima_search.apps.play.conversation import PageRequestDispatcher
from aima_search.apps.play.export import ExportError, export, fetch_package

FOLDER = "play"
VARIABLE = "AIMA_SEARCH_PYODIDE"
PAGE = f"{FOLDER}/index.html"
LINK = f"""<p class="try-it"><a href="{PAGE}#lesson=why-10445">A lesson of five minutes</a>
<a class="second" href="{PAGE}">Play, watch a search, compare</a></p>
<p>The page includes Python and runs in your browser. It sends nothing to a server.</p>"""
WITHOUT = """This copy of the site was built without the page. In a clone of the project, you can
install the package and open the page on your machine:

```sh
pip install . && aima-search play
```"""
logger = logging.getLogger(__name__)


def export_page(app):
    """Export the page into the site, before the pages that link to it."""
    app.config.try_it_is_there = False
    if app.builder.name != "html":
        return
    named = os.environ.get(VARIABLE)
    with TemporaryDirectory() as folder:
        try:
            package = Path(named) if named else fetch_package(Path(folder))
        except ExportError as error:
            logger.info("try-it: the site is built without the page: %s", error)
            return
        exported = export(Path(app.outdir) / FOLDER, package)
    app.config.try_it_is_there = True
    logger.info("try-it: the page is in %s", exported.folder)


def still(search):
    """Return the picture of a step of a search, as on the page."""
    options = dict(parse_qsl(search))
    conversation = PageRequestDispatcher()
    go = {"ask": "go", "step": int(options.pop("step")), "show": {"picture": {}}}
    for request in ({"ask": "open", "searches": [options]}, go):
        response = conversation.answer({"version": 1, "epoch": 1, **request})
    return f"<figure>{response['answer']['searches'][0]['picture']['svg']}</figure>"


class TryIt(SphinxDirective):
    """A link to the exported page, or a figure of a search.

    argument: a search as in the page's address, for example ``puzzle=routes&step=4``. The figure
    shows this step, and readers can continue from it. Without the exported page, it is a picture.
    """

    optional_arguments = 1

    def run(self):
        """Return the link or the figure."""
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
    """Register the directive, and export the page at the start of the build."""
    app.add_config_value("try_it_is_there", False, "env")
    app.add_directive("try-it", TryIt)
    app.connect("builder-inited", export_page)
    return {"parallel_read_safe": True}
