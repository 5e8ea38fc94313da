"""Modules as one: in the order of their imports, and nothing taken that is not understood."""

import pytest

from aima_search.apps.play.files import join_modules, widget_module, widget_style

MODULES = {
    "main.js": """// The first one; it may mention import("anything") here.
import { one, two as deux } from "./parts/numbers.js";
import {
  Thing,
} from "./thing.js";

export const results = [one, deux(), new Thing().name];
""",
    "parts/numbers.js": """import { name } from "../thing.js";
export const one = 1;
export async function later() {}
export function two() {
  return 2 + name.length;
}
const hidden = "not seen by others";
""",
    "thing.js": """export const name = "x";
export class Thing {
  name = name;
}
const hidden = "another one";
""",
}


def written(folder, modules):
    for name, text in modules.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def joined(folder, modules, export="results"):
    return join_modules(written(folder, modules), "main.js", export)


def evaluated(page, text):
    """Return the default export of a module, run by a browser."""
    return page.evaluate(
        """async text => {
          const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
          return (await import(address)).default;
        }""",
        text,
    )


def test_joined_modules_say_what_they_said_apart(tmp_path, chromium):
    page = chromium.new_page()
    assert evaluated(page, joined(tmp_path, MODULES)) == [1, 3, "x"]
    page.close()


def test_modules_stand_after_those_that_they_import(tmp_path):
    text = joined(tmp_path, MODULES)
    places = [text.index(f"// {name}") for name in ("thing.js", "parts/numbers.js", "main.js")]
    assert places == sorted(places)
    assert "import {" not in text
    assert text.count("export ") == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('import * as all from "./thing.js";', "expected named imports"),
        ('import thing from "./thing.js";', "expected named imports"),
        ('import { thing } from "elsewhere";', "expected named imports"),
        ("export default 3;", "expected named imports and exports"),
        ("export let changing = 1;", "expected named imports and exports"),
        ('const later = import("./thing.js");', "expected named imports"),
        ("const here = import.meta.url;", "expected named imports"),
        ('import { results } from "./main.js";', "nodes are in a cycle"),
    ],
)
def test_other_forms_are_refused(tmp_path, text, message):
    with pytest.raises(ValueError, match=message):
        joined(tmp_path, {**MODULES, "main.js": f"{text}\n"})


def test_the_whole_page_is_joined_with_its_styles():
    text, style = widget_module(), widget_style()
    assert text.rstrip().endswith(".widget;")
    assert "function mount(" in text
    assert ".aima-page {" in style
    assert style.rstrip().endswith("}")
