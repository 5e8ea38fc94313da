"""Benchmarks: every claim about speed and memory, measured side by side in one run.

``python -m benchmarks`` lists them. A benchmark is a file here with ``main(arguments)``; its
docstring's first line describes it. All times are CPU times, and all claims are ratios of
them: they hold on a slow machine as on a fast machine.
"""
