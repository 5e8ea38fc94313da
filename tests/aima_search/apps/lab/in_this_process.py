"""A lab's worker in the process of the test, so that it has what the test has registered."""

from aima_search.apps.lab.worker import perform


class InThisProcess:
    """Does runs in this process; it replaces ``aima_search.apps.lab.runner.RunWorker``."""

    def execute(self, task):
        return perform(task)

    def close(self):
        pass
