"""A third-party puzzle in a separate package; all its texts are hostile HTML."""

MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>"
SOURCE = f"""
from aima_search.model.contract import BrokenRule, EditableBoard, AnswerGrid
from aima_search.model.heuristic import register_heuristic
from aima_search.model.puzzle import Option, Puzzle, register_puzzle
from aima_search.display import Cell, Scene

MARKUP = {MARKUP!r}


@register_puzzle("stairs")
class Stairs(Puzzle):
    summary = MARKUP
    default_heuristic = "steps"
    board_options = (Option("height", int, MARKUP, is_setting=True),)

    def __init__(self, place, height=None):
        super().__init__(place)
        self.height = height

    @classmethod
    def about(cls):
        board = f"```board\\n2\\n```\\n\\n```board actions\\n3\\n```\\n"
        board += f"\\n```board\\n{{MARKUP}}\\n```"
        return f"## The rules\\n\\n{{MARKUP}} **{{MARKUP}}**\\n\\n{{board}}\\n\\nAll of it.\\n"

    @classmethod
    def levels(cls):
        return {{"low": "2", MARKUP: "9"}}

    @classmethod
    def parse(cls, text, **options):
        if not text.strip().isdigit():
            raise ValueError(text)
        return cls(int(text), **options)

    def format(self, to="id"):
        return str(self.initial)

    def successors(self, state):
        for step in (1, 2):
            if step <= state:
                yield f"{{MARKUP}} {{step}}", state - step, 1

    def goal_test(self, state):
        return state == 0

    def faults(self, state):
        return [f"{{MARKUP}} {{state}}"] if state else []

    def describe(self, state, action):
        return action

    def grid(self, state):
        return [[MARKUP, str(state)]]

    def scene(self, state, action=None):
        return Scene(((Cell(MARKUP, "piece"), Cell(str(state), "piece")),))


class Paper(AnswerGrid):
    def __init__(self):
        self.choices = {{(0, 1): (MARKUP, "two", "three")}}
        self.has_notes = True

    def written(self, state):
        return {{}}

    def state(self, written):
        return None if written else 2

    def broken(self, written):
        return [BrokenRule(MARKUP, ((0, 1),))] if written else []

    def name(self, cell):
        return MARKUP


@register_puzzle("paper")
class PaperStairs(Stairs):
    def answer_grid(self):
        return Paper()

    def drawing(self):
        looks = {{"2": Cell("2"), MARKUP: Cell(MARKUP)}}
        return EditableBoard([["2"]], lambda rows, columns: looks, lambda rows: rows[0][0])

    def explain(self):
        return [MARKUP]

    def pictures(self, steps):
        return [self.scene(self.initial)]


@register_heuristic("paper", "steps", admissible=True)
@register_heuristic("stairs", "steps", admissible=True)
def steps(node):
    {MARKUP!r}
    return node.state / 2


@register_heuristic("stairs", "raises", admissible=True)
def raises(node):
    raise ValueError(MARKUP)
"""
