"""Executes a notebook with this very interpreter: ``python -m tests.execute_notebook IN OUT``.

It is a process of its own because the client leaves sockets open, about which Python warns.
"""

import sys

import nbformat
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient


class ThisPython(KernelSpecManager):
    """Knows this interpreter as the only kernel, whatever kernels are installed."""

    def get_kernel_spec(self, kernel_name):
        command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        return KernelSpec(argv=command, display_name=kernel_name, language="python")


def main(source, target):
    notebook = nbformat.read(source, as_version=4)
    kernel = AsyncKernelManager(kernel_spec_manager=ThisPython())
    NotebookClient(notebook, km=kernel, timeout=120).execute()
    nbformat.write(notebook, target)


if __name__ == "__main__":
    main(*sys.argv[1:])
