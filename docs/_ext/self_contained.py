"""Fails a build whose pages would load anything from elsewhere, or have a broken link."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sphinx.errors import ExtensionError

LOADING = {
    ("script", "src"),
    ("img", "src"),
    ("iframe", "src"),
    ("source", "src"),
    ("video", "src"),
    ("audio", "src"),
    ("object", "data"),
    ("embed", "src"),
    ("link", "href"),
}
OUTSIDE = re.compile(r"(?:https?:)?//", re.IGNORECASE)
IN_STYLE = re.compile(r"(?:url\(|@import\s*)\s*['\"]?((?:https?:)?//[^'\")\s]+)", re.IGNORECASE)
NOT_LOADED = {"canonical", "next", "prev", "search", "index", "author", "copyright"}


class Links(HTMLParser):
    """The files that a page loads, its links, and its places to which links can lead."""

    def __init__(self):
        super().__init__()
        self.loaded, self.linked, self.places = [], [], set()

    def handle_starttag(self, tag, attributes):
        """Note the links of an element."""
        values = dict(attributes)
        self.places |= {values[name] for name in ("id", "name") if values.get(name)}
        relations = set((values.get("rel") or "").split())
        for name, value in attributes:
            if (tag, name) in LOADING and value and not relations & NOT_LOADED:
                self.loaded.append(value)
            if name in ("href", "src") and value:
                self.linked.append(value)


def read(file):
    """Return the links of a page."""
    links = Links()
    links.feed(file.read_text("utf-8"))
    return links


def check(app, error):
    """Raise one error with all that is loaded from elsewhere and all links that lead nowhere."""
    if error or app.builder.name != "html":
        return
    folder = Path(app.outdir)
    pages = {file.resolve(): read(file) for file in folder.rglob("*.html") if is_ours(folder, file)}
    faults = []
    for file, links in pages.items():
        here = file.relative_to(folder.resolve())
        faults += [f"{here} loads {url}" for url in links.loaded if OUTSIDE.match(url)]
        faults += [f"{here}: no {url}" for url in links.linked if not leads(file, url, pages)]
    for file in folder.rglob("*.css"):
        faults += [f"{file.name} loads {url}" for url in IN_STYLE.findall(file.read_text("utf-8"))]
    if faults:
        raise ExtensionError("; ".join(sorted(set(faults))))


def is_ours(folder, file):
    """Tell whether Sphinx made a page; the exported one has tests of its own."""
    return file.relative_to(folder).parts[0] != "play"


def leads(file, url, pages):
    """Tell whether a link inside of the site leads to a file, and to a place in it."""
    parts = urlsplit(url)
    if parts.scheme or parts.netloc:
        return True
    target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
    if not target.exists():
        return False
    place = unquote(parts.fragment)
    return not place or target not in pages or place in pages[target].places


def setup(app):
    """Join the build at its end, after the exported page is there."""
    app.connect("build-finished", check, priority=950)
    return {"parallel_read_safe": True}
