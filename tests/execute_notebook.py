"""Executes a notebook with this very interpreter: ``python -m tests.execute_notebook IN OUT``.

It is a process of its own because the client leaves sockets open, about which Python warns.
"""

import sys

import nbformat
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient


class ThisPython(AsyncKernelManager):
    """Starts this interpreter, whatever kernels are installed."""

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
