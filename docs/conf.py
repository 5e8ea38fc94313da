"""The site: ``python -m sphinx -W docs build/docs``; what is generated is in ``_ext``."""

import os
import sys
from importlib.metadata import version as version_of
from pathlib import Path

HERE = Path(__file__).parent
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
os.environ["COLUMNS"] = "100"  # of the commands that pages run
os.environ["PYTHONPATH"] = str(HERE / "_ext")  # for the kernels of the pages
sys.path[:0] = [str(HERE / "_ext"), str(HERE.parent)]

project = "aima-search"
copyright = "the aima-search contributors"  # noqa: A001 - the name that Sphinx asks for
version = release = version_of("aima-search")
language = "en"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "docstrings",  # of Python and of commands, by sphinx-click
    "puzzle_pages",  # a page a puzzle, from aima_search.manual
    "registered",  # tables of registered names, if a page asks for one
    "house",  # the drawing of the engine's rooms
    "try_it",  # the page that runs in the browser
    "complete",  # a registered name that is on no page fails the build
    "self_contained",  # so does anything that a page would load from elsewhere
]
exclude_patterns = ["_ext"]

html_theme = "furo"
html_title = "aima-search"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0067a3", "color-brand-content": "#0067a3"},
    "dark_css_variables": {"color-brand-primary": "#56b4e9", "color-brand-content": "#56b4e9"},
}
pygments_style, pygments_dark_style = "friendly", "native"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

nb_execution_mode = "force"
nb_execution_in_temp = True
nb_execution_show_tb = True
nb_execution_raise_on_error = True
nb_execution_timeout = 600  # seconds of a cell, however busy the machine is
nb_merge_streams = True
nb_render_markdown_format = "myst"

autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
