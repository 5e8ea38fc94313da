"""The cell magic ``sh`` of the pages: runs a shell's commands and shows what they print.

The commands see no terminal, whatever the kernel says, so that they print tables and no bars.
"""

import os
import subprocess

SAYS_TERMINAL = ("FORCE_COLOR", "CLICOLOR_FORCE", "TERM")


def sh(line, cell):
    """Run a cell; a bad exit status fails the build unless the cell prints it itself."""
    environment = {name: text for name, text in os.environ.items() if name not in SAYS_TERMINAL}
    done = subprocess.run(
        cell, shell=True, capture_output=True, text=True, check=False, env=environment
    )
    if done.returncode:
        raise RuntimeError(f"exit status {done.returncode}: {done.stderr}")
    print(done.stdout, end="")


def load_ipython_extension(shell):
    """Announce the magic: ``%load_ext shell_cells``."""
    shell.register_magic_function(sh, magic_kind="cell")
