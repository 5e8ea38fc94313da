"""How alike two submissions are: the share of sequences of tokens that both have.

Names, numbers, texts and comments do not count, so that a program with other names is the same; a
long text counts, as the program that it may be. A *sketch* holds the least hashes of all sequences;
two sketches tell the share that both have (Broder, "On the resemblance and containment of
documents", 1997). Two that are alike share some of their very least hashes, so that most pairs are
never looked at. A sequence that more than half of a class have, such as a line of a file that was
handed out, says nothing, and is left out.
"""

from __future__ import annotations

import keyword
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from heapq import nsmallest
from zlib import crc32

from aima_search.apps.grade.contents import Contents
from aima_search.catalog.user_files import ENDING, code_of

ALIKE = 0.6  # the share from which submissions are pointed out
_LENGTH = 10  # tokens of a sequence
_KEPT = 400  # hashes of a sketch
_LEAST = 50  # sequences: shorter programs are alike by nature
_LONGEST = 2**18  # characters that are looked at
_LARGEST_NOTEBOOK = 2**22  # bytes, with pictures
_FEW = 4  # submissions; fewer do not tell what is common
_KEYS = 16  # least hashes: of two alike, all differ in less than 0.4 ** 16 of the cases
_LONG = 120  # characters of a text that may be a program
_TOKEN = re.compile(
    r"""(?P<comment>\#.*)|(?P<text>\"{3}[\s\S]*?\"{3}|'{3}[\s\S]*?'{3}|"[^"\n]*"|'[^'\n]*')"""
    r"""|(?P<name>[^\W\d]\w*)|(?P<number>\d[\w.]*)|(?P<sign>\S)"""
)


def sketch_of(contents: Contents) -> tuple[int, ...]:
    """Return the sketch of a submission's scripts and notebooks; no code is run or parsed."""
    scripts = [_script(name, content) for name, content in contents.files.items()]
    tokens = list(_tokens("\n".join(filter(None, scripts))[:_LONGEST]))
    sequences = (tokens[at : at + _LENGTH] for at in range(len(tokens) - _LENGTH + 1))
    return tuple(sorted({crc32(" ".join(one).encode()) for one in sequences})[:_KEPT])


def _script(name: str, content: bytes) -> str:
    """Return the text of a script, the code of a notebook that is not too large, else ""."""
    if name.endswith(ENDING) and len(content) <= _LARGEST_NOTEBOOK:
        return code_of(content)
    return content[:_LONGEST].decode("utf-8", "replace") if name.endswith(".py") else ""


def _tokens(text: str, *, is_inside: bool = False) -> Iterator[str]:
    for token in _TOKEN.finditer(text):
        kind, word = str(token.lastgroup), token[0]
        if kind == "text" and len(word) > _LONG and not is_inside:
            inner = word.strip("'\"").replace(r"\n", "\n").replace("\\", "")
            yield from _tokens(inner, is_inside=True)
        elif kind != "comment":
            is_word = kind == "sign" or keyword.iskeyword(word)
            yield word.encode("utf-8", "replace").decode() if is_word else kind


def alike(sketches: Mapping[str, Sequence[int]]) -> Iterator[tuple[str, str, float]]:
    """Yield the pairs of names that are alike, with the share, from the highest down."""
    times = Counter(one for sketch in sketches.values() for one in sketch)
    most = len(sketches) / 2 if len(sketches) >= _FEW else len(sketches)
    own = {name: {one for one in sketch if times[one] <= most} for name, sketch in sketches.items()}
    having: dict[int, list[str]] = defaultdict(list)
    found = []
    for name in (name for name in own if len(own[name]) >= _LEAST):
        keys = nsmallest(_KEYS, own[name])
        for other in {other for key in keys for other in having[key]}:
            mine, theirs = own[name], own[other]
            may_be = len(mine & theirs) >= ALIKE * min(_KEPT, len(mine | theirs))
            if may_be and (share := _share(theirs, mine)) >= ALIKE:
                found.append((share, other, name))
        for key in keys:
            having[key].append(name)
    for share, first, second in sorted(found, reverse=True):
        yield first, second, share


def _share(first: set[int], second: set[int]) -> float:
    """Return the estimated share of sequences that two sketches have in common."""
    least = nsmallest(_KEPT, first | second)
    return sum(one in first and one in second for one in least) / len(least)
