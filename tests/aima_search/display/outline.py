"""The parts of an HTML text: open elements, ids, link addresses, texts."""

from html.parser import HTMLParser


class Outline(HTMLParser):
    """Reads HTML; an error if it is not well-formed, so that an element is not closed."""

    VOID = ("meta", "br", "link", "input", "img", "hr")

    def __init__(self, html):
        super().__init__()
        self.ids, self.targets, self.open, self.texts, self.tags = [], [], [], [], []
        self.feed(html)
        self.close()

    @property
    def text(self):
        return " ".join(self.texts)

    def handle_starttag(self, tag, attributes):
        if tag not in self.VOID:
            self.open.append(tag)
        self.tags.append(tag)
        values = dict(attributes)
        self.ids += [values["id"]] if "id" in values else []
        self.targets += [values[k] for k in ("href", "src", "xlink:href") if k in values]

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)
