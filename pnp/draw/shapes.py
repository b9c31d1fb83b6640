"""Outlines of shapes in PDF's own operators."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

from pnp.data.layout import HEXAGON, Cut, Size

Frame = tuple[float, float, float, float]  # x, y, width, height

Edge = tuple[float, float, float]  # its normal, which points outwards, and how far it lies from the origin

_CURVE = 0.5523  # how far the handles of a quarter circle stand out
_ROUND = 120  # corners of a polygon that is as good as an oval
_CORNERS = {
    Cut.RECT: ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)),
    Cut.OVAL: tuple(
        ((1 + math.cos(angle)) / 2, (1 + math.sin(angle)) / 2)
        for angle in (math.tau * i / _ROUND for i in range(_ROUND))
    ),
    Cut.HEXAGON: HEXAGON,
}
_DIAGONAL = (1 - math.sqrt(0.5)) / 2
_INNER = {Cut.RECT: (0.0, 0.0), Cut.OVAL: (_DIAGONAL, _DIAGONAL), Cut.HEXAGON: (0.1, 0.2)}


def rect(x: float, y: float, w: float, h: float, radius: float = 0, notch: float = 0, corners: str = "all") -> str:
    """Its corners may be cut or round: all of them, or those of one side."""
    if not (notch or radius):
        return f"{n(x)} {n(y)} {n(w)} {n(h)} re"
    across = w / 2 if corners in ("all", "top", "bottom") else w
    down = h / 2 if corners in ("all", "left", "right") else h
    r = min(notch or radius, across, down)
    k = r * (1 - _CURVE)
    steps = []
    for sides, (cx, cy), (dx, dy) in (  # clockwise, each with the direction in which one comes to it
        (("top", "left"), (x, y), (0, -1)),
        (("top", "right"), (x + w, y), (1, 0)),
        (("bottom", "right"), (x + w, y + h), (0, 1)),
        (("bottom", "left"), (x, y + h), (-1, 0)),
    ):
        if corners not in ("all", *sides):
            steps.append(f"{n(cx)} {n(cy)} l")
            continue
        steps.append(f"{n(cx - dx * r)} {n(cy - dy * r)} l")
        handles = f"{n(cx - dx * k)} {n(cy - dy * k)} {n(cx - dy * k)} {n(cy + dx * k)} "
        steps.append(f"{'' if notch else handles}{n(cx - dy * r)} {n(cy + dx * r)} {'l' if notch else 'c'}")
    return " ".join(steps).replace(" l", " m", 1) + " h"


def oval(x: float, y: float, w: float, h: float) -> str:
    """The ellipse that fills its box, as four curves."""
    cx, cy, rx, ry = x + w / 2, y + h / 2, w / 2, h / 2
    kx, ky = rx * _CURVE, ry * _CURVE
    return " ".join(
        (
            f"{n(cx + rx)} {n(cy)} m",
            f"{n(cx + rx)} {n(cy + ky)} {n(cx + kx)} {n(cy + ry)} {n(cx)} {n(cy + ry)} c",
            f"{n(cx - kx)} {n(cy + ry)} {n(cx - rx)} {n(cy + ky)} {n(cx - rx)} {n(cy)} c",
            f"{n(cx - rx)} {n(cy - ky)} {n(cx - kx)} {n(cy - ry)} {n(cx)} {n(cy - ry)} c",
            f"{n(cx + kx)} {n(cy - ry)} {n(cx + rx)} {n(cy - ky)} {n(cx + rx)} {n(cy)} c h",
        )
    )


def regular(x: float, y: float, w: float, h: float, sides: int, start: float) -> str:
    """A polygon with equal sides in the box's oval; the first corner stands at `start` degrees, -90 is up."""
    corners = [math.radians(start + 360 * i / sides) for i in range(sides)]
    return polygon([(x + w / 2 * (1 + math.cos(a)), y + h / 2 * (1 + math.sin(a))) for a in corners])


def hexagon(x: float, y: float, w: float, h: float, *, turned: bool = False) -> str:
    """Fills its box, standing on a point; turned, lying on a side."""
    corners = [(v, u) if turned else (u, v) for u, v in HEXAGON]
    return polygon([(x + w * u, y + h * v) for u, v in corners])


def polygon(points: list[tuple[float, float]]) -> str:
    """Through all the points and back to the first."""
    (x, y), *rest = points
    return f"{n(x)} {n(y)} m " + " ".join(f"{n(x)} {n(y)} l" for x, y in rest) + " h"


def arc(x: float, y: float, w: float, h: float, start: float, sweep: float) -> str:
    """A stretch of the box's oval: from `start` degrees, 0 is right and -90 up, on by `sweep`, clockwise."""
    ends = _arc_points(x, y, w, h, start, sweep)
    return f"{_at(ends[0])} m {_curves(ends, w / 2, h / 2)}"


def sector(x: float, y: float, w: float, h: float, start: float, sweep: float, hole: float) -> str:
    """A slice of the box's oval without what lies nearer to its middle than `hole`."""
    high = hole * h / w if w else 0
    inner = (x + w / 2 - hole, y + h / 2 - high, 2 * hole, 2 * high)
    there, back = _arc_points(x, y, w, h, start, sweep), _arc_points(*inner, start + sweep, -sweep)
    outer = f"{_at(there[0])} m {_curves(there, w / 2, h / 2)}"
    return f"{outer} {_at(back[0])} l {_curves(back, inner[2] / 2, inner[3] / 2)} h"


def _arc_points(
    x: float, y: float, w: float, h: float, start: float, sweep: float
) -> list[tuple[float, float, float]]:
    """Points along an oval no further apart than a bezier curve follows it, each with its angle."""
    steps = max(1, math.ceil(abs(sweep) / 45))
    angles = [math.radians(start + sweep * i / steps) for i in range(steps + 1)]
    return [(x + w / 2 * (1 + math.cos(a)), y + h / 2 * (1 + math.sin(a)), a) for a in angles]


def _at(point: tuple[float, float, float]) -> str:
    return f"{n(point[0])} {n(point[1])}"


def _curves(points: list[tuple[float, float, float]], rx: float, ry: float) -> str:
    curves = []
    for (x0, y0, a0), (x1, y1, a1) in pairwise(points):
        k = 4 / 3 * math.tan((a1 - a0) / 4)
        first = f"{n(x0 - k * rx * math.sin(a0))} {n(y0 + k * ry * math.cos(a0))}"
        second = f"{n(x1 + k * rx * math.sin(a1))} {n(y1 - k * ry * math.cos(a1))}"
        curves.append(f"{first} {second} {n(x1)} {n(y1)} c")
    return " ".join(curves)


def arrow_head(tip: tuple[float, float], towards: float, size: float) -> str:
    """A triangle whose tip points in a direction, in degrees."""
    cos, sin = math.cos(math.radians(towards)), math.sin(math.radians(towards))
    x, y = tip
    wide = 0.45 * size
    foot_x, foot_y = x - size * cos, y - size * sin
    return polygon([tip, (foot_x - wide * sin, foot_y + wide * cos), (foot_x + wide * sin, foot_y - wide * cos)])


@lru_cache(256)
def edges(cut: Cut, size: Size) -> tuple[Edge, ...]:
    """The sides of a piece, clockwise; those of an oval are many and short."""
    corners = [(u * size.width, v * size.height) for u, v in _CORNERS[cut]]
    return tuple(_edge(first, then) for first, then in pairwise([*corners, corners[0]]))


def _edge(first: tuple[float, float], then: tuple[float, float]) -> Edge:
    across, down = then[0] - first[0], then[1] - first[1]
    long = math.hypot(across, down)
    right, below = down / long, -across / long
    return right, below, right * first[0] + below * first[1]


def inner(cut: Cut, size: Size) -> Frame:
    """A roomy upright rectangle within a piece, whose corners touch the cut."""
    (left, top), w, h = _INNER[cut], size.width, size.height
    return left * w, top * h, (1 - 2 * left) * w, (1 - 2 * top) * h


def line(x: float, y: float, right: float, bottom: float) -> str:
    """From one point to another; it stays open, and is no good for filling."""
    return f"{n(x)} {n(y)} m {n(right)} {n(bottom)} l"


@lru_cache(65536)
def n(number: float) -> str:
    """A number as PDF writes it: no exponent, no more digits than a printer can show."""
    text = f"{number:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
