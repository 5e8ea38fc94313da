"""Asking a conversation in tests, as the page does: JSON there and back."""

import json

from aima_search.apps.play.conversation import PageConversation
from aima_search.apps.play.lane import PARTS
from aima_search.apps.play.playing import OF_PLAY

EVER = 2**50  # a step that no search reaches


class Talk:
    """A reader of the page: ``talk("view")`` returns the answer, or raises what it tells.

    What is asked of searches and of a game names what the reader has opened last.
    """

    def __init__(self, conversation=None):
        self.conversation = conversation or PageConversation()
        self.epoch = 0
        self.at = 0
        self.searches = []

    def __call__(self, ask, /, **arguments):
        own = getattr(self, ask.replace("-", "_"), None)
        if own is not None:
            return own(**arguments)
        if ask in PARTS:
            lane = arguments.pop("lane", 0)
            return self.shown(lane, **{ask: arguments})
        if ask in OF_PLAY:
            arguments = {"epoch": self.epoch, **arguments}
            if "at" in OF_PLAY[ask]:
                arguments.setdefault("at", self.at)
        told = self.told(ask, **arguments)
        if isinstance(told, dict):
            self.at = told.get("at", self.at)
        return told

    def told(self, ask, **arguments):
        """Return the answer to a request, as it is."""
        answer = self.raw({"version": 1, "ask": ask, **arguments})
        if "error" in answer:
            raise Refused(answer["error"])
        return answer["answer"]

    def raw(self, request):
        """Return the whole answer to a request as it would travel."""
        return json.loads(json.dumps(self.conversation.answer(json.loads(json.dumps(request)))))

    def play(self, **request):
        """Begin a game and return its view."""
        told = self.told("play", epoch=self.epoch + 1, **request)
        self.epoch += 1
        self.at = told["at"]
        return told

    def open(self, lane=0, **request):
        """Open a search next to those that are open in other lanes; return its position."""
        self.searches[lane:] = [request, *self.searches[lane + 1 :]]
        self.epoch += 1
        told = self.told("open", epoch=self.epoch, searches=self.searches)["lanes"][lane]
        if "fault" in told:
            raise Refused(told["fault"])
        return told["position"]

    def go(self, **request):
        """Move all lanes."""
        return self.told("go", epoch=self.epoch, **request)

    def lane(self, number, **request):
        """Return what is told of a lane, or raise the fault that it tells."""
        lanes = {told["lane"]: told for told in self.go(**request)["lanes"]}
        if lanes[number]["fault"]:
            raise Refused(lanes[number]["fault"])
        return lanes[number]

    def shown(self, lane, **show):
        """Return one part of a lane where it stands."""
        [part] = show
        return self.lane(lane, show=show)[part]

    def position(self, lane=0):
        """Return where a lane stands."""
        return self.lane(lane)["position"]

    def rewind(self, step, lane=0):
        """Let all lanes stand at a step."""
        return self.lane(lane, step=step)["position"]

    def advance(self, count=1, lane=0):
        """Let all lanes go on from where one of them stands."""
        step = self.position(lane)["step"]
        return self.rewind((-1 if step is None else step) + count, lane)

    def to_end(self, lane=0):
        """Let all lanes go to their ends; return the position of one of them there."""
        for _ in range(10_000):
            told = self.lane(lane, step=EVER, patience=250)["position"]
            if told["ended"]:
                return told
        raise AssertionError("no end")

    def jump(self, to, **more):
        """Return the position after a jump, with its event, None if it is to be asked for again."""
        told = self.go(jump={"to": to, **more})
        return {**told["lanes"][0]["position"], "event": told["event"]}

    def truth(self, node, lane=0):
        """Return h* of a node at the step where a lane stands."""
        step = self.position(lane)["step"]
        step = -1 if step is None else step
        return self.told("truth", epoch=self.epoch, lane=lane, step=step, node=node)

    @classmethod
    def of_search(cls, *search, **options):
        """Return a talk about a search that is handed over."""
        talk = cls()
        talk.conversation.opening.take(*search, **options)
        return talk

    @classmethod
    def of_game(cls, problem):
        """Return a talk about a game that is handed over."""
        talk = cls()
        talk.conversation.playing.start(problem)
        return talk

    def table(self):
        """Return the table of all lanes."""
        return self.go(show={"table": {}})["table"]

    def differences(self, lanes):
        """Return where two lanes differ."""
        return self.go(show={"differences": {"lanes": lanes}})["differences"]

    def download(self, what, lanes=(0,), **more):
        """Return a file."""
        return self.told("download", epoch=self.epoch, what=what, lanes=list(lanes), **more)

    def session(self, lane=0):
        """Return the session behind a lane."""
        return self.conversation.opening._lane(lane)

    def until(self, ask, /, **arguments):
        """Ask again until it is known."""
        for _ in range(1_000):
            answer = self(ask, **arguments)
            if answer["status"] != "searching":
                return answer
        raise AssertionError("no answer")


class Refused(Exception):
    """An answer that is a fault; ``fault`` has it."""

    def __init__(self, fault):
        super().__init__(fault["message"])
        self.fault = fault
