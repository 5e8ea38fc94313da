"""How many examples hypothesis tries: 40 % of them in the gate, 10 % in an ordinary run."""

from hypothesis import settings


def examples(most):
    """Decorate a test that tries so many examples if the profile's tests try 100."""
    return settings(max_examples=max(1, most * settings.default.max_examples // 100))
