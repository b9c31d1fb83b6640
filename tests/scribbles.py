"""Writes logs that keep to the grammar and to nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from pnp.games.alchemicus.words import NOTATION
from pnp.referee.notation import CARD, CARDS, NUMBER, PLAYER, Form, Slot

CARD_NAMES = """
Horten Metalle Pergula Fornax Alembic Taberna Domo Labrium Donarium Gloria
Golem Mutabilis Spiritus Homunculus Pactum Infamia ? noctis base
""".split()  # noqa: SIM905  one line reads better than nineteen
WORDS = {
    "building": ["Horten", "Metalle", "Pergula", "Fornax", "Alembic", "Taberna", "centre", "Labrium", "Donarium"],
    "field": ["Build", "Collection", "Transport", "Transmutation", "Sale", "Gifts", "Spirit"],
    "good": ["herbs", "ore", "tincture", "metal", "gold"],
    "pay": ["fame", "cards"],
    "deck": ["base", "noctis"],
    "all": ["hand"],
}
ODD = """
transport.herbs= setup.buildings= setup.hand=0 setup.hand=60 setup.noctis= spirit.start=pergula hand.limit=0
ring.outer=spirit ring.outer=build,sale ring.inner=horten ring.inner= ring.centre=labrium move.free=0 move.paid=
draw.cards=0 draw.cards=30 passing.cards=9 workroom.cards=9 spirit_field.pawns=9 reshuffle=when-needed
building.limit=1 payment.card=3 payment.exact=false transmutation.labrium=gold places.horten=0 places.labrium=9
collection.cards=3 action.per_turn=5 gifts.cards=0 price.gloria=0 price.golem=0 bank.size=1 bank.pays_itself=true
homunculus.gold= pactum.cards=40 infamia.ward=0 race.own_gold=false golem.one_per_building=false theft.cards=5
race.golem_stops=on race.golem_stops_owner=false spirit.empty_hand=false sale.discard_first=false count.golem=0
""".split()  # noqa: SIM905
HEADS = (
    "with: noctis",
    "variant: race",
    "with: noctis\noptions: card-bank, advanced-sale",
    "variant: race\noptions: card-bank",
)


def scribbled(random: Random, turns: int = 12) -> str:
    """A log of steps in any order by anybody; every second turn begins as a turn should."""
    names = ["Ala", "Bartek", "Celina", "Ewa Maria"][: random.randint(1, 4)]
    lines = ["game: alchemicus", random.choice(HEADS), f"players: {', '.join(names)}", ""]
    if random.random() < 0.5:
        lines.insert(1, f"set: {', '.join(random.sample(ODD, 3))}")
    if random.random() < 0.3:
        lines.append(f"deal {random.choice([*names, 'bank'])}: {cards(random)}")
    for number in range(1, turns + 1):
        for name in names:
            steps = [step(random, names) for _ in range(random.randint(0, 7))]
            if random.random() < 0.7:
                steps = ["draw", "place Sale" if number == 1 else f"move {random.randint(1, 3)}", *steps]
            lines.append(f"{number} {name}: {'; '.join(steps)}")
    lines.append(random.choice(["", f"winner: {names[0]}", f"result: {names[0]} 3"]))
    return "\n".join(lines)


def step(random: Random, names: Sequence[str]) -> str:
    form: Form = random.choice(NOTATION.forms)
    by = f"{random.choice(names)} " if random.random() < 0.3 else ""
    main = [value(random, slot, names) for slot in form.main if slot.needed or random.random() < 0.5]
    clauses = [
        f"{slot.name} {value(random, slot, names)}" for slot in form.clauses if slot.needed or random.random() < 0.4
    ]
    return by + " ".join([form.verb, *main, *clauses])


def value(random: Random, slot: Slot, names: Sequence[str]) -> str:
    takes = random.choice(slot.takes)
    if takes == NUMBER:
        return str(random.choice([0, 1, 2, 3, 4, 5, 7, 40, 9999]))
    if takes == PLAYER:
        return random.choice(names)
    if takes == CARD:
        return random.choice(CARD_NAMES)
    if takes == CARDS:
        return cards(random)
    kind, _, terms = takes.partition(":")
    word = random.choice(WORDS[terms])
    return word if kind == "word" or random.random() < 0.6 else f"{word} {random.randint(1, 4)}"


def cards(random: Random) -> str:
    def one() -> str:
        count = random.choice(["", "", "2 ", "5 "])
        return count + random.choice(CARD_NAMES) if random.random() < 0.9 else str(random.randint(0, 6))

    return ", ".join(one() for _ in range(random.randint(1, 5)))
