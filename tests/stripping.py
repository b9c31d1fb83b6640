"""Takes names of cards out of a simulated log, as a record at a real table would lack them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from pnp.referee.log import Log
from pnp.referee.step import DEAL, TURN, UNSEEN, Line, Step

NIGHT = ("golem", "mutabilis", "spiritus", "homunculus", "pactum", "infamia")


def stripped(log: Log, random: Random, share: float) -> Log:
    """The log with about so many of its cards unnamed, or left out where they follow by rule."""
    lines = [line if line.kind not in (TURN, DEAL) else _line(line, random, share) for line in log.lines]
    return replace(log, lines=tuple(line for line in lines if line is not None))


def _line(line: Line, random: Random, share: float) -> Line | None:
    if line.kind == DEAL and random.random() < share / 2:
        return None
    steps = [_step(step, random, share) for step in line.steps]
    return line._replace(steps=tuple(step for step in steps if step is not None))


def _step(step: Step, random: Random, share: float) -> Step | None:
    args = dict(step.args)

    def hidden(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(UNSEEN if random.random() < share else card for card in cards)

    if step.do == "reshuffle" and random.random() < share:
        if "laying" not in args:
            return None
        args["laying"] = hidden(args["laying"])
    for name in ("cards", "paying"):
        if name in args and isinstance(args[name], tuple):
            args[name] = hidden(args[name])
            if random.random() < share and step.do not in ("deal", "spirit"):
                del args[name]
    if step.do == "spirit" and "paying" in args and random.random() < share:
        args["paying"] = "hand"
    if "drawing" in args:
        backs = ["noctis" if card in NIGHT else UNSEEN for card in args["drawing"]]
        args["drawing"] = tuple(
            back if random.random() < share else card for back, card in zip(backs, args["drawing"], strict=True)
        )
        if "noctis" not in backs and random.random() < share:
            del args["drawing"]
    for verb, name in (("noctis", "card"), ("take", "card"), ("bank", "refilling")):
        if step.do == verb and name in args and random.random() < share:
            del args[name]
    return Step(step.do, args, step.by)
