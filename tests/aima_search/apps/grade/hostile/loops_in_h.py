"""Never returns from h.

outcome: time-limit
"""


def my_h(node):
    while True:
        pass
