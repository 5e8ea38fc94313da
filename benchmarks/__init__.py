"""Benchmarks: they measure every claim of the project about speed and memory.

``python -m benchmarks`` lists the benchmarks. A benchmark is a file here with ``CASES``, a dict
from the names of its sections to functions; the first line of its docstring describes it. Times are
CPU times unless a column or a claim says "clock".
"""
