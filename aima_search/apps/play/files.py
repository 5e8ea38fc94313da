"""The files of the page (in ``page/``) and of its ``front_ends/``: server, export, widget."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path
from posixpath import dirname, normpath
from posixpath import join as join_path

from aima_search.display.palette import page_colours

_HERE = Path(__file__).parent
_SUFFIXES = {".html", ".js", ".css", ".svg", ".png"}
_STYLE = re.compile(r'<link rel="stylesheet" href="\./([^"]+)">')


def page_files(front_end: str = "") -> dict[str, bytes]:
    """Return the files of the page, and the files of the front end, as a dict by name."""
    folders = [_HERE / "page", *([_HERE / "front_ends" / front_end] if front_end else [])]
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix in _SUFFIXES
    }
    files["styles/colours.css"] = page_colours(".aima-page").encode()
    return files


def widget_module() -> str:
    """Return the JavaScript module of the widget, which also contains all modules of the page."""
    return join_modules(_HERE, "front_ends/widget/widget.js", "widget")


def widget_style() -> str:
    """Return the styles of the page and of the widget as one text."""
    files = page_files("widget")
    names = [*_STYLE.findall(files["index.html"].decode()), "late.css"]
    return "\n".join(files[name].decode() for name in names)


_IMPORT = re.compile(r'^import \{([^{}]*)\} from "(\.{1,2}/[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(
    r"^export (?=(?:async function|function|class|const)\b\*? ?([A-Za-z_$][\w$]*))", re.MULTILINE
)
_OTHER = re.compile(r"^(?:import|export)\b.*|\bimport\s*\(.*|\bimport\.meta\b.*", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*(?://|/?\*).*$", re.MULTILINE)


def join_modules(folder: Path, entry: str, export: str) -> str:
    """Return one JavaScript module that contains ``entry`` and all modules that it imports.

    Every module becomes a function that returns its exports. The resulting module has a default
    export: the object named ``export`` in ``entry``. Raises ValueError for unknown syntax.
    """
    texts: dict[str, str] = {}
    graph: dict[str, list[str]] = {}
    waiting = [entry]
    while waiting:
        if (name := waiting.pop()) not in texts:
            texts[name] = (folder / name).read_text("utf-8")
            graph[name] = list(_imports(name, texts[name]))
            waiting += graph[name]
    order = list(TopologicalSorter(graph).static_order())
    numbers = {name: f"module_{number}" for number, name in enumerate(order)}
    parts = [_wrapped(name, texts[name], numbers) for name in order]
    return "\n".join([*parts, f"export default {numbers[entry]}.{export};\n"])


def _imports(name: str, text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for names, address in _IMPORT.findall(text):
        other = normpath(join_path(dirname(name), address))
        found.setdefault(other, []).extend(filter(None, map(str.strip, names.split(","))))
    return found


def _wrapped(name: str, text: str, numbers: dict[str, str]) -> str:
    """Turn a JavaScript module into a constant that holds its exports."""
    body = _EXPORT.sub("", _IMPORT.sub("", text))
    other = _OTHER.search(_COMMENT.sub("", body))
    if other:
        raise ValueError(f"{name}: found {other[0]!r}, expected named imports and exports")
    lines = [f"const {numbers[name]} = (() => {{ // {name}"]
    for module, names in _imports(name, text).items():
        renamed = ", ".join(one.replace(" as ", ": ") for one in names)
        lines.append(f"const {{ {renamed} }} = {numbers[module]};")
    lines += [body.strip(), f"return {{ {', '.join(_EXPORT.findall(text))} }};", "})();"]
    return "\n".join(lines)
