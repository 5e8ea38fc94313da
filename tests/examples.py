"""How many examples hypothesis tries: 25 % of ``most`` in the gate, 10 % in an ordinary run."""

from hypothesis import settings


def examples(most):
    """Return a decorator: the test tries ``most`` examples if other tests try 100."""
    return settings(max_examples=max(1, most * settings.default.max_examples // 100))
