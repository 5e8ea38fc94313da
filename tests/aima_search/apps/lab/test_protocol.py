"""The worker of a laboratory, and what the laboratory takes over from its answer."""

import json
import os

import pytest

from aima_search.apps.lab.worker import RunWorker, read_answer, write_answer
from aima_search.processes.messages import BadFrame
from aima_search.runs.record import RunOutcome


def test_a_number_that_a_store_cannot_hold_is_rounded_or_left_out():
    huge, large = 10**400, 2**70
    found = RunOutcome(
        "solved",
        values={"cost": huge, "expanded": large},
        curve=[(0, huge), (3, large), (9, 1)],
        bounds=[(0, 0), (9, 1)],
    )
    taken, is_spoilt = read_answer(write_answer("nonce", found, True), "nonce")
    assert (taken.values["cost"], taken.values["expanded"], is_spoilt) == (None, 2.0**70, True)
    assert taken.curve == [(3, 2.0**70), (9, 1)]
    assert taken.bounds == [(0, 0), (9, 1)]


def test_a_worker_that_is_closed_while_its_process_starts_does_no_run(monkeypatch):
    ended = []
    worker = RunWorker()

    class Starting:
        worker = os.getpid()

        def __init__(self, module):
            worker.close()

        def end(self):
            ended.append(self)

    monkeypatch.setattr("aima_search.apps.lab.worker.ChildProcess", Starting)
    assert worker.execute(None) is None
    assert len(ended) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"nonce": "another"},
        {"outcome": None},
        {"outcome": {"status": "happy"}},
        {"outcome": {"status": []}},
        {"outcome": {"values": [1]}},
        {"outcome": {"message": 7}},
    ],
)
def test_an_answer_that_is_not_valid_is_refused(changes):
    values = json.loads(write_answer("nonce", RunOutcome("solved"), False))
    outcome = changes.get("outcome", {})
    values["outcome"] = outcome and values["outcome"] | outcome
    values["nonce"] = changes.get("nonce", "nonce")
    with pytest.raises(BadFrame):
        read_answer(json.dumps(values).encode(), "nonce")
    with pytest.raises(BadFrame):
        read_answer(b"no JSON", "nonce")
