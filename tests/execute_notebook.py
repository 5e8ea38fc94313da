"""Executes a notebook with the current Python: ``python -m tests.execute_notebook IN OUT``.

This needs its own process, because the client leaves sockets open, and Python warns about them.
"""

import sys

import nbformat
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient


class ThisPython(AsyncKernelManager):
    """Starts the current Python, whatever kernels are installed."""

    @property
    def kernel_spec(self):
        command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        return KernelSpec(argv=command, display_name="this Python", language="python")


def main(source, target):
    notebook = nbformat.read(source, as_version=4)
    NotebookClient(notebook, kernel_manager_class=ThisPython, timeout=120).execute()
    nbformat.write(notebook, target)


if __name__ == "__main__":
    main(*sys.argv[1:])
