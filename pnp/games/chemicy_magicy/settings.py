"""Every number and switch of the rules that the referee goes by, read once from the Edition."""

from __future__ import annotations

from typing import Any

from pnp.base.text import Text
from pnp.data.edition import EditionData
from pnp.rules.reading import once_for_each_edition

ENERGY, ELIXIR, ASSISTANT = "energy", "elixir", "assistant"  # the classes of tiles
CAT = "cat"
EXTRA = "extra-undo"


class ChemicySettings:
    """The rules of one edition, each value of `values.toml` under a name that the rules read well with."""

    def __init__(self, edition: EditionData) -> None:
        value: Any = edition.__getitem__
        decks = {deck.key: deck.cards for deck in edition.game.decks}
        self.edition = edition
        self.rules = set(edition.rules)
        self.names: dict[str, Text] = {card.key: card.name for cards in decks.values() for card in cards}

        self.players: tuple[int, int] = value("players.min"), value("players.max")
        self.boards: int = sum(value(f"count.{card.key}") for card in decks["boards"])
        self.boards_each: int = value("setup.boards")
        self.copies: dict[str, int] = {
            card.key: value(f"count.{card.key}") for key in ("emergency", "extra") for card in decks[key]
        }
        self.class_of: dict[str, str] = {card.key: str(card.cells["class"]) for card in decks["tiles"]}
        self.tiles: dict[str, int] = {kind: value(f"count.{kind}") for kind in self.class_of}
        self.token_keys: dict[tuple[int, bool], str] = {
            (value(f"worth.{card.key}"), deck == "large"): card.key
            for deck in ("small", "large")
            for card in decks[deck]
        }
        self.small: dict[int, int] = {}
        for card in decks["small"]:
            worth = value(f"worth.{card.key}")
            self.small[worth] = self.small.get(worth, 0) + value(f"count.{card.key}")
        self.rounds: int = value("rounds")
        large = sorted(
            value(f"worth.{card.key}") for card in decks["large"] for _ in range(value(f"count.{card.key}"))
        )
        self.large: list[int] = sorted(large[: self.rounds], reverse=value("offer.order") == "descending")
        self.gold_tokens: int = sum(value(f"count.{card.key}") for card in decks["gold"])
        self.gold_worth: int = max((value(f"worth.{card.key}") for card in decks["gold"]), default=0)
        self.gold_limited: bool = value("gold.limited")

        self.fewer_tokens: int = value("offer.fewer")
        self.distinct: bool = value("offer.distinct")
        self.same_starter: bool = value("start.later") == "same"

        self.group: dict[str, int] = {one: value(f"group.{one}") for one in (ENERGY, ELIXIR, ASSISTANT)}
        self.pays: dict[str, int] = {one: value(f"gold.{one}") for one in (ENERGY, ELIXIR)}
        self.more_elixirs: bool = value("complete.more_elixirs")
        self.with_drawn: bool = value("complete.with_drawn")
        self.more_assistants: bool = value("complete.more_assistants")
        self.without_used: bool = value("complete.without_used")
        self.only_drawn: bool = value("complete.only_drawn")
        self.stop_keeps: bool = value("stop.keeps_assistants")
        self.catastrophe_keeps: bool = value("catastrophe.keeps_assistants")
        self.lost_tokens: int = value("catastrophe.tokens")
        self.large_leaves: bool = value("catastrophe.large_leaves")
        self.keeps_gold: bool = value("catastrophe.keeps_gold")
        self.refresh: dict[str, int] = {"group": value("refresh.assistant"), "explode": value("refresh.catastrophe")}

        self.commits: bool = value("emergency.commits")
        self.uses: int = value("emergency.uses")
        self.one_card_a_turn: bool = value("emergency.per_turn") == "one"
        self.peek_tiles: int = value("peek.tiles")
        self.peek_rescue: bool = value("peek.rescue")
        self.without: dict[str, bool] = {"pour": value("pour_away.without"), "unplug": value("power_off.without")}
        self.taken_tiles: int = value("take_over.tiles")
        self.take_from_stopped: bool = value("take_over.from_stopped")
        self.take_more_cats: bool = value("take_over.more_assistants")
        self.pass_to_stopped: bool = value("pass_on.to_stopped")
        self.pass_then_draw: bool = value("pass_on.then") == "draw"
        self.mix_face_up: bool = value("mixing.face_up")

        self.extra: bool = "X2" in self.rules
        self.extra_price: int = value("extra.price")
        self.extra_any_time: bool = value("extra.moment") == "any-time"
        self.extra_refreshed: bool = value("extra.refreshed")
        # how often each card may be used while none of it is turned up again
        self.cards: dict[str, int] = {card.key: value("setup.of_each") * self.uses for card in decks["emergency"]}
        if self.extra:
            self.cards[EXTRA] = value("extra.cards") * self.uses

    def worth_of_large(self, number: int) -> int | None:
        """S2: what the large token of a round is worth, if there is one."""
        return self.large[number - 1] if number <= len(self.large) else None

    def name(self, key: str) -> Text:
        """A tile or card by the name that is printed for it."""
        return self.names[key]


settings_of = once_for_each_edition(ChemicySettings)
