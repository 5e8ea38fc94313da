"""Never gets to its function.

outcome: time-limit
"""

while True:
    pass
