"""Reads the path data of SVG, looking at each character once, into absolute steps M, L, C and Z."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from math import atan2, ceil, cos, pi, radians, sin, sqrt, tan

PathStep = tuple[str, tuple[float, ...]]  # a letter, and the numbers that belong to it

FARTHEST = 1_000_000.0  # units
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_FLAGS = (3, 4)  # of an arc's seven numbers
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_FLAG = re.compile(r"[01]")
_BLANK = re.compile(r"[ \t\n\r\f]*")
_GAP = re.compile(r"[ \t\n\r\f]*,?[ \t\n\r\f]*")


def read_steps(data: str) -> tuple[PathStep, ...]:
    """The outline that path data describes; ValueError where it is none."""
    walk = _Walk()
    for letter, numbers in _commands(data):
        walk.take(letter, numbers)
    return tuple(walk.steps)


def read_numbers(text: str) -> Iterator[float]:
    """The numbers of a list, such as the points of a polygon."""
    at = _end(_BLANK, text, 0)
    while at < len(text):
        number, at = _number(text, at, _NUMBER)
        yield number
        at = _end(_GAP, text, at)


def in_svg(steps: Iterable[PathStep]) -> str:
    """As path data again, whatever way it was written in before."""
    return " ".join(f"{letter} {in_figures(numbers)}" for letter, numbers in steps)


def in_pdf(steps: Iterable[PathStep]) -> str:
    """In PDF's operators, which take their numbers before them."""
    return " ".join(f"{in_figures(numbers)} {letter.lower()}" if numbers else "h" for letter, numbers in steps)


def in_figures(numbers: Iterable[float]) -> str:
    """Numbers with at most six decimals; ValueError for one that is too far off to be drawn."""
    return " ".join(f"{near(number) + 0.0:.6f}".rstrip("0").rstrip(".") for number in numbers)


def near(number: float) -> float:
    """The number, if it can be drawn at all."""
    if not abs(number) <= FARTHEST:  # also refuses nan
        raise ValueError(number)
    return number


# ---- letters and their numbers ----


def _commands(data: str) -> Iterator[PathStep]:
    """Each command with its numbers; one that is repeated without its letter has it again."""
    at = _end(_BLANK, data, 0)
    while at < len(data):
        letter = data[at]
        count = _NUMBERS.get(letter.upper())
        if count is None:
            raise ValueError(letter)
        at = _end(_BLANK, data, at + 1)
        if not count:
            yield letter, ()
        else:
            numbers, at = _arguments(data, at, letter, count)
            yield letter, numbers
            letter = {"M": "L", "m": "l"}.get(letter, letter)
            while _NUMBER.match(data, _end(_GAP, data, at)):
                numbers, at = _arguments(data, _end(_GAP, data, at), letter, count)
                yield letter, numbers
            at = _end(_BLANK, data, at)


def _arguments(data: str, at: int, letter: str, count: int) -> tuple[tuple[float, ...], int]:
    numbers: list[float] = []
    for place in range(count):
        number, at = _number(data, _end(_GAP, data, at) if place else at, _kind(letter, place))
        numbers.append(number)
    return tuple(numbers), at


def _kind(letter: str, place: int) -> re.Pattern[str]:
    return _FLAG if letter in "Aa" and place in _FLAGS else _NUMBER


def _number(data: str, at: int, kind: re.Pattern[str]) -> tuple[float, int]:
    found = kind.match(data, at)
    if not found:
        raise ValueError(data[at : at + 20])
    return near(float(found[0])), found.end()


def _end(blank: re.Pattern[str], data: str, at: int) -> int:
    found = blank.match(data, at)
    return found.end() if found else at


# ---- steps ----


class _Walk:
    """Follows the commands from point to point, as complex numbers."""

    def __init__(self) -> None:
        self.steps: list[PathStep] = []
        self._here = self._start = 0j
        self._handle = 0j  # the last curve's second, mirrored by S and T
        self._before = ""  # the last command
        self._open = False
        self._takes: dict[str, Callable[..., None]] = {
            "M": self._move,
            "L": self._line,
            "C": self._curve,
            "S": self._smooth,
            "Q": self._bow,
            "T": self._smooth_bow,
        }

    def take(self, letter: str, numbers: tuple[float, ...]) -> None:
        kind, origin = letter.upper(), self._here if letter.islower() else 0j
        if not self._before and kind != "M":
            raise ValueError(letter)
        if kind == "Z":
            self._close()
        elif kind == "H":
            self._line(complex(origin.real + numbers[0], self._here.imag))
        elif kind == "V":
            self._line(complex(self._here.real, origin.imag + numbers[0]))
        elif kind == "A":
            self._arc(numbers[:5], origin + complex(*numbers[5:]))
        else:
            points = zip(numbers[::2], numbers[1::2], strict=True)
            self._takes[kind](*(origin + complex(x, y) for x, y in points))
        self._before = kind

    def _add(self, letter: str, *points: complex) -> None:
        self._begin()
        self.steps.append((letter, tuple(part for point in points for part in (point.real, point.imag))))
        self._here = points[-1]

    def _move(self, point: complex) -> None:
        self._here = self._start = point
        self._open = False

    def _begin(self) -> None:
        """An outline begins where it was moved to, or where the last one was closed."""
        if not self._open:
            self.steps.append(("M", (self._start.real, self._start.imag)))
            self._open = True

    def _close(self) -> None:
        if self._before != "Z":
            self._begin()
            self.steps.append(("Z", ()))
        self._here, self._open = self._start, False

    def _line(self, point: complex) -> None:
        self._add("L", point)

    def _curve(self, one: complex, two: complex, end: complex) -> None:
        self._add("C", one, two, end)
        self._handle = two

    def _smooth(self, two: complex, end: complex) -> None:
        self._curve(self._mirrored("CS"), two, end)

    def _bow(self, handle: complex, end: complex) -> None:
        here = self._here
        self._add("C", here + (handle - here) * (2 / 3), end + (handle - end) * (2 / 3), end)
        self._handle = handle

    def _smooth_bow(self, end: complex) -> None:
        self._bow(self._mirrored("QT"), end)

    def _mirrored(self, kinds: str) -> complex:
        return 2 * self._here - self._handle if self._before in kinds else self._here

    def _arc(self, shape: tuple[float, ...], end: complex) -> None:
        """As SVG's implementation notes have it: an ellipse through both points, as curves of a quarter at most."""
        across, down, turn, large, sweep = shape
        across, down = abs(across), abs(down)
        if not min(across, down):
            self._line(end)
            return
        tilt = complex(cos(radians(turn)), sin(radians(turn)))

        def rounded(point: complex) -> complex:
            """A point where the ellipse is a circle of radius one."""
            flat = point / tilt
            return complex(flat.real / across, flat.imag / down)

        def drawn(point: complex) -> complex:
            return complex(point.real * across, point.imag * down) * tilt

        half = rounded((end - self._here) / 2)
        reach = abs(half)
        if not reach:
            return
        if reach > 1:  # radii too small for both points grow
            across, down, half, reach = across * reach, down * reach, half / reach, 1
        aside = sqrt(max(1 - reach * reach, 0)) * (half * 1j if large != sweep else half * -1j) / reach
        middle = (self._here + end) / 2 + drawn(aside)
        angle = _angle(-half - aside)
        span = (_angle(half - aside) - angle) % (2 * pi)
        self._ellipse(middle, drawn, angle, span if sweep else span - 2 * pi, end)

    def _ellipse(
        self, middle: complex, drawn: Callable[[complex], complex], angle: float, span: float, end: complex
    ) -> None:
        count = max(ceil(abs(span) / (pi / 2) - 1e-9), 1)
        part = span / count
        pull = 4 / 3 * tan(part / 4)
        for place in range(1, count + 1):
            one, two = (complex(cos(at), sin(at)) for at in (angle + part * (place - 1), angle + part * place))
            last = end if place == count else middle + drawn(two)
            self._add("C", middle + drawn(one * (1 + pull * 1j)), middle + drawn(two * (1 - pull * 1j)), last)


def _angle(point: complex) -> float:
    return atan2(point.imag, point.real)
