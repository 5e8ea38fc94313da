"""``python -m aima_search`` and the command ``aima-search``: the command line.

Nothing is imported before an interruption can be answered.
"""

import gc
import sys


def main() -> None:
    """Run the command line."""
    try:
        from aima_search.cli import main as run_command_line

        gc.freeze()  # the modules are here to stay: no collection has to look at them again
        run_command_line(supervised=True)
    except SystemExit as end:
        status = end.code
    except KeyboardInterrupt:
        sys.stderr.write("aima-search: interrupted\n")
        status = 130
    except BaseException:  # our own mistake; Python's own status 1 would say "proved"
        sys.excepthook(*sys.exc_info())
        status = 2
    else:
        status = 0
    leave_threads(status or 0)
    sys.exit(status)


def leave_threads(status: object) -> None:
    """End the process now if a thread goes on that a heuristic has made: Python would wait for it.

    Its exit status is kept, and what is to be done at the end is done.
    """
    import atexit
    import os
    import threading

    own = threading.current_thread()
    waits = any(one is not own and not one.daemon for one in threading.enumerate())
    if waits and isinstance(status, int):
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def look_here_last() -> None:
    """Let no file of the current folder stand in for a module: ``-m`` would look there first.

    Unless it is a checkout of this package.
    """
    import os

    try:
        here = os.getcwd()
    except OSError:  # the folder is gone
        here = ""
    if sys.path[0] == here and here != os.path.dirname(os.path.dirname(__file__)):
        sys.path.append(sys.path.pop(0))


if __name__ == "__main__":
    look_here_last()
    main()
