"""How a game of Alchemicus is written down: the forms of its steps, and their words.

Of the spellings between bars, the first is written and all are read. A context such as `log: a player` tells
translators apart what is one word in English: another language may need another one there.
"""

from __future__ import annotations

from pnp.base.text import Message, Text, word
from pnp.rules.notation import CARD, CARDS, CLAUSES, DECKS, NUMBER, PILES, PLAYER, VERBS, Notation, Slot, VerbForm

# words before a player, or a field: other languages have words of their own there
SOMEONE, OWNER, AGAINST, ONTO = "from someone", "of someone", "on someone", "to a field"
CENTRE = "centre"  # of the inner ring, whatever building stands there
BUILDING, FIELD, GOOD = "spot:building", "spot:field", "word:good"

_PAYING = Slot("paying", (CARDS,), follows=True)
_DRAWING = Slot("drawing", (CARDS,), follows=True)
_SHOWING = Slot("showing", (CARDS,))
_NUMBER = Slot("number", (NUMBER,), needed=True)
_FROM, _TO = Slot("from", (BUILDING,)), Slot("to", (BUILDING,))
_OF = Slot("of", (PLAYER,), other_word=OWNER)

FORMS = (
    VerbForm("draw", (Slot("cards", (CARDS,), follows=True),)),
    VerbForm("noctis", (Slot("card", (CARD,), follows=True),), (_PAYING,)),
    VerbForm("bank", (Slot("card", (CARD,), needed=True),), (_PAYING, Slot("refilling", (CARD,), follows=True))),
    VerbForm(
        "play",
        (Slot("card", (CARD,), needed=True),),
        (Slot("on", (BUILDING, FIELD, GOOD, PLAYER, CARD), player_word=AGAINST), _OF, _FROM, _TO, _PAYING, _DRAWING),
    ),
    VerbForm("ward", (Slot("card", (CARD,)),), (Slot("at", (BUILDING,)), _PAYING)),
    VerbForm("place", (Slot("field", (FIELD,), needed=True, other_word=ONTO),), (Slot("with", (CARDS,)), _DRAWING)),
    VerbForm("move", (_NUMBER,), (Slot("to", (FIELD,), other_word=ONTO), Slot("with", (CARDS,)), _PAYING, _DRAWING)),
    VerbForm("skip"),
    VerbForm("build", (Slot("card", (CARD,), needed=True),), (Slot("replacing", (BUILDING,)), _PAYING, _SHOWING)),
    VerbForm(
        "spirit",
        (Slot("spot", (BUILDING,), needed=True, other_word=ONTO),),
        (Slot("paying", (CARDS, "word:all"), follows=True),),
    ),
    VerbForm(
        "take", (Slot("card", (CARD,), follows=True),), (Slot("from", (PLAYER,), needed=True, other_word=SOMEONE),)
    ),
    VerbForm("collect", (Slot("spots", ("spots:building",)),)),
    VerbForm("carry", (Slot("good", (GOOD,), needed=True),), (_FROM, _TO, _OF), repeats=True),
    VerbForm("transmute", (Slot("spots", ("spots:building",)),), (_SHOWING,)),
    VerbForm(
        "sell",
        (Slot("good", (GOOD,), needed=True),),
        (_FROM, Slot("at", (BUILDING,), needed=True), Slot("for", ("word:pay",)), _DRAWING, _SHOWING),
        repeats=True,
    ),
    VerbForm("buy", (), (_TO, _PAYING)),
    VerbForm("give", (), (_PAYING,)),
    VerbForm("shed", (), (_PAYING,)),
    VerbForm("gloria", (), (_PAYING,)),
    VerbForm("discard", (Slot("cards", (CARDS,), follows=True),)),
    VerbForm("reshuffle", (Slot("deck", ("word:deck",)),), (Slot("laying", (CARDS,), follows=True),)),
    VerbForm("hand", (_NUMBER,), notes=True),
    VerbForm("fame", (_NUMBER,), notes=True),
    VerbForm("pile", (_NUMBER,), (Slot("of", ("word:deck",)),), notes=True),
    VerbForm("built", (_NUMBER,), notes=True),
)


def _latin(*names: str) -> dict[str, Message]:
    """Words that are the same in every language, as on the cards: no translator is asked for them."""
    return {name.casefold(): Message(Text(name)) for name in names}


WORDS = {
    VERBS: {
        "draw": word("log", "draw|draws|drew"),
        "noctis": Message(Text("noctis")),
        "bank": word("log", "bank"),
        "play": word("log", "play|plays|played"),
        "ward": word("log", "ward|wards|warded"),
        "place": word("log", "place|places|placed"),
        "move": word("log", "move|moves|moved"),
        "skip": word("log", "skip|skips|skipped"),
        "build": word("log", "build|builds"),
        "spirit": word("log", "spirit"),
        "take": word("log", "take|takes|took"),
        "collect": word("log", "collect|collects|collected"),
        "carry": word("log", "carry|carries|carried"),
        "transmute": word("log", "transmute|transmutes|transmuted"),
        "sell": word("log", "sell|sells|sold"),
        "buy": word("log", "buy|buys|bought"),
        "give": word("log", "give|gives|gave"),
        "shed": word("log", "shed|sheds"),
        "gloria": Message(Text("gloria")),
        "discard": word("log", "discard|discards|discarded"),
        "reshuffle": word("log", "reshuffle|reshuffles|reshuffled"),
        "hand": word("log", "hand"),
        "fame": word("log", "fame"),
        "pile": word("log", "pile"),
        "built": word("log", "built|buildings"),
    },
    CLAUSES: {
        "on": word("log", "on"),
        AGAINST: word("log: a player", "on|against"),
        "of": word("log", "of"),
        OWNER: word("log: a player", "of"),
        "from": word("log", "from"),
        SOMEONE: word("log: a player", "from"),
        "to": word("log", "to|onto"),
        ONTO: word("log: a field", "to|on|onto"),
        "at": word("log", "at"),
        "for": word("log", "for"),
        "with": word("log", "with|using"),
        "paying": word("log", "paying|pays|paid"),
        "drawing": word("log", "drawing"),
        "showing": word("log", "showing|shows"),
        "replacing": word("log", "replacing"),
        "refilling": word("log", "refilling"),
        "laying": word("log", "laying"),
    },
    DECKS: {"base": word("log", "base"), "noctis": Message(Text("noctis"))},
    PILES: {"bank": word("log", "bank")},
    "building": {
        **_latin("Horten", "Metalle", "Pergula", "Fornax", "Alembic", "Taberna", "Domo", "Labrium", "Donarium"),
        CENTRE: word("log", "centre|center"),
    },
    "field": {
        "build": word("log", "Build|Building"),
        "collection": word("log", "Collection"),
        "transport": word("log", "Transport"),
        "transmutation": word("log", "Transmutation"),
        "sale": word("log", "Sale"),
        "gifts": word("log", "Gifts|Gift"),
        "spirit": word("log", "Spirit"),
    },
    "good": {
        "herbs": word("log", "herbs|herb"),
        "ore": word("log", "ore"),
        "tincture": word("log", "tincture"),
        "metal": word("log", "metal"),
        "gold": word("log", "gold"),
    },
    "pay": {"fame": word("log: what a good is sold for", "fame"), "cards": word("log", "cards|card")},
    "all": {"hand": word("log: what is paid", "hand")},
}

NAMES = {
    "building": word("expected", "a building"),
    "field": word("expected", "a field"),
    "good": word("expected", "a good"),
    DECKS: word("expected", "a pile"),
    "pay": word("expected", "what the good is sold for"),
    "all": word("expected", "the whole hand"),
}

NOTATION = Notation(FORMS, WORDS, NAMES)
