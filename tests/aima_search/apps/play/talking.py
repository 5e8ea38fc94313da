"""Sends requests to a conversation in tests, as JSON like the requests of the page."""

import json

from aima_search.apps.play.conversation import PageRequestDispatcher
from aima_search.apps.play.playing import OF_PLAY

PARTS = ("picture", "flood", "frontier", "tree", "curves", "solution")
EVER = 2**50  # a step that no search reaches


class Talk:
    """A page user: ``talk("view")`` sends a request; it returns the answer or raises Refused.

    Requests about searches and about a game use the epoch of the last ``open`` or ``play``.
    """

    def __init__(self, conversation=None):
        self.conversation = conversation or PageRequestDispatcher()
        self.epoch = 0
        self.at = 0
        self.searches = []

    def __call__(self, ask, /, **arguments):
        own = getattr(self, ask.replace("-", "_"), None)
        if own is not None:
            return own(**arguments)
        if ask in PARTS:
            search = arguments.pop("search", 0)
            return self.shown(search, **{ask: arguments})
        if ask in OF_PLAY:
            arguments = {"epoch": self.epoch, **arguments}
            if "at" in OF_PLAY[ask]:
                arguments.setdefault("at", self.at)
        answer = self.request(ask, **arguments)
        if isinstance(answer, dict):
            self.at = answer.get("at", self.at)
        return answer

    def request(self, ask, **arguments):
        """Send a request and return its answer; raise Refused for an error."""
        answer = self.raw({"version": 1, "ask": ask, **arguments})
        if "error" in answer:
            raise Refused(answer["error"])
        return answer["answer"]

    def raw(self, request):
        """Return the whole answer to a request; both are converted to JSON and back."""
        return json.loads(json.dumps(self.conversation.answer(json.loads(json.dumps(request)))))

    def play(self, **request):
        """Begin a game and return its view."""
        answer = self.request("play", epoch=self.epoch + 1, **request)
        self.epoch += 1
        self.at = answer["at"]
        return answer

    def open(self, search=0, **request):
        """Open a search as number ``search``, next to the others; return its position."""
        self.searches[search:] = [request, *self.searches[search + 1 :]]
        self.epoch += 1
        answer = self.request("open", epoch=self.epoch, searches=self.searches)["searches"][search]
        if "fault" in answer:
            raise Refused(answer["fault"])
        return answer["position"]

    def go(self, **request):
        """Move all searches."""
        return self.request("go", epoch=self.epoch, **request)

    def search(self, number, **request):
        """Move all searches; return the answer about one search, or raise its fault."""
        searches = {answer["search"]: answer for answer in self.go(**request)["searches"]}
        if searches[number]["fault"]:
            raise Refused(searches[number]["fault"])
        return searches[number]

    def shown(self, search, **show):
        """Return one part of a search at its current step."""
        [part] = show
        return self.search(search, show=show)[part]

    def position(self, search=0):
        """Return the position of a search."""
        return self.search(search)["position"]

    def rewind(self, step, search=0):
        """Move all searches to a step; return the position of one search."""
        return self.search(search, step=step)["position"]

    def advance(self, count=1, search=0):
        """Move all searches ``count`` steps beyond the current step of one search."""
        step = self.position(search)["step"]
        return self.rewind((-1 if step is None else step) + count, search)

    def to_end(self, search=0):
        """Move all searches to their ends; return the position of one search."""
        for _ in range(10_000):
            answer = self.search(search, step=EVER, patience=250)["position"]
            if answer["ended"]:
                return answer
        raise AssertionError("no end")

    def jump(self, to, **more):
        """Return the position after a jump, with the event (None: repeat the request)."""
        answer = self.go(jump={"to": to, **more})
        return {**answer["searches"][0]["position"], "event": answer["event"]}

    def truth(self, node, search=0):
        """Return h* of a node at the current step of a search."""
        step = self.position(search)["step"]
        step = -1 if step is None else step
        return self.request("truth", epoch=self.epoch, search=search, step=step, node=node)

    @classmethod
    def of_search(cls, *search, **options):
        """Return a Talk about a search of the given problem."""
        talk = cls()
        talk.conversation.searches.take(*search, **options)
        return talk

    @classmethod
    def of_game(cls, problem):
        """Return a Talk about a game of the given problem."""
        talk = cls()
        talk.conversation.playing.start(problem)
        return talk

    def table(self):
        """Return the table of all searches."""
        return self.go(show={"table": {}})["table"]

    def differences(self, searches):
        """Return the differences of two searches."""
        return self.go(show={"differences": {"searches": searches}})["differences"]

    def download(self, what, searches=(0,), **more):
        """Return a file to download."""
        return self.request(
            "download", epoch=self.epoch, what=what, searches=list(searches), **more
        )

    def session(self, search=0):
        """Return the session of a search."""
        return self.conversation.searches._search(search)

    def until(self, ask, /, **arguments):
        """Repeat a request until its status is not "searching"; return the answer."""
        for _ in range(1_000):
            answer = self(ask, **arguments)
            if answer["status"] != "searching":
                return answer
        raise AssertionError("no answer")


class Refused(Exception):
    """An answer that reports a fault, which is in ``fault``."""

    def __init__(self, fault):
        super().__init__(fault["message"])
        self.fault = fault
