"""The local page for playing, watching and comparing: its requests and its front ends.

>>> from aima_search.apps.play import play, watch  # in a notebook, see ``widget``
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aima_search.base.names import offer_when_used

if TYPE_CHECKING:
    from aima_search.apps.play.widget import play as play
    from aima_search.apps.play.widget import watch as watch
else:
    __getattr__, __dir__ = offer_when_used(__name__)
