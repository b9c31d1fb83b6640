"""What a log claims at its end, held against the outcome by the rules."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.base.text import say
from pnp.rules.objection import Objection, object_to
from pnp.rules.outcome import Outcome
from pnp.rules.step import Step


def wrong_claim(outcome: Outcome, claim: Step, players: Sequence[str]) -> Objection | None:
    """What the outcome has against a claimed winner or claimed scores; what the log leaves open may be claimed."""
    if claim.do == "winner":
        return _wrong_winner(outcome, claim, players)
    return _wrong_scores(outcome, claim, players)


def _wrong_winner(outcome: Outcome, claim: Step, players: Sequence[str]) -> Objection | None:
    claimed = tuple(sorted(claim.args["players"]))
    if not outcome.over:
        everybody = ((outcome.aspect, seat) for seat in range(len(players)))
        return object_to(outcome.ends, say("by the rules the game isn’t over yet"), ("end", -1), *everybody)
    if may_have_won(outcome, claimed):
        return None
    noted, right = ([players[seat] for seat in seats] for seats in (claimed, outcome.may_lead))
    return object_to(
        outcome.rules,
        say("the log says {claimed} won, but by the rules it was {right}", claimed=noted, right=right)
        if outcome.winners
        else say(
            "the log says {claimed} won, but by the rules only {right:or} can have won", claimed=noted, right=right
        ),
        # whatever the others have, one of these has more or less if the claim is right
        *((outcome.aspect, seat) for seat in dict.fromkeys((*claimed, *outcome.may_lead))),
    )


def may_have_won(outcome: Outcome, claimed: tuple[int, ...]) -> bool:
    """Whether those who are claimed to have won may be those who did, for all that the log tells."""
    return claimed == outcome.winners if outcome.winners else set(claimed) <= set(outcome.contenders)


def _wrong_scores(outcome: Outcome, claim: Step, players: Sequence[str]) -> Objection | None:
    for seat, score in claim.args["players"].items():
        if score not in outcome.scores[seat]:
            return object_to(
                outcome.rules,
                say(
                    "the log gives {player} a final score of {noted}, but the moves give {right}",
                    player=players[seat],
                    noted=score,
                    right=outcome.scores[seat],
                ),
                (outcome.aspect, seat),
            )
    return None
