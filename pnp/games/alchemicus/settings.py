"""Every number and switch of the rules that the referee goes by, read once from the Edition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.base.errors import BadRequest, Complaint
from pnp.base.text import Text, say
from pnp.data.edition import EditionData
from pnp.rules.reading import once_for_each_edition


class Price(NamedTuple):
    """What a trade building pays for a good: so many cards, or so much Fame; nought: it does not."""

    cards: int
    fame: int


class AlchemicusSettings:
    """The rules of one edition. Attributes are named after the values' keys, which stand in `values.toml`."""

    def __init__(self, edition: EditionData) -> None:
        value: Any = edition.__getitem__
        self.edition = edition
        self._fields, self._goods = (edition.game.terms[kind] for kind in ("field", "good"))
        self.rules = set(edition.rules)
        self.noctis, self.bank = "N1" in self.rules, "O1" in self.rules
        self.offers, self.race = "O3" in self.rules, value("goal") == "gold"

        self.players: tuple[int, int] = value("players.min"), value("players.max")
        self.ring: tuple[str, ...] = value("ring.outer")
        if not self.ring:
            raise BadRequest(Complaint(say("'{key}' must name at least one field", key="ring.outer")))
        self.spirit_field = "spirit"
        self.spirit_fields = self.ring.count(self.spirit_field)
        self.way = tuple(range(len(self.ring))) * 2  # the fields one after the other, round and round
        spirits = [kind == self.spirit_field for kind in self.ring] * 2
        self.passed = [  # how many Spirit fields a move passes, by its start and its steps
            [sum(spirits[start + 1 : start + steps]) for steps in range(len(self.ring) + 1)]
            for start in range(len(self.ring))
        ]
        self.numbers = tuple(self.ring[: at + 1].count(kind) for at, kind in enumerate(self.ring))
        self.place_of = {(kind, self.numbers[at]): at for at, kind in enumerate(self.ring)}
        self.circle: tuple[str, ...] = value("ring.inner")
        self.centre: str = value("ring.centre")
        self.spirit_start: str = value("spirit.start")
        self.start_buildings: tuple[str, ...] = value("setup.buildings")
        self.start_night: tuple[str, ...] = value("setup.noctis") if self.noctis else ()
        cards = {deck.key: deck.cards for deck in edition.decks}
        self.decks = {
            key: {kind: int(value(f"count.{kind}")) for kind in (card.key.casefold() for card in cards[key])}
            for key in (("base", "noctis") if self.noctis else ("base",))
        }
        self.price = {kind: int(value(f"price.{kind}")) for deck in self.decks.values() for kind in deck}
        self.buildings = tuple(kind for kind in edition.game.terms["building"] if kind in self.decks["base"])
        self.tokens = sum(card.number("count") * card.number("worth") for card in cards["fame"])

        most = sum(sum(deck.values()) for deck in self.decks.values())  # nobody ever draws more
        self.start_hand: int = min(most, value("setup.hand"))
        self.draw_cards: int = min(most, value("draw.cards"))
        self.free: tuple[int, ...] = value("move.free")
        self.paid: tuple[int, ...] = value("move.paid")
        usual: Any = edition.game.values["move.paid"].fact
        self.usually_paid: tuple[int, ...] = usual
        self.move_price: int = value("move.price")
        self.spirit_pawns: int = value("spirit_field.pawns")
        self.passing_cards: int = min(most, value("passing.cards"))
        self.passing_on_placement: bool = value("passing.on_placement")
        self.actions: int = value("action.per_turn")
        self.workroom_fields: tuple[str, ...] = value("workroom.fields")
        self.workroom_cards: int = min(most, value("workroom.cards"))
        self.workroom_on_placement: bool = value("workroom.on_placement")
        self.hand_limit: int = value("hand.limit")
        self.card_pays: int = value("payment.card")
        self.exact: bool = value("payment.exact")
        self.eager: bool = value("reshuffle") == "when-empty"

        self.building_limit: int = value("building.limit")
        self.same_kind: int = value("building.same_kind")
        self.demolish_at_limit: bool = value("demolish.only_at_limit")
        self.spirit_steps: int = value("spirit.steps")
        self.into_centre: bool = value("spirit.into_centre")
        self.empty_hand: bool = value("spirit.empty_hand")
        self.theft_cards: int = value("theft.cards")
        self.theft_noctis: bool = value("theft.noctis")
        self.blocks_transport: bool = value("spirit.blocks_transport")
        self.blocks_sale: bool = value("spirit.blocks_sale")
        self.collects: Mapping[str, str] = self._table("collection.", self.buildings)
        self.collect_cards: int = min(most, value("collection.cards"))
        self.goods: tuple[str, ...] = tuple(self._goods)
        self.carries: Mapping[str, tuple[str, ...]] = self._chains("transport.", self.goods, least=2)
        self.places: Mapping[str, int] = self._table("places.", self.buildings)
        self.gold_blocks: bool = value("labrium.gold_blocks")
        self.transmutes: Mapping[str, tuple[str, ...]] = self._chains("transmutation.", self.buildings, least=2)
        self.all_or_none: bool = value("transmutation.all_or_none")
        self.stays: str = value("gold.stays")
        self.sale_limit: Mapping[str, int] = {
            kind: value(f"sale.{kind}.limit") for kind in self.buildings if f"sale.{kind}.limit" in edition.values
        }
        self.sale: Mapping[str, Mapping[str, Price]] = {kind: self._prices(kind) for kind in self.sale_limit}
        self.discard_first: bool = value("sale.discard_first")
        self.gift_cards: int = value("gifts.cards")
        self.gift_fame: int = value("gifts.fame")
        self.gifts_per_visit: int = value("gifts.per_visit")
        self.gloria_fame: int = value("gloria.fame")
        self.glorias_per_turn: int = value("gloria.per_turn")
        self.target: int = value("fame.target")
        self.last_round_stands: bool = value("last_round.stands")
        self.fame_limited: bool = value("fame.limited")

        self.bank_size: int = min(most, value("bank.size"))
        self.bank_price: int = value("bank.price")
        self.bank_per_turn: int = value("bank.per_turn")
        self.bank_pays_itself: bool = value("bank.pays_itself")
        self.bank_beside_noctis: bool = value("bank.beside_noctis")
        self.surcharge: int = value("purchase.surcharge")
        self.seller_paid: bool = value("purchase.seller_paid")
        self.purchase: Mapping[str, tuple[str, ...]] = self._table("purchase.", self.goods)

        self.noctis_price: int = value("noctis.draw_price")
        self.noctis_first_turn: bool = value("noctis.first_turn")
        self.spirit_noctis: int = min(most, value("spirit_field.noctis")) if self.noctis else 0
        self.noctis_pays: bool = value("noctis.pays_anything")
        self.one_golem: bool = value("golem.one_per_building")
        self.golem_guards_goods: bool = value("golem.guards_goods")
        self.mutabilis_goods: tuple[str, ...] = value("mutabilis.goods")
        self.mutabilis_places: Mapping[str, tuple[str, ...]] = self._table("mutabilis.places.", self.goods)
        self.spiritus_targets: tuple[str, ...] = value("spiritus.targets")
        self.one_spiritus: bool = value("spiritus_per_building") == "one"
        self.undoes: Mapping[str, tuple[str, ...]] = self._chains("homunculus.", self.goods, least=1)
        self.pactum_cards: int = min(most, value("pactum.cards"))
        self.infamia_fame: int = value("infamia.fame")
        self.ward_cards: int = value("infamia.ward")
        self.infamia_without_fame: bool = value("infamia.without_fame")

        self.own_gold: bool = value("race.own_gold")
        self.gloria_steps: int = value("race.gloria_steps")
        self.gloria_at_placement: bool = value("race.gloria_at_placement")
        self.golem_stops_beyond: bool = value("race.golem_stops") == "beyond"
        self.golems_per_field: int = value("race.golems_per_field")
        self.golem_stops_owner: bool = value("race.golem_stops_owner")
        self.golem_action: bool = value("race.golem_action")
        self.infamia_limit: int = value("race.infamia_limit")
        self.shed_on_gifts: int = value("race.infamia_gifts")
        self.shed_anywhere: int = value("race.infamia_anywhere")

    def rule(self, key: str, usual: str) -> tuple[str, ...]:
        """The rule to cite for a value: the usual one, and before it the one by which a choice changed the value."""
        changed = self.edition.values[key].rule
        return (changed, usual) if changed != usual and changed in self.rules else (usual,)

    def name(self, kind: str) -> str:
        """A card's Latin name as it is printed."""
        return kind.capitalize()

    def field(self, kind: str) -> Text:
        return self._fields[kind]

    def good(self, kind: str) -> Text:
        return self._goods[kind]

    def _table(self, prefix: str, kinds: Any) -> dict[str, Any]:
        return {kind: self.edition[prefix + kind] for kind in kinds if prefix + kind in self.edition.values}

    def _chains(self, prefix: str, kinds: Any, least: int) -> dict[str, tuple[str, ...]]:
        """Lists that make no sense below a length; a table that shortens one does without it."""
        return {kind: chain for kind, chain in self._table(prefix, kinds).items() if len(chain) >= least}

    def _prices(self, kind: str) -> dict[str, Price]:
        return {
            good: Price(int(self.edition[f"sale.{kind}.{good}.cards"]), int(self.edition[f"sale.{kind}.{good}.fame"]))  # type: ignore[arg-type]
            for good in self.goods
            if f"sale.{kind}.{good}.cards" in self.edition.values
        }


settings_of = once_for_each_edition(AlchemicusSettings)
