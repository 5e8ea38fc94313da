"""The hostile submissions by the kind of their part, and an honest submission of each kind."""

from __future__ import annotations

import re

from aima_search.apps.grade.results import IMPORT_FAILED, NOT_FOUND, CheckResult

HONEST = {
    "heuristic": "def own(node):\n    return 0\n",
    "problem": """
from aima_search import Problem
from puzzles import MovIX

class own(Problem):
    def __init__(self, rows, line):
        self.board = MovIX(rows, line)
        super().__init__(self.board.initial)

    def actions(self, state):
        return list(self.board.actions(state))

    def result(self, state, action):
        return self.board.result(state, action)

    def goal_test(self, state):
        return self.board.goal_test(state)
""",
    "algorithm": """
import heapq
from aima_search import Node

def own(problem, h):
    start = Node(problem.initial)
    costs, waiting, number = {start.state: 0}, [(h(start), 0, start)], 0
    while waiting:
        _, _, node = heapq.heappop(waiting)
        if problem.goal_test(node.state):
            return node
        for child in node.expand(problem):
            if child.path_cost < costs.get(child.state, float("inf")):
                costs[child.state], number = child.path_cost, number + 1
                heapq.heappush(waiting, (child.path_cost + h(child), number, child))
""",
    "answer": "cost = 3\n",
}


def _h(*lines: str) -> str:
    return "import ctypes, os, signal, socket, sys, threading, time\n" + "".join(
        f"{line}\n" for line in lines
    )


_PROBLEM = """
from aima_search import Problem
class own(Problem):
    def __init__(self, rows, line):
        super().__init__({initial})
    def actions(self, state):
        {actions}
    def result(self, state, action):
        {result}
    def goal_test(self, state):
        return False
"""


def _problem(actions: str, result: str = "return state", initial: str = "(0,)") -> str:
    return _PROBLEM.format(initial=initial, actions=actions, result=result)


def _search(body: str) -> str:
    return f"import sys\nclass N: pass\ndef own(problem, h):\n    {body}\n"


ATTACKS = {
    "heuristic": {
        "stops itself": _h("def own(node): os.kill(os.getpid(), signal.SIGSTOP)"),
        "sockets": _h("def own(node):", "  socket.socket(socket.AF_UNIX).connect('/run/x')"),
        "files": _h(
            "def own(node):",
            "  for n in range(10**6): open(f'{n}', 'wb').write(b'x' * 2**24)",
        ),
        "kills all": _h("def own(node):", "  try: os.kill(-1, 9)", "  finally: os.kill(0, 9)"),
        "closes its folder": _h("os.makedirs('a/b')", "os.chmod('a', 0)", "def own(node): return"),
        "deep folder": _h(
            "for n in range(900): os.mkdir('d'); os.chdir('d')", "def own(node): return 'x'"
        ),
        "reads nothing": _h("ctypes.string_at(0)"),
        "hooks": _h(
            "def hook(*a): raise SystemExit",
            "sys.addaudithook(hook)",
            "def own(node): return open('x')",
        ),
        "a float that lies": _h(
            "class F(float):",
            "  __eq__ = __lt__ = __le__ = lambda *a: True",
            "  __hash__ = None",
            "def own(node): return F('nan')",
        ),
        "threads": _h(
            "def go():",
            "  while True: threading.Thread(target=go).start()",
            "def own(node): go()",
        ),
        "forks with memory": _h(
            "def own(node):",
            "  for n in range(6):",
            "    if not os.fork(): kept = b'x' * 2 * 10**8; time.sleep(100)",
            "  time.sleep(100)",
        ),
        "memory in files of nobody's": _h(
            "def own(node):",
            "  kept = [os.memfd_create('x') for n in range(50)]",
            "  return -1",
        ),
        "error without an end": _h(
            "class E(Exception):",
            "  def __str__(self):",
            "    while True: pass",
            "def own(node): raise E",
        ),
        "error of 5 MB": _h("def own(node): raise ValueError('\\x1b\\r=1+1' * 10**6)"),
        "answers on every pipe": _h(
            "def own(node):",
            "  for n in range(3, 64):",
            "    try: os.write(n, b'AIMA' + b'\\xff' * 10**5)",
            "    except OSError: pass",
            "  return 0.5",
        ),
        "not text": "\udcff\udcfe\x00",
        "brackets": "(" * 10**5,
        "a module of ours": _h("sys.modules['aima_search'] = None", "import aima_search.nothing"),
    },
    "problem": {
        "60,000 actions": _problem("return range(60_000)"),
        "new states": _problem("return range(3_000)", "return (*state, action)"),
        "other actions": _problem("self.n = getattr(self, 'n', 0) + 1; return [self.n]"),
        "actions without an end": _problem("import itertools; return itertools.count()"),
        "states that are all one": _problem(
            "return [1, 2]",
            "return type(state)()",
            "type('C', (), {'__eq__': lambda *a: True, '__hash__': lambda *a: 1})()",
        ),
        "no states": _problem("return [1]", "return []"),
        "states that grow": _problem("return [1]", "return state * 2"),
        "odd costs": _problem("return [1]") + "    def path_cost(self, *a): return 10**400\n",
        "an action of 3 MB": _problem("return ['x' * 3 * 10**6] * 9"),
    },
    "algorithm": {
        "questions": _search("while True: problem.goal_test(problem.initial)"),
        "estimates": _search("while True: problem._call('h', 0)"),
        "forged question": _search("return problem._call('actions', 10**30)"),
        "expands all": _search("while True: problem.actions(problem.initial)"),
        "long answer": _search("return problem.actions(problem.initial)[:1] * 10**6"),
        "parents in a circle": _search("n = N(); n.parent = n; n.action = 0; return n"),
        "no answer": _search("raise SystemExit(0)"),
        "no solution": _search("return None"),
    },
    "answer": {
        "digits": f"cost = 0x{'f' * 3600}",
        "dots": f"{'a.' * 20_000}b = 1",
        "a million dots": f"{'a.' * 10**6}b = 1",
        "tables": f"cost = {'{a=' * 5000}",
        "lists": f"cost = {'[' * 50_000}",
        "headers": "".join(f"[a{'.b' * n}]\n" for n in range(1, 1500)),
        "nothing": "",
        "nan": "cost = nan",
        "date": "cost = 1979-05-27",
        "not text": "cost = \udcff",
        "zero bytes": "\x00" * 1000,
        "a long number": f"cost = {'9' * 100_000}",
        "a long name": f"{'x' * 10**6} = 3",
    },
}
"""Submissions by the kind of part, then by name; half surrogates stand for bytes outside UTF-8."""

ERRORS_OF_PYTHON = {
    *("not text", "brackets", "a module of ours", "zero bytes", "a coding that is none", "blocks"),
    *("a sum of a hundred thousand", "a number of a million digits"),
    *("a name from the other side", "traced parents"),
}
"""The attacks that are expected to end with a NameError, a TypeError or a SyntaxError."""

_DIED = re.compile(
    r"line \d+: (Name|Attribute|Import|ModuleNotFound|Syntax|Indentation|Type|UnboundLocal)Error"
)


def died(finding: CheckResult) -> bool:
    """Return True if a submission ended before its attack: it has an error in its own code."""
    is_unread = finding.outcome in (IMPORT_FAILED, NOT_FOUND)
    return is_unread or bool(_DIED.search(finding.message))


NAMES = [
    b"M\xfcller",
    "Müller, Jürgen 名".encode(),
    b"=cmd|' -C calc'!A0",
    b"a\rb",
    b"\x1b[31mred\x07",
    b"\xed\xa0\x80",
    b"-rf",
    b"@" + b"x" * 200,
    "\u202egnp.exe".encode(),
]
"""Unusual folder names, such as an archive may contain."""
