"""The site: ``python -m sphinx -W docs build/docs``. Generated parts come from ``_ext``."""

import gc
import os
import sys
from importlib.metadata import version as version_of
from importlib.resources import files
from pathlib import Path

from aima_search.display.palette import PAGE

HERE = Path(__file__).parent
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
os.environ["COLUMNS"] = "100"  # for commands in pages
os.environ["PYTHONPATH"] = str(HERE / "_ext")  # for the kernels of the pages
sys.path.insert(0, str(HERE / "_ext"))
gc.set_threshold(100_000, 50, 50)  # the build makes many objects and little garbage

project = "aima-search"
version = release = version_of("aima-search")
copyright = f"the aima-search contributors. aima-search {version}, MIT licence"  # noqa: A001 - the name that Sphinx asks for
language = "en"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",  # the numpydoc sections of docstrings
    "docstrings",  # for commands, by sphinx-click
    "contract_page",  # the contract of problems, from the classes of aima_search.model
    "registered",  # tables of registered names
    "house",  # a drawing of the core's subpackages
    "heads",  # descriptions of pages, levels of headings
    "try_it",  # the page in the browser
    "complete",  # a registered name that is on no page fails the build
    "self_contained",  # a broken link, or a file of another server, fails the build
]
exclude_patterns = ["_ext"]

html_theme = "furo"
html_title = f"aima-search {version}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["scroll.js"]
html_favicon = str(files("aima_search") / "apps/play/page/icon.svg")
html_copy_source = False
html_theme_options = {
    f"{theme}_css_variables": {"color-brand-primary": accent, "color-brand-content": accent}
    for theme, accent in zip(("light", "dark"), PAGE["accent"], strict=True)
}
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

nb_execution_mode = "force"
nb_execution_in_temp = True
nb_execution_show_tb = True
nb_execution_raise_on_error = True
nb_execution_timeout = 600  # seconds per cell
nb_merge_streams = True
nb_render_markdown_format = "myst"

autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
napoleon_google_docstring = False
napoleon_use_ivar = True
