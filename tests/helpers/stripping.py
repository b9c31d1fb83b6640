"""Takes names of cards out of a simulated log, as a record at a real table would lack them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from pnp.log.log import Log
from pnp.rules.step import DEAL, TURN, UNSEEN, Line, Step

NIGHT = ("golem", "mutabilis", "spiritus", "homunculus", "pactum", "infamia")


def stripped(log: Log, random: Random, share: float, keep: Step | None = None) -> Log:
    """The log with about so many cards unnamed, or left out where they follow by rule; one step may be kept as is."""
    lines = [line if line.kind not in (TURN, DEAL) else _line(line, random, share, keep) for line in log.lines]
    return replace(log, lines=tuple(line for line in lines if line is not None))


def _line(line: Line, random: Random, share: float, keep: Step | None) -> Line | None:
    if line.kind == DEAL and random.random() < share / 2:
        return None
    steps = [step if step is keep else _step(step, random, share) for step in line.steps]
    return line._replace(steps=tuple(step for step in steps if step is not None))


def _step(step: Step, random: Random, share: float) -> Step | None:
    args = dict(step.args)
    if step.do == "reshuffle" and random.random() < share and "laying" not in args:
        return None
    for name in ("cards", "paying", "laying"):
        if isinstance(args.get(name), tuple):
            args[name] = tuple(UNSEEN if random.random() < share else card for card in args[name])
    for name in _left_out(step, random, share):
        args.pop(name, None)
    if step.do == "spirit" and "paying" in args and random.random() < share:
        args["paying"] = "hand"
    if "drawing" in args:
        args["drawing"] = tuple(_back(card) if random.random() < share else card for card in args["drawing"])
    return Step(step.do, args, step.by)


def _left_out(step: Step, random: Random, share: float) -> list[str]:
    """What need not be written: it follows by rule, or nobody but the player saw it."""
    names = {"noctis": ["card", "paying"], "take": ["card"], "bank": ["refilling", "paying"], "draw": ["cards"]}
    free = names.get(step.do, ["paying"] if step.do not in ("deal", "spirit") else [])
    if step.do == "discard":
        free = ["cards"]
    if "noctis" not in [_back(card) for card in step.args.get("drawing", ())]:
        free = [*free, "drawing"]
    return [name for name in free if random.random() < share]


def _back(card: str) -> str:
    return "noctis" if card in NIGHT else UNSEEN
