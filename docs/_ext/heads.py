"""What every page says of itself: a description in its head, levels of the headings next to it."""

from html import escape

from docutils import nodes

LONGEST = 160  # characters that a search engine shows
DESCRIBED = "Search as the AIMA textbook teaches it, for Python: counted, limited, fast."


def description(doctree):
    """Return the first paragraph of a page, cut at a word; without one, what the project is."""
    first = next(iter(doctree.findall(is_paragraph)), None) if doctree else None
    text = " ".join(first.astext().split()) if first else DESCRIBED
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST].rsplit(' ', 1)[0].rstrip(',;:.')} …"


def is_paragraph(node):
    """Tell whether a node is a paragraph of the page itself, not of a table or a list."""
    return isinstance(node, nodes.paragraph) and isinstance(
        node.parent, (nodes.section, nodes.document)
    )


def add_facts(app, pagename, templatename, context, doctree):
    """Put the description into the head; give the theme's captions the level that they lack."""
    told = escape(description(doctree))
    context["metatags"] = (
        f'{context.get("metatags", "")}\n<meta name="description" content="{told}">'
    )
    tree = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = tree.replace(
        'role="heading"', 'role="heading" aria-level="2"'
    )


def setup(app):
    """Join the build after the theme."""
    app.connect("html-page-context", add_facts, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
