"""A worker of a laboratory that is no process: it knows what a test has registered."""

from aima_search.apps.lab.worker import perform


class InThisProcess:
    """Does runs where it stands; takes the place of ``aima_search.apps.lab.runner.Worker``."""

    def execute(self, task):
        return perform(task)

    def close(self):
        pass
