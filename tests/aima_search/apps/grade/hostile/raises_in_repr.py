"""Raises an error that cannot be told.

outcome: raised
beacon: Mute, which cannot say
"""


class Mute(Exception):
    def __str__(self):
        raise self

    __repr__ = __str__


def my_h(node):
    raise Mute
