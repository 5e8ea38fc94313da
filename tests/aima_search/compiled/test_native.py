"""Machine code is kept under all that it depends on, and nothing that is damaged is believed."""

import ctypes
import gc
import weakref
from math import inf

import pytest

from aima_search.base import cache
from aima_search.base.errors import NotApplicable
from aima_search.compiled import native
from aima_search.compiled.native import digest_of
from aima_search.model.compiled import Formula

SCALE = 3


def scaled(key, ints, floats, raw):
    return SCALE * helped(key) + ints[0]


def helped(key):
    return key + 1


def unhelped(key):
    return key + 2


def test_the_digest_sees_all_that_a_function_uses(monkeypatch):
    before = digest_of(scaled)
    assert digest_of(scaled) == before
    monkeypatch.setitem(globals(), "SCALE", 4)
    changed = digest_of(scaled)
    monkeypatch.setitem(globals(), "helped", unhelped)
    assert len({before, changed, digest_of(scaled), native.digest_of(helped)}) == 4
    inner = [digest_of(lambda key, number=number: key + number) for number in (1, 1, 2)]
    assert inner[0] == inner[1] != inner[2]


@pytest.fixture
def fresh(cache_folder, monkeypatch):
    """Return a function that gives the value of a formula, found anew in the cache's folder."""
    pytest.importorskip("numba")

    def value(formula, key):
        monkeypatch.setattr(native, "_addresses", {})
        return native.LinkedFormulas([formula]).value(0, key)

    return value


@pytest.mark.gate("it compiles")
def test_kept_code_is_loaded_and_damaged_code_is_made_again(fresh, cache_folder, monkeypatch):
    formula = Formula(scaled, [100])
    assert fresh(formula, 7) == 124
    [file] = cache_folder.iterdir()
    content = file.read_bytes()
    [told] = cache.entries()
    assert told.identity.startswith(f"code of {__name__}.scaled ")
    monkeypatch.setattr(native, "_compile", None)
    assert fresh(formula, 7) == 124
    monkeypatch.undo()
    monkeypatch.setenv(cache.VARIABLE, str(cache_folder))
    for damaged in (content[:-1], content[:-1] + b"x", b"", content[:50]):
        file.write_bytes(damaged)
        monkeypatch.setattr(native, "_addresses", {})
        assert native.LinkedFormulas([formula]).value(0, 7) == 124
        with monkeypatch.context() as loading:
            loading.setattr(native, "_compile", None)
            assert fresh(formula, 7) == 124


@pytest.mark.gate("it compiles")
def test_code_of_somebody_elses_folder_is_not_loaded(fresh, monkeypatch):
    formula = Formula(scaled, [100])
    fresh(formula, 7)
    identity = native.identity_of(scaled, native.VALUE)
    monkeypatch.setattr(native, "_addresses", {})
    assert native.is_cached(identity)
    monkeypatch.setattr(native.os, "getuid", lambda: 12345, raising=False)
    assert not native.is_cached(identity)


def refused(key, ints, floats, raw):
    return {}["a"]


@pytest.mark.gate("it compiles")
def test_what_numba_cannot_compile_is_reported_on_one_line(fresh):
    with pytest.raises(NotApplicable, match="numba cannot compile refused: ") as told:
        fresh(Formula(refused), 7)
    assert len(str(told.value)) < 500
    assert "\n" not in str(told.value)


def divided(key, ints, floats, raw):
    return 1.0 / (key - 7) if key < 8 else inf


@pytest.mark.gate("it compiles")
def test_a_formula_may_be_infinite(fresh):
    assert fresh(Formula(divided), 7) == fresh(Formula(divided), 8) == inf


def test_a_callback_to_python_lives_as_long_as_the_formulas_that_are_linked():
    called = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_int64, *[ctypes.c_void_p] * 3)(
        lambda key, *_: key + 0.5
    )
    formula = Formula(called, address=ctypes.cast(called, ctypes.c_void_p).value)
    held, linked = weakref.ref(called), native.LinkedFormulas([formula])
    del called, formula
    gc.collect()
    assert held() is not None
    assert linked.value(0, 3) == 3.5
