"""Writes logs that keep to the grammar and to nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from conftest import LIBRARY
from pnp.log.library import rules_of
from pnp.rules.notation import CARD, CARDS, DECKS, NUMBER, NUMBERS, PILES, PLAYER, Slot, VerbForm, spellings
from pnp.rules.step import UNSEEN

NAMES = ("Ala", "Bartek", "Celina", "Ewa Maria")

# values that tables may set, some of them out of range
ODD = {
    "alchemicus": """
        transport.herbs= setup.buildings= setup.hand=0 setup.hand=60 setup.noctis= spirit.start=pergula hand.limit=0
        ring.outer=spirit ring.outer=build,sale ring.inner=horten ring.inner= ring.centre=labrium move.free=0
        move.paid= draw.cards=0 draw.cards=30 passing.cards=9 workroom.cards=9 spirit_field.pawns=9
        reshuffle=when-needed building.limit=1 payment.card=3 payment.exact=false transmutation.labrium=gold
        places.horten=0 places.labrium=9 collection.cards=3 action.per_turn=5 gifts.cards=0 price.gloria=0
        price.golem=0 bank.size=1 bank.pays_itself=true homunculus.gold= pactum.cards=40 infamia.ward=0
        race.own_gold=false golem.one_per_building=false theft.cards=5 race.golem_stops=on
        race.golem_stops_owner=false spirit.empty_hand=false sale.discard_first=false count.golem=0
    """,
    "chemicy-magicy": """
        group.energy=1 group.elixir=9 group.assistant=1 gold.energy=0 rounds=1 rounds=40 offer.fewer=0 offer.fewer=9
        offer.distinct=false count.electricity=0 count.cat=1 count.gold=0 worth.gold=0 peek.tiles=90
        take_over.tiles=9 refresh.assistant=9 refresh.catastrophe=0 catastrophe.tokens=9 emergency.uses=3
        emergency.per_turn=one emergency.commits=false pass_on.then=draw pass_on.to_stopped=true extra.cards=1
        extra.price=0 extra.moment=own-turn setup.of_each=0 complete.only_drawn=false stop.keeps_assistants=false
        catastrophe.keeps_assistants=true catastrophe.keeps_gold=false mixing.face_up=false start.later=same
    """,
}
HEADS = {
    "alchemicus": (
        "with: noctis",
        "variant: race",
        "with: noctis\noptions: card-bank, advanced-sale",
        "variant: race\noptions: card-bank",
    ),
    "chemicy-magicy": ("options: extra-undo", "options: extra-undo, short-game", "edition: pl"),
}
# with which a turn begins as a turn should, in the first round and later
BEGINNINGS = {
    "alchemicus": (("draw; place Sale",), ("draw; move 1", "draw; move 2", "draw; move 3")),
    "chemicy-magicy": (("draw cat", "draw cone"), ("draw tube", "draw electricity", "stop", "peek; pick cat")),
}


def scribbled(game: str, random: Random, turns: int = 12) -> str:
    """A log of steps in any order by anybody; most turns begin as a turn should."""
    names, notation = NAMES[: random.randint(1, 4)], rules_of(game).notation
    heads = [form for form in notation.forms if form.heads]
    lines = [f"game: {game}", random.choice(HEADS[game]), f"players: {', '.join(names)}", ""]
    if random.random() < 0.5:
        lines.insert(1, f"set: {', '.join(random.sample(ODD[game].split(), 3))}")
    if random.random() < 0.3:
        lines.append(f"deal {random.choice([*names, *notation.words[PILES]])}: {cards(game, random)}")
    for number in range(1, turns + 1):
        if heads and random.random() < 0.4:
            lines.append(f"{headed(game, random.choice(heads), random)}; {step(game, random, names)}")
        for name in names:
            steps = [step(game, random, names) for _ in range(random.randint(0, 7))]
            if random.random() < 0.7:
                steps = [random.choice(BEGINNINGS[game][number > 1]), *steps]
            lines.append(f"{number} {name}: {'; '.join(steps)}")
    lines.append(random.choice(["", f"winner: {names[0]}", f"result: {names[0]} 3"]))
    return "\n".join(lines)


def headed(game: str, form: VerbForm, random: Random) -> str:
    label, *rest = (value(game, random, slot, NAMES) for slot in form.main)
    return f"{form.verb} {label}: {' '.join(rest) if random.random() < 0.9 else ''}"


def step(game: str, random: Random, names: Sequence[str]) -> str:
    form: VerbForm = random.choice([form for form in rules_of(game).notation.forms if not form.heads])
    by = f"{random.choice(names)} " if random.random() < 0.3 else ""
    main = [value(game, random, slot, names) for slot in form.main if slot.needed or random.random() < 0.5]
    clauses = [
        f"{slot.name} {value(game, random, slot, names)}"
        for slot in form.clauses
        if slot.needed or random.random() < 0.4
    ]
    return by + " ".join([form.verb, *main, *clauses])


def value(game: str, random: Random, slot: Slot, names: Sequence[str]) -> str:
    takes = random.choice(slot.takes)
    plain = {
        NUMBER: lambda: str(random.choice([0, 1, 2, 3, 4, 5, 7, 40, 9999])),
        NUMBERS: lambda: ", ".join(str(random.randint(0, 12)) for _ in range(random.randint(1, 5))),
        PLAYER: lambda: random.choice(names),
        CARD: lambda: random.choice(card_names(game)),
        CARDS: lambda: cards(game, random),
    }
    return plain[takes]() if takes in plain else words(game, random, *takes.split(":"))


def words(game: str, random: Random, kind: str, terms: str) -> str:
    known = [next(spellings(word, LIBRARY.catalog("en"))) for word in rules_of(game).notation.words[terms].values()]
    if kind == "words":
        return ", ".join(random.choice(known) for _ in range(random.randint(1, 5)))
    return random.choice(known) if kind == "word" or random.random() < 0.6 else f"{known[0]} {random.randint(1, 4)}"


def card_names(game: str) -> list[str]:
    return [*LIBRARY.cards(game).values(), UNSEEN, *rules_of(game).notation.words[DECKS]]


def cards(game: str, random: Random) -> str:
    def one() -> str:
        count = random.choice(["", "", "2 ", "5 "])
        return count + random.choice(card_names(game)) if random.random() < 0.9 else str(random.randint(0, 6))

    return ", ".join(one() for _ in range(random.randint(1, 5)))
