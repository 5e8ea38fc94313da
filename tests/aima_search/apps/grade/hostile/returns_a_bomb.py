"""Returns an object that runs a command when it is unpickled.

outcome: failed
"""

import os


class Bomb(int):
    def __reduce__(self):
        return os.system, ("touch @TARGET@/exploded",)

    def __index__(self):
        os.abort()


class Plain:
    def __reduce__(self):
        return os.system, ("touch @TARGET@/exploded",)


def my_h(node):
    return Plain()
