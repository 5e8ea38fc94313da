"""Adds a description to the head of every page, and levels to the headings in the navigation."""

from html import escape

from docutils import nodes

LONGEST = 160  # a search engine shows this number of characters
DESCRIBED = "State-space search for Python with the algorithms of the AIMA textbook."


def description(doctree):
    """Return a page's first paragraph, cut off after a word, or a description of the project."""
    first = next(iter(doctree.findall(is_paragraph)), None) if doctree else None
    text = " ".join(first.astext().split()) if first else DESCRIBED
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST].rsplit(' ', 1)[0].rstrip(',;:.')} …"


def is_paragraph(node):
    """Return True if a node is a paragraph of the page itself, not of a table or a list."""
    return isinstance(node, nodes.paragraph) and isinstance(
        node.parent, (nodes.section, nodes.document)
    )


def add_facts(app, pagename, templatename, context, doctree):
    """Add the description, and the heading level, which the theme's captions do not have."""
    text = escape(description(doctree))
    context["metatags"] = (
        f'{context.get("metatags", "")}\n<meta name="description" content="{text}">'
    )
    tree = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = tree.replace(
        'role="heading"', 'role="heading" aria-level="2"'
    )


def setup(app):
    """Call ``add_facts`` after the theme has made the context of a page."""
    app.connect("html-page-context", add_facts, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
