"""Encode the solutions in the source files of chapters, so that nobody reads them by accident.

Encoding does not keep the solutions secret.

    python tools/seal.py aima_search/apps/grade/masters/*.txt
"""

from __future__ import annotations

import re
import sys
import zlib
from base64 import b85encode
from pathlib import Path

from aima_search.apps.grade.course import SEALED, SOLUTION, STUDENT
from aima_search.base.errors import InputError
from aima_search.base.files import read_file, replace_file

MARKED = re.compile(
    rf"(^|\n)([ \t]*){SOLUTION}\n(?![ \t]*{SEALED})(.*?\n)([ \t]*{STUDENT}\n)", re.DOTALL
)


def seal(text: str) -> str:
    """Return a source file's text with encoded solutions."""

    def sealed(match: re.Match[str]) -> str:
        packed = b85encode(zlib.compress(match[3].encode(), 9)).decode()
        return f"{match[1]}{match[2]}{SOLUTION}\n{match[2]}{SEALED}{packed}\n{match[4]}"

    return MARKED.sub(sealed, text)


if __name__ == "__main__":
    try:
        for path in map(Path, sys.argv[1:]):
            replace_file(path, seal(read_file(path)))
    except InputError as error:
        sys.exit(str(error))
