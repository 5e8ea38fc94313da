"""Asking a conversation in tests, as the page does: JSON there and back."""

import json

from aima_search.apps.play.conversation import PageConversation


class Talk:
    """A reader of the page: ``talk("view")`` returns the answer, or raises what it tells."""

    def __init__(self, conversation=None):
        self.conversation = conversation or PageConversation()

    def __call__(self, ask, /, **arguments):
        answer = self.raw({"version": 1, "ask": ask, **arguments})
        if "error" in answer:
            raise Refused(answer["error"])
        return answer["answer"]

    def raw(self, request):
        """Return the whole answer to a request as it would travel."""
        return json.loads(json.dumps(self.conversation.answer(json.loads(json.dumps(request)))))

    def until(self, ask, /, **arguments):
        """Ask again until it is known."""
        for _ in range(1_000):
            answer = self(ask, **arguments)
            if answer["status"] != "searching":
                return answer
        raise AssertionError("no answer")

    def to_end(self, lane=0):
        """Advance a lane to its end and return the position there."""
        for _ in range(10_000):
            position = self("advance", lane=lane, count=10_000)
            if position["ended"]:
                return position
        raise AssertionError("no end")


class Refused(Exception):
    """An answer that is a fault; ``fault`` has it."""

    def __init__(self, fault):
        super().__init__(fault["message"])
        self.fault = fault
