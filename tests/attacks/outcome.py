"""The result of an attack."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Attack:
    """A kind of attack: the number of trials, and what it broke."""

    what: str
    tried: int = 0
    broken: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """True if the attack was tried and nothing broke."""
        return self.tried > 0 and not self.broken
