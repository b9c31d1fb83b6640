"""How a game of Chemicy Magicy is written down: the forms of its steps, and their words.

Of the spellings between bars, the first is written and all are read. A context such as `log: a tile` tells
translators apart what is one word in English: another language may need another one there.
"""

from __future__ import annotations

from pnp.base.text import counted_word, word
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
        "pour": word("log", "pour away|pours away|poured away|pour-away|pour|pours|poured"),
        "unplug": word("log", "power off|powers off|powered off|power-off|unplug|unplugs|unplugged"),
        "take": word("log: a tile of somebody", "take over|takes over|took over|take-over|take|takes|took"),
        "draw": word("log: a tile", "draw|draws|drew"),
        "pick": word("log: a tile that lies open", "pick|picks|picked"),
        "stop": word("log", "stop|stops|stopped"),
        "undo": word("log", "undo|undoes"),
        "extra": word("log", "extra undo|extra-undo|extra"),
        "pass": word("log", "pass on|passes on|passed on|pass-on|pass|passes|passed"),
        "safe": word("log", "safe stop|safe-stop|safe"),
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
        "electricity": counted_word("log: a tile", "electricity|electric", "electricity"),
        "temperature": counted_word("log: a tile", "temperature|heat", "temperatures"),
        "pressure": counted_word("log: a tile", "pressure", "pressures"),
        "ball": counted_word("log: a tile", "Round-belly|ball", "Round-bellies|balls"),
        "cone": counted_word("log: a tile", "Pointy-hat|cone", "Pointy-hats|cones"),
        "tube": counted_word("log: a tile", "Beanpole|tube", "Beanpoles|tubes"),
        "retort": counted_word("log: a tile", "Drippy-nose|retort", "Drippy-noses|retorts"),
        "cauldron": counted_word("log: a tile", "Bubble-pot|cauldron", "Bubble-pots|cauldrons"),
        "gourd": counted_word("log: a tile", "Snowman|gourd", "Snowmen|gourds"),
        "box": counted_word("log: a tile", "Grumpy-box|box", "Grumpy-boxes|boxes"),
        "cat": counted_word("log: a tile", "cat|assistant|cat assistant", "cats|assistants|cat assistants"),
    },
    "emergency": {
        "peek": word("log: a card", "peek"),
        "pour-away": word("log: a card", "pour away|pour-away|pour"),
        "power-off": word("log: a card", "power off|power-off|unplug"),
        "take-over": word("log: a card", "take over|take-over|take"),
        "undo": word("log: a card", "undo"),
        "pass-on": word("log: a card", "pass on|pass-on|pass"),
        "safe-stop": word("log: a card", "safe stop|safe-stop|safe"),
        "extra-undo": word("log: a card", "extra undo|extra-undo|extra"),
    },
}

NAMES = {"tile": word("expected", "a tile"), "emergency": word("expected", "an emergency card")}

NOTATION = Notation(FORMS, WORDS, NAMES)
