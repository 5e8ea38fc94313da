"""Fails the build if a page loads a file of another server, or has a broken link."""

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
    """The files that a page loads, its links, and the targets of links in it."""

    def __init__(self):
        super().__init__()
        self.loaded, self.linked, self.targets = [], [], set()

    def handle_starttag(self, tag, attributes):
        """Collect the links of an element."""
        values = dict(attributes)
        self.targets |= {values[name] for name in ("id", "name") if values.get(name)}
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
    """Raise one error with all files of other servers and all broken links."""
    if error or app.builder.name != "html":
        return
    folder = Path(app.outdir)
    pages = {
        file.resolve(): read(file)
        for file in folder.rglob("*.html")
        if is_from_sphinx(folder, file)
    }
    faults = []
    for file, links in pages.items():
        here = file.relative_to(folder.resolve())
        faults += [f"{here} loads {url}" for url in links.loaded if OUTSIDE.match(url)]
        faults += [f"{here}: no {url}" for url in links.linked if not has_target(file, url, pages)]
    for file in folder.rglob("*.css"):
        faults += [f"{file.name} loads {url}" for url in IN_STYLE.findall(file.read_text("utf-8"))]
    if faults:
        raise ExtensionError("; ".join(sorted(set(faults))))


def is_from_sphinx(folder, file):
    """Return True if Sphinx wrote a page; the exported page has its own tests."""
    return file.relative_to(folder).parts[0] != "play"


def has_target(file, url, pages):
    """Return True if a link inside the site has an existing target."""
    parts = urlsplit(url)
    if parts.scheme or parts.netloc:
        return True
    target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
    if not target.exists():
        return False
    anchor = unquote(parts.fragment)
    return not anchor or target not in pages or anchor in pages[target].targets


def setup(app):
    """Run the check at the end of the build, after the exported page is written."""
    app.connect("build-finished", check, priority=950)
    return {"parallel_read_safe": True}
