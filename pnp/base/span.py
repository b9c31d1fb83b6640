"""A whole number that may be known only within bounds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Span:
    """At least so much and at most so much. A certain one equals its number, and prints like it."""

    least: int
    most: int

    @classmethod
    def of(cls, number: int) -> Span:
        """A number that is known for sure."""
        return cls(number, number)

    @property
    def certain(self) -> bool:
        """Whether only one number is possible."""
        return self.least == self.most

    @property
    def plain(self) -> int | str:
        """The number where it is certain, else the words for it."""
        return self.least if self.certain else str(self)

    @property
    def data(self) -> int | dict[str, int]:
        """The same for programs."""
        return self.least if self.certain else {"least": self.least, "most": self.most}

    def plus(self, number: int) -> Span:
        """Both bounds raised by a number, or lowered by a negative one."""
        return Span(self.least + number, self.most + number)

    def meets(self, other: Span) -> bool:
        """Whether both may be the same number."""
        return self.least <= other.most and other.least <= self.most

    def __contains__(self, number: int) -> bool:
        return self.least <= number <= self.most

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return self.least == self.most == other
        return isinstance(other, Span) and (self.least, self.most) == (other.least, other.most)

    def __hash__(self) -> int:
        return hash(self.least) if self.certain else hash((self.least, self.most))

    def __str__(self) -> str:
        return str(self.least) if self.certain else f"{self.least}–{self.most}"


def spans(numbers: Iterable[int]) -> tuple[Span, ...]:
    """Numbers that are all certain."""
    return tuple(map(Span.of, numbers))
