"""Loops before it defines its function.

outcome: time-limit
"""

while True:
    pass
