"""Every number and switch of the rules that the referee goes by, read once from EditionData."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.base.text import Text
from pnp.data.edition import EditionData
from pnp.data.model import Card
from pnp.rules.settings import Settings, once_for_each_edition, value

ENERGY, ELIXIR, ASSISTANT = "energy", "elixir", "assistant"  # the classes of tiles
CAT = "cat"
EXTRA = "extra-undo"


class ChemicySettings(Settings):
    """The rules of one edition, each value of `values.toml` under a name that the rules read well with."""

    # the table and its rounds
    boards_each: int = value("setup.boards")
    rounds: int = value("rounds")
    fewer_tokens: int = value("offer.fewer")
    distinct: bool = value("offer.distinct")
    same_starter: bool = value("start.later", "same")
    gold_limited: bool = value("gold.limited")

    # groups, stopping, catastrophes
    more_elixirs: bool = value("complete.more_elixirs")
    with_drawn: bool = value("complete.with_drawn")
    more_assistants: bool = value("complete.more_assistants")
    without_used: bool = value("complete.without_used")
    only_drawn: bool = value("complete.only_drawn")
    stop_keeps: bool = value("stop.keeps_assistants")
    catastrophe_keeps: bool = value("catastrophe.keeps_assistants")
    lost_tokens: int = value("catastrophe.tokens")
    large_leaves: bool = value("catastrophe.large_leaves")
    keeps_gold: bool = value("catastrophe.keeps_gold")

    # emergency cards
    commits: bool = value("emergency.commits")
    uses: int = value("emergency.uses")
    one_card_a_turn: bool = value("emergency.per_turn", "one")
    peek_tiles: int = value("peek.tiles")
    peek_rescue: bool = value("peek.rescue")
    taken_tiles: int = value("take_over.tiles")
    take_from_stopped: bool = value("take_over.from_stopped")
    take_more_cats: bool = value("take_over.more_assistants")
    pass_to_stopped: bool = value("pass_on.to_stopped")
    pass_then_draw: bool = value("pass_on.then", "draw")
    mix_face_up: bool = value("mixing.face_up")
    extra_price: int = value("extra.price")
    extra_any_time: bool = value("extra.moment", "any-time")
    extra_refreshed: bool = value("extra.refreshed")

    def __init__(self, edition: EditionData) -> None:
        super().__init__(edition)
        decks = {deck.key: deck.cards for deck in edition.game.decks}
        self.names: dict[str, Text] = {card.key: card.name for cards in decks.values() for card in cards}
        self.extra = "X2" in self.rules
        self._count_pieces(decks)
        self._count_tokens(decks)
        self._group()

    def _count_pieces(self, decks: Mapping[str, Sequence[Card]]) -> None:
        """Players, tiles and cards."""
        fact: Any = self.edition.__getitem__
        self.players: tuple[int, int] = fact("players.min"), fact("players.max")
        self.boards: int = sum(fact(f"count.{card.key}") for card in decks["boards"])
        self.copies: dict[str, int] = {
            card.key: fact(f"count.{card.key}") for key in ("emergency", "extra") for card in decks[key]
        }
        self.class_of: dict[str, str] = {card.key: str(card.cells["class"]) for card in decks["tiles"]}
        self.tiles: dict[str, int] = {kind: fact(f"count.{kind}") for kind in self.class_of}
        # how often each card may be used while none of it is turned up again
        self.cards: dict[str, int] = {card.key: fact("setup.of_each") * self.uses for card in decks["emergency"]}
        if self.extra:
            self.cards[EXTRA] = fact("extra.cards") * self.uses

    def _count_tokens(self, decks: Mapping[str, Sequence[Card]]) -> None:
        """Power tokens and gold, with what they are worth."""
        fact: Any = self.edition.__getitem__
        self.token_keys: dict[tuple[int, bool], str] = {
            (fact(f"worth.{card.key}"), deck == "large"): card.key
            for deck in ("small", "large")
            for card in decks[deck]
        }
        self.small: dict[int, int] = {}
        for card in decks["small"]:
            worth = fact(f"worth.{card.key}")
            self.small[worth] = self.small.get(worth, 0) + fact(f"count.{card.key}")
        large = sorted(fact(f"worth.{card.key}") for card in decks["large"] for _ in range(fact(f"count.{card.key}")))
        self.large: list[int] = sorted(large[: self.rounds], reverse=fact("offer.order") == "descending")
        self.gold_tokens: int = sum(fact(f"count.{card.key}") for card in decks["gold"])
        self.gold_worth: int = max((fact(f"worth.{card.key}") for card in decks["gold"]), default=0)

    def _group(self) -> None:
        """Values that stand for one class of tiles or one verb each."""
        fact: Any = self.edition.__getitem__
        self.group: dict[str, int] = {one: fact(f"group.{one}") for one in (ENERGY, ELIXIR, ASSISTANT)}
        self.pays: dict[str, int] = {one: fact(f"gold.{one}") for one in (ENERGY, ELIXIR)}
        self.refresh: dict[str, int] = {"group": fact("refresh.assistant"), "explode": fact("refresh.catastrophe")}
        self.without: dict[str, bool] = {"pour": fact("pour_away.without"), "unplug": fact("power_off.without")}

    def worth_of_large(self, number: int) -> int | None:
        """S2: what the large token of a round is worth, if there is one."""
        return self.large[number - 1] if number <= len(self.large) else None

    def name(self, key: str) -> Text:
        """A tile or card by the name that is printed for it."""
        return self.names[key]


settings_of = once_for_each_edition(ChemicySettings)
