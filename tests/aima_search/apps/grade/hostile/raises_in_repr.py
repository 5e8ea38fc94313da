"""Raises an error whose message cannot be shown.

outcome: raised
beacon: Mute, whose message cannot be shown
"""


class Mute(Exception):
    def __str__(self):
        raise self

    __repr__ = __str__


def my_h(node):
    raise Mute
