"""The cell magic ``sh`` of the pages: runs shell commands and shows their output.

The commands get no terminal, so they print tables without progress bars.
"""

import os
import subprocess

TERMINAL_VARIABLES = ("FORCE_COLOR", "CLICOLOR_FORCE", "TERM")


def sh(line, cell):
    """Run a cell. A non-zero exit status fails the build."""
    environment = {
        name: text for name, text in os.environ.items() if name not in TERMINAL_VARIABLES
    }
    done = subprocess.run(
        cell, shell=True, capture_output=True, text=True, check=False, env=environment
    )
    if done.returncode:
        raise RuntimeError(f"exit status {done.returncode}: {done.stderr}")
    print(done.stdout, end="")


def load_ipython_extension(shell):
    """Register the magic: ``%load_ext shell_cells``."""
    shell.register_magic_function(sh, magic_kind="cell")
