"""``python -m aima_search`` and the command ``aima-search``: the command line.

Nothing is imported before an interruption can be answered.
"""

import sys


def main() -> None:
    """Run the command line."""
    try:
        from aima_search.cli import main as run_command_line
    except KeyboardInterrupt:
        sys.stderr.write("aima-search: interrupted\n")
        raise SystemExit(130) from None
    run_command_line(supervised=True)


if __name__ == "__main__":
    main()
