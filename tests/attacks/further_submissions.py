"""More hostile submissions: attacks on the interpreter, objects, processes, files and requests."""

from __future__ import annotations

_TOP = """import atexit, builtins, codecs, ctypes, gc, json, os, pickle, resource, signal, socket
import struct, subprocess, sys, threading, time, traceback, warnings, weakref, zlib
"""


def _h(*lines: str) -> str:
    return _TOP + "".join(f"{line}\n" for line in lines)


def _problem(body: str, initial: str = "(0,)", before: str = "") -> str:
    return f"""{_TOP}
from aima_search import Problem
{before}
class own(Problem):
    def __init__(self, rows, line):
        super().__init__({initial})
    def actions(self, state):
        return [1]
    def result(self, state, action):
        return state
    def goal_test(self, state):
        return False
    {body}
"""


def _search(*lines: str) -> str:
    body = "\n".join(f"    {line}" for line in lines)
    return f"{_TOP}\nfrom aima_search import Node\ndef own(problem, h):\n{body}\n"


_WIRE = """
def frame(text):
    return struct.pack(">4sII", b"AIMA", len(text), zlib.crc32(text)) + text
def say(content):
    for n in range(3, 64):
        try: os.write(n, content)
        except OSError: pass
"""
_HEURISTICS = {
    # the interpreter
    "builtins": _h(
        "builtins.len = builtins.isinstance = lambda *a: 0",
        "builtins.__import__ = lambda *a, **k: sys",
        "def own(node): return -1",
    ),
    "json": _h(
        'json.dumps = lambda *a, **k: \'{"number": 3, "value": []}\'', "def own(node): return -1"
    ),
    "modules of the runner": _h(
        "names = [n for n in sys.modules if 'grade.sandbox_main' in n or 'grade.protocol' in n]",
        "if len(names) < 2: raise ImportError",
        "for name in names: sys.modules[name] = None",
        "import __main__; __main__.__dict__.clear()",
        "def own(node): return -1",
    ),
    "the frames above": _h(
        "def own(node):",
        "  f = sys._getframe()",
        "  while f:",
        "    for v in list(f.f_locals.values()):",
        "      try: v.__dict__.clear()",
        "      except Exception: pass",
        "    f = f.f_back",
        "  return -1",
    ),
    "every object": _h(
        "def own(node):",
        "  ours = ('Grader', 'ParentConnection', 'Student')",
        "  ours = [one for one in gc.get_objects() if type(one).__name__ in ours]",
        "  if len(ours) < 3: raise NameError('it finds none of them')",
        "  for one in ours: one.__dict__.clear()",
        "  return -1",
    ),
    "trace": _h(
        "def trace(*a): raise KeyboardInterrupt",
        "def own(node): sys.settrace(trace); sys.setprofile(trace); return -1",
    ),
    "at exit": _h(
        "def on():", "  while True: pass", "atexit.register(on)", "def own(node): raise SystemExit"
    ),
    "deletion without an end": _h(
        "class D:",
        "  def __del__(self):",
        "    while True: pass",
        "kept = D()",
        "def own(node): return D() and -1",
    ),
    "collector": _h(
        "gc.callbacks.append(lambda *a: os.abort())", "def own(node): gc.collect(); return -1"
    ),
    "recursion": _h(
        "sys.setrecursionlimit(10**9)",
        "def f(n): return f(n + 1) + 1",
        "def own(node): return f(0)",
    ),
    "a traceback of a million lines": _h(
        "def f(n):",
        "  if n: f(n - 1)",
        "  raise ValueError('x' * 10**5) from ValueError('y' * 10**6)",
        "def own(node): f(900)",
    ),
    "an error that is its own cause": _h(
        "class E(Exception): __cause__ = property(lambda self: self)",
        "def own(node): raise E",
    ),
    "a class that lies about itself": _h(
        "class L:",
        "  __class__ = property(lambda self: float)",
        "  def __float__(self): return 0.0",
        "  def __getattr__(self, name): raise SystemExit",
        "def own(node): return L()",
    ),
    "a number with an item": _h(
        "class N:", "  def item(self): os._exit(0)", "def own(node): return N()"
    ),
    "a number that forks": _h(
        "class N(int):",
        "  @property",
        "  def numerator(self): os.fork(); return 0",
        "def own(node): return N(-1)",
    ),
    "a pickle": _h(
        "class P:",
        "  def __reduce__(self): return os.system, ('touch /tmp/broken',)",
        "def own(node): return P()",
    ),
    "memory by its address": _h(
        "def own(node):", "  ctypes.memset(id(0), 255, 4096)", "  return -1"
    ),
    "its own memory": _h(
        "def own(node):",
        "  with open('/proc/self/mem', 'r+b') as f: f.seek(id(node)); f.write(b'x' * 4096)",
        "  return -1",
    ),
    # processes, signals, descriptors
    "deaf": _h(
        "for n in range(1, 65):",
        "  try: signal.signal(n, signal.SIG_IGN)",
        "  except (OSError, ValueError): pass",
        "def own(node):",
        "  while True: pass",
    ),
    "grandchildren of nobody": _h(
        "def own(node):",
        "  if not os.fork():",
        "    os.setsid()",
        "    if os.fork(): os._exit(0)",
        "    for n in range(64):",
        "      try: os.close(n)",
        "      except OSError: pass",
        "    time.sleep(100)",
        "  return 0",
    ),
    "an orphan without a signal of death": _h(
        "def own(node):",
        "  if not os.fork():",
        "    ctypes.CDLL(None).prctl(1, 0); os.setsid(); signal.signal(15, signal.SIG_IGN)",
        "    time.sleep(100)",
        "  return 0",
    ),
    "another program": _h("def own(node): os.execv('/bin/sh', ['sh', '-c', 'sleep 100'])"),
    "a program beside": _h(
        "def own(node):",
        "  subprocess.Popen(['/bin/sh', '-c', 'while :; do :; done'])",
        "  return 0",
    ),
    "higher limits": _h(
        "def own(node):",
        "  for n in range(16):",
        "    try: resource.setrlimit(n, (-1, -1))",
        "    except (OSError, ValueError): pass",
        "  return [bytearray(2**20) for n in range(10**4)]",
    ),
    "its keeper": _h(
        "def own(node):",
        "  for n in (os.getppid(), 1, -os.getpgrp()):",
        "    try: os.kill(n, signal.SIGSTOP)",
        "    except OSError: pass",
        "  return -1",
    ),
    "traced parents": _h(
        "def own(node):",
        "  for n in range(1, 400): ctypes.CDLL(None).ptrace(16, n, 0, 0)",
        "  return -1",
    ),
    "closed descriptors": _h(
        "def own(node):", "  os.closerange(0, 64)", "  open('x', 'w')", "  return -1"
    ),
    "its own answers": _h(
        _WIRE,
        "def own(node):",
        "  for n in range(99):",
        "    say(frame(json.dumps({'number': n, 'value': [0] * 500}).encode()))",
        "  return -1",
    ),
    "half a frame": _h(_WIRE, "def own(node): say(frame(b'x' * 99)[:40]); time.sleep(100)"),
    "a frame of four thousand millions": _h(
        "def own(node):",
        "  for n in range(3, 64):",
        "    try: os.write(n, struct.pack('>4sII', b'AIMA', 2**32 - 1, 0))",
        "    except OSError: pass",
        "  return -1",
    ),
    "a flood": _h(
        "def own(node):",
        "  for n in range(64):",
        "    def go(n=n):",
        "      try:",
        "        while True: os.write(n, b'x' * 10**6)",
        "      except OSError: pass",
        "    threading.Thread(target=go, daemon=True).start()",
        "  time.sleep(100)",
    ),
    "an exit in a thread": _h(
        "def own(node):",
        "  threading.Thread(target=lambda: os._exit(0)).start()",
        "  time.sleep(0.2)",
        "  return -1",
    ),
    # files
    "files without a name": _h(
        "kept = []",
        "def own(node):",
        "  for n in range(50):",
        "    kept.append(open(f'{n}', 'wb', buffering=0)); os.remove(f'{n}')",
        "    kept[-1].write(b'x' * 15 * 2**20)",
        "  return -1",
    ),
    "temporary files": _h(
        "import tempfile",
        "kept = []",
        "def own(node):",
        "  for n in range(50):",
        "    kept.append(tempfile.TemporaryFile(buffering=0))",
        "    kept[-1].write(b'x' * 15 * 2**20)",
        "  return -1",
    ),
    "a pipe with a name": _h("os.mkfifo('f')", "def own(node): return open('f').read()"),
    "links to the grader": _h(
        "for n, to in enumerate(('/etc/passwd', '/proc/1/environ', '/')): os.symlink(to, f'l{n}')",
        "def own(node): return open('l1').read()",
    ),
    "holes": _h(
        "def own(node):",
        "  for n in range(10**6): open(f'{n}', 'w').truncate(15 * 2**20)",
    ),
    "locks": _h(
        "import fcntl",
        "held = os.open('.', os.O_RDONLY); fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)",
        "def own(node): return -1",
    ),
    # time, number of calls, environment
    "sleeps by the state": _h("def own(node): time.sleep(hash(node.state) % 9); return -1"),
    "another clock": _h(
        "time.perf_counter = time.monotonic = time.time = lambda: 0",
        "def own(node):",
        "  while True: pass",
    ),
    "counts its calls": _h(
        "calls = []", "def own(node): calls.append(0); return 0 if len(calls) < 9 else 1"
    ),
    "environment": _h(
        "os.environ.update(PYTHONPATH='.', LC_ALL='tr_TR', PYTHONINSPECT='1', LD_PRELOAD='x.so')",
        "os.environb[b'\\xff'] = b'\\xff'",
        "def own(node): return -1",
    ),
    # texts of files
    "zero bytes": "def own(node):\x00 return 0\n",
    "a mark and half a text": "\ufeffdef own(node): return -1 # \udcff\n",
    "a foreign coding": "# -*- coding: utf-7 -*-\n+AAo-def own(node): return -1\n",
    "a coding that is none": "# coding: nowhere\ndef own(node): return 0\n",
    "a line of ten million": f"x = '{'x' * 10**7}'\ndef own(node): return -1\n",
    "a sum of a hundred thousand": f"x = {'1+' * 10**5}1\ndef own(node): return -1\n",
    "a number of a million digits": f"x = {'9' * 10**6}\ndef own(node): return -1\n",
    "a name from the other side": "def own\u202e(node): return 0\n",
    "blocks": "".join(f"{' ' * n}if 1:\n" for n in range(150)),
    "names of all": _h("__all__ = 1; __name__ = __file__ = None", "def own(node): return -1"),
    "a module that is itself": _h(
        "class M(type(sys)):",
        "  def __getattribute__(self, name): raise SystemExit(0)",
        "sys.modules[__name__].__class__ = M",
        "def own(node): return 0",
    ),
}
_STATE = """
class S:
    {0}
    def __hash__(self): return 1
"""
_PROBLEMS = {
    "equality without an end": _problem(
        "pass",
        "S()",
        _STATE.format("def __eq__(self, other):\n        while True: pass") + "own_initial = S()\n",
    ).replace("return state\n", "return S()\n"),
    "equality by chance": _problem(
        "result = lambda self, s, a: S()",
        "S()",
        _STATE.format("def __eq__(self, other): return os.urandom(1)[0] > 127"),
    ),
    "a copy without an end": _problem(
        "pass", "S()", _STATE.format("def __deepcopy__(self, memo):\n        while True: pass")
    ),
    "truth without an end": _problem(
        "goal_test = lambda self, s: S()",
        before=_STATE.format("def __bool__(self):\n        while True: pass"),
    ),
    "words without an end": _problem(
        "actions = lambda self, s: [S()]",
        before=_STATE.format("def __repr__(self):\n        while True: pass"),
    ),
    "a nest": _problem("result = lambda self, s, a: (s,)"),
    "a nest at once": _problem(
        "pass",
        "nest()",
        "def nest():\n    s = ()\n    for n in range(10**5): s = (s,)\n    return s",
    ),
    "costs that are none": _problem("path_cost = lambda self, *a: 'x'"),
    "costs of minus infinity": _problem("path_cost = lambda self, *a: float('-inf')"),
    "complex costs": _problem("path_cost = lambda self, *a: 1j"),
    "all attributes": _problem(
        "def __getattribute__(self, name):\n        while name == 'initial': pass\n"
        "        return object.__getattribute__(self, name)"
    ),
    "successors that go on": _problem(
        "def successors(self, state):\n        while True: yield 1, state, 1"
    ),
    "no hash": _problem("pass", "[]"),
    "a hash of each call": _problem("pass", "S()", "class S:\n    __hash__ = lambda self: id(S())"),
    "a class of classes": _TOP
    + "class M(type):\n    def __call__(cls, *a): os._exit(0)\nclass own(metaclass=M): pass\n",
    "other states later": _problem(
        "n = 0\n    def result(self, state, action): own.n += 1; return (own.n,)"
    ),
    "a state that changes": _problem("result = lambda self, s, a: s.append(1) or s", "L()").replace(
        "class own", "class L(list):\n    __hash__ = lambda self: 1\nclass own"
    ),
}
_ALGORITHMS = {
    "actions of another state": _search(
        "a = problem.actions(problem.initial)[0]", "return [a] * 3"
    ),
    "a forged action": _search("return [type(problem.initial)('action', 10**9)]"),
    "a forged number": _search(
        "object.__setattr__(problem.initial, '_number', [[[0] * 99] * 99])",
        "return problem.actions(problem.initial)",
    ),
    "the problem": _search("return problem"),
    "a solution without an end": _search(
        "class N:",
        "    def solution(self):",
        "        while True: yield 0",
        "return N()",
    ),
    "a solution that runs": _search(
        "class N:", "    solution = property(lambda self: os._exit(0))", "return N()"
    ),
    "questions of threads": _search(
        "def go():",
        "    while True: problem.actions(problem.initial)",
        "for n in range(5): threading.Thread(target=go, daemon=True).start()",
        "go()",
    ),
    "questions of a fork": _search("os.fork()", "while True: problem.goal_test(problem.initial)"),
    "a long question": _search("problem._call('actions', 'x' * 10**7)"),
    "a deep question": _search(
        "x = []", "for n in range(900): x = [x]", "problem._call('actions', x)"
    ),
    "a question without a name": _search("problem._call(None)"),
    "a question of its own": _search("problem._call('grade', 1)", "return []"),
    "costs of its own": _search(
        "problem._leads.clear()", "problem.goal_test = lambda s: True", "return []"
    ),
    "estimates of its own": _search(
        "problem._h_values[0] = 'x'", "return h(Node(problem.initial))"
    ),
    "a wrong cost": _search("n = Node(problem.initial)", "n.path_cost = -99", "return n"),
    "sleeps": _search("time.sleep(100)"),
    "a generator": _search("yield 1"),
    "waits for the grader": _search("for n in range(10**9): problem.initial == n", "return []"),
}
_ANSWERS = {
    "beyond": "cost = 1e400",
    "infinity": "cost = -inf",
    "a truth": "cost = true",
    "a text": 'cost = "3"',
    "a table": "cost = {value = 3}",
    "twice": "cost = 2\ncost = 3",
    "other digits": "cost = \uff13",
    "a mark": "\ufeffcost = 2",
    "two bytes a letter": "cost = 2".encode("utf-16").decode("utf-8", "surrogateescape"),
    "a carriage": "cost = 2\r",
    "remarks": "#" * 10**7 + "\ncost = 2",
    "a key of quotes": f'"{"x" * 10**6}".cost = 3',
    "many keys": "\n".join(f"a{n}.b.c.d = 1" for n in range(50_000)),
    "tables in lists": "[[a]]\n" * 50_000,
    "an inline line": f"a = {{{', '.join(f'b{n} = 1' for n in range(50_000))}}}",
    "a name of another": 'co\\u0073t = 3\n"cos\\u0074" = 2',
}
FURTHER = {
    "heuristic": _HEURISTICS,
    "problem": _PROBLEMS,
    "algorithm": _ALGORITHMS,
    "answer": _ANSWERS,
}
"""Submissions by the kind of part, then by name, as in ``submissions.ATTACKS``."""
