"""XML from strangers: no document types, no entities, bounded, faults with a place."""

import tracemalloc

import pytest

from aima_search.base.errors import BoardError
from puzzles import Sudoku
from puzzles.sudoku import formats

EMPTY = "0" * 16

ATTACKS = {
    "billion laughs": '<!DOCTYPE x [<!ENTITY a "0"><!ENTITY b "&a;&a;">]>'
    '<opensudoku><game data="&b;"/></opensudoku>',
    "external entity": '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
    "<opensudoku><name>&a;</name></opensudoku>",
    "external type": '<!DOCTYPE opensudoku SYSTEM "http://localhost/x.dtd"><opensudoku/>',
    "parameter entity": '<!DOCTYPE x [<!ENTITY % a "0">%a;]><opensudoku/>',
    "empty type": f'<!DOCTYPE opensudoku><opensudoku><game data="{EMPTY}"/></opensudoku>',
    "undefined entity": '<opensudoku><game data="&a;"/></opensudoku>',
}


@pytest.mark.parametrize("name", ATTACKS)
def test_document_types_and_entities_are_refused(name):
    with pytest.raises(BoardError, match="XML, line 1, column"):
        Sudoku(ATTACKS[name])


def test_character_references_are_no_entities():
    assert Sudoku('<opensudoku><game data="&#49;' + EMPTY[1:] + '"/></opensudoku>').givens[0] == 1


@pytest.mark.parametrize("declared", ["utf-7", "utf-16", "latin-1", "x-mac-arabic"])
def test_a_declared_encoding_is_of_no_interest_once_the_text_is_decoded(declared):
    game = f'<opensudoku><name>\u00e9</name><game data="1{EMPTY[1:]}"/></opensudoku>'
    text = f'<?xml version="1.0" encoding="{declared}"?>{game}'
    assert Sudoku(text).givens == (1, *[0] * 15)


def test_unpaired_surrogates_are_refused():
    with pytest.raises(BoardError, match="XML, line 1"):
        Sudoku("<opensudoku><name>\ud800</name></opensudoku>")


def test_a_text_beyond_the_bound_is_refused_unread(monkeypatch):
    monkeypatch.setattr(formats, "MAX_CHARACTERS", 1000)
    with pytest.raises(BoardError, match="1,001 characters"):
        Sudoku("<" * 1001)


def test_a_long_attribute_costs_no_more_than_its_length():
    text = f'<opensudoku><game data="{"0" * 90_000}"/></opensudoku>'
    tracemalloc.start()
    with pytest.raises(BoardError, match="90000 cells"):
        Sudoku(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 400 * len(text)
