"""The command line, which ``aima-search`` and ``python -m aima_search`` run.

If you press Ctrl-C while the package is imported, the program prints one line and no traceback.
"""

import gc
import sys


def main() -> None:
    """Run the command line."""
    gc.set_threshold(20_000)  # imports create many objects, but almost no garbage
    try:
        from aima_search.cli import main as run_command_line

        gc.freeze()  # modules are never freed, so the collector can skip them
        run_command_line(supervised=True)
    except SystemExit as end:
        status = end.code
    except KeyboardInterrupt:
        sys.stderr.write("aima-search: interrupted\n")
        status = 130
    except BaseException:  # a bug: Python's exit status 1 would mean "proved"
        sys.excepthook(*sys.exc_info())
        status = 2
    else:
        status = 0
    exit_despite_threads(status or 0)
    sys.exit(status)


def exit_despite_threads(status: object) -> None:
    """End the process now if other threads still run; a normal exit would wait for them."""
    import atexit
    import os
    import threading

    others = set(threading.enumerate()) - {threading.current_thread()}
    if not all(thread.daemon for thread in others) and isinstance(status, int):
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def search_current_folder_last() -> None:
    """Move the current folder from the start to the end of ``sys.path``.

    If the current folder contains the source code of this package, the folder stays first.
    """
    import os

    try:
        folder = os.getcwd()
    except OSError:  # the folder was deleted
        folder = ""
    if sys.path[0] == folder and folder != os.path.dirname(os.path.dirname(__file__)):
        sys.path.append(sys.path.pop(0))


if __name__ == "__main__":
    search_current_folder_last()
    main()
