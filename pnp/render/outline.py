"""Outlines of shapes in PDF's own operators."""

from __future__ import annotations

import math

Frame = tuple[float, float, float, float]  # x, y, width, height

_CURVE = 0.5523  # how far the handles of a quarter circle stand out


def rect(x: float, y: float, w: float, h: float, radius: float = 0, notch: float = 0) -> str:
    if notch:
        return polygon(
            [
                (x + notch, y),
                (x + w - notch, y),
                (x + w, y + notch),
                (x + w, y + h - notch),
                (x + w - notch, y + h),
                (x + notch, y + h),
                (x, y + h - notch),
                (x, y + notch),
            ]
        )
    if not radius:
        return f"{n(x)} {n(y)} {n(w)} {n(h)} re"
    r = min(radius, w / 2, h / 2)
    k = r * (1 - _CURVE)
    right, bottom = x + w, y + h
    return " ".join(
        (
            f"{n(x + r)} {n(y)} m {n(right - r)} {n(y)} l",
            f"{n(right - k)} {n(y)} {n(right)} {n(y + k)} {n(right)} {n(y + r)} c {n(right)} {n(bottom - r)} l",
            f"{n(right)} {n(bottom - k)} {n(right - k)} {n(bottom)} {n(right - r)} {n(bottom)} c",
            f"{n(x + r)} {n(bottom)} l {n(x + k)} {n(bottom)} {n(x)} {n(bottom - k)} {n(x)} {n(bottom - r)} c",
            f"{n(x)} {n(y + r)} l {n(x)} {n(y + k)} {n(x + k)} {n(y)} {n(x + r)} {n(y)} c h",
        )
    )


def oval(x: float, y: float, w: float, h: float) -> str:
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


def polygon(points: list[tuple[float, float]]) -> str:
    (x, y), *rest = points
    return f"{n(x)} {n(y)} m " + " ".join(f"{n(x)} {n(y)} l" for x, y in rest) + " h"


def line(x: float, y: float, right: float, bottom: float) -> str:
    return f"{n(x)} {n(y)} m {n(right)} {n(bottom)} l"


def n(number: float) -> str:
    """A number as PDF writes it: no exponent, no more digits than a printer can show."""
    text = f"{number:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
