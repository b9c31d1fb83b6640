"""How a game of Chemicy Magicy is written down: the forms of its steps, and their words.

Of the spellings between bars, the first is written and all are read. A context such as `log: a tile` tells
translators apart what is one word in English: another language may need another one there.
"""

from __future__ import annotations

from pnp.base.text import word
from pnp.rules.notation import CLAUSES, DECKS, NUMBER, NUMBERS, PILES, PLAYER, VERBS, Notation, Slot, VerbForm

SOMEONE = "from someone"  # other languages may take from a player in a word of its own
TILE, TILES, CARDS = "word:tile", "words:tile", "words:emergency"

_NUMBER = Slot("number", (NUMBER,), needed=True)
_TOKEN = Slot("token", (NUMBER,), follows=True)
_TURNING = Slot("turning", (CARDS,))

FORMS = (
    VerbForm("round", (Slot("number", (NUMBER,)), Slot("tokens", (NUMBERS,))), heads=True),
    VerbForm("start", follows=True),
    VerbForm("peek", (Slot("tiles", (TILES,)),)),
    VerbForm("pour"),
    VerbForm("unplug"),
    VerbForm(
        "take",
        (Slot("tiles", (TILES,), needed=True),),
        (Slot("from", (PLAYER,), needed=True, other_word=SOMEONE),),
    ),
    VerbForm("draw", (Slot("tile", (TILE,), needed=True),)),
    VerbForm("pick", (Slot("tile", (TILE,), needed=True),)),
    VerbForm("stop", (_TOKEN,)),
    VerbForm("undo"),
    VerbForm("extra"),
    VerbForm("pass", (), (Slot("to", (PLAYER,), needed=True),)),
    VerbForm("safe", (_TOKEN,)),
    VerbForm("trade", (Slot("tiles", (TILES,)),)),
    VerbForm("group", (), (_TURNING,)),
    VerbForm("explode", (), (Slot("losing", (NUMBER,), follows=True), _TURNING)),
    VerbForm("renew"),
    VerbForm("mix"),
    VerbForm("gold", (_NUMBER,), notes=True),
    VerbForm("score", (_NUMBER,), notes=True),
    VerbForm("energy", (_NUMBER,), notes=True),
    VerbForm("elixirs", (_NUMBER,), notes=True),
    VerbForm("cats", (_NUMBER,), notes=True),
    VerbForm("unused", (_NUMBER,), notes=True),
    VerbForm("middle", (_NUMBER,), notes=True),
)

WORDS = {
    VERBS: {
        "round": word("log", "round"),
        "start": word("log", "starts|start|begins"),
        "peek": word("log", "peek|peeks|peeked"),
        "pour": word("log", "pour|pours|poured|pour away|pours away|pour-away"),
        "unplug": word("log", "unplug|unplugs|unplugged|power off|power-off"),
        "take": word("log: a tile of somebody", "take|takes|took|take over|takes over|take-over"),
        "draw": word("log: a tile", "draw|draws|drew"),
        "pick": word("log: a tile that lies open", "pick|picks|picked"),
        "stop": word("log", "stop|stops|stopped"),
        "undo": word("log", "undo|undoes"),
        "extra": word("log", "extra|extra undo|extra-undo"),
        "pass": word("log", "pass|passes|passed|pass on|passes on|pass-on"),
        "safe": word("log", "safe|safe stop|safe-stop"),
        "trade": word("log", "trade|trades|traded"),
        "group": word("log", "group|research group|research-group"),
        "explode": word("log", "explode|explodes|exploded|boom"),
        "renew": word("log", "renews|renew"),
        "mix": word("log", "mix|mixes|mixed"),
        "gold": word("log: a note", "gold"),
        "score": word("log", "score|points"),
        "energy": word("log", "energy"),
        "elixirs": word("log", "elixirs|elixir"),
        "cats": word("log: a note", "cats|assistants"),
        "unused": word("log", "unused"),
        "middle": word("log", "middle"),
    },
    CLAUSES: {
        SOMEONE: word("log: a player", "from"),
        "to": word("log: a player", "to"),
        "turning": word("log", "turning|turns|refreshing"),
        "losing": word("log", "losing|loses|lost"),
    },
    DECKS: {},  # nothing here is known by its back alone, and nothing is dealt to a pile
    PILES: {},
    "tile": {
        "electricity": word("log: a tile", "electricity|electric"),
        "temperature": word("log: a tile", "temperature|heat"),
        "pressure": word("log: a tile", "pressure"),
        "ball": word("log: a tile", "ball|round-belly"),
        "cone": word("log: a tile", "cone|pointy-hat"),
        "tube": word("log: a tile", "tube|beanpole"),
        "retort": word("log: a tile", "retort|drippy-nose"),
        "cauldron": word("log: a tile", "cauldron|bubble-pot"),
        "gourd": word("log: a tile", "gourd|snowman"),
        "box": word("log: a tile", "box|grumpy-box"),
        "cat": word("log: a tile", "cat|assistant|cat assistant"),
    },
    "emergency": {
        "peek": word("log: a card", "peek"),
        "pour-away": word("log: a card", "pour-away|pour|pour away"),
        "power-off": word("log: a card", "power-off|unplug|power off"),
        "take-over": word("log: a card", "take-over|take|take over"),
        "undo": word("log: a card", "undo"),
        "pass-on": word("log: a card", "pass-on|pass|pass on"),
        "safe-stop": word("log: a card", "safe-stop|safe|safe stop"),
        "extra-undo": word("log: a card", "extra-undo|extra|extra undo"),
    },
}

NOTATION = Notation(FORMS, WORDS)
