"""Benchmarks: every claim about speed and memory, measured side by side in one run.

``python -m benchmarks`` lists them. A benchmark is a file here with ``CASES``, functions by the
names of its sections; its docstring's first line describes it. Times are CPU times unless a column
or a claim says "clock".
"""
