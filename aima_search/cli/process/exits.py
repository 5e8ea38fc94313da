"""The exit statuses of the command line, and what they mean."""

SOLVED, FAILED, BAD_INPUT, LIMIT_REACHED, INTERRUPTED, READER_GONE = 0, 1, 2, 3, 130, 141

EXITS = {
    SOLVED: "solved, or done",
    FAILED: "proved that there is no solution, or a check failed",
    BAD_INPUT: "bad input: an unknown name, an invalid board, an option that does not fit",
    LIMIT_REACHED: "a limit was reached, or no run came to an outcome that can be expected",
    INTERRUPTED: "interrupted, as by Ctrl-C",
    READER_GONE: "the reader of the output has gone, as `| head -1` does",
}
"""Every status in words."""
