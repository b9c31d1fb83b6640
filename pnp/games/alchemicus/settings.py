"""Every number and switch of the rules that the referee goes by, read once from EditionData."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.base.errors import BadRequest, Complaint
from pnp.base.text import Text, say
from pnp.data.edition import EditionData
from pnp.rules.settings import Settings, once_for_each_edition, value

# how many cards are drawn or lie there; nobody ever draws more than there are
DRAWN = (
    *("start_hand", "draw_cards", "passing_cards", "workroom_cards", "collect_cards"),
    *("bank_size", "spirit_noctis", "pactum_cards"),
)


class Price(NamedTuple):
    """What a trade building pays for a good: so many cards, or so much Fame; nought: it does not."""

    cards: int
    fame: int


class AlchemicusSettings(Settings):
    """The rules of one edition. Attributes are named after the values' keys, which stand in `values.toml`."""

    # the table
    ring: tuple[str, ...] = value("ring.outer")
    circle: tuple[str, ...] = value("ring.inner")
    centre: str = value("ring.centre")
    spirit_start: str = value("spirit.start")
    start_buildings: tuple[str, ...] = value("setup.buildings")
    start_hand: int = value("setup.hand")
    race: bool = value("goal", "gold")
    target: int = value("fame.target")
    fame_limited: bool = value("fame.limited")
    last_round_stands: bool = value("last_round.stands")

    # cards, and what they pay for
    draw_cards: int = value("draw.cards")
    hand_limit: int = value("hand.limit")
    card_pays: int = value("payment.card")
    exact: bool = value("payment.exact")
    eager: bool = value("reshuffle", "when-empty")

    # how pawns move
    free: tuple[int, ...] = value("move.free")
    paid: tuple[int, ...] = value("move.paid")
    move_price: int = value("move.price")
    spirit_pawns: int = value("spirit_field.pawns")
    passing_cards: int = value("passing.cards")
    passing_on_placement: bool = value("passing.on_placement")
    workroom_fields: tuple[str, ...] = value("workroom.fields")
    workroom_cards: int = value("workroom.cards")
    workroom_on_placement: bool = value("workroom.on_placement")

    # actions, in the order of the fields
    actions: int = value("action.per_turn")
    building_limit: int = value("building.limit")
    same_kind: int = value("building.same_kind")
    demolish_at_limit: bool = value("demolish.only_at_limit")
    spirit_steps: int = value("spirit.steps")
    into_centre: bool = value("spirit.into_centre")
    empty_hand: bool = value("spirit.empty_hand")
    theft_cards: int = value("theft.cards")
    theft_noctis: bool = value("theft.noctis")
    blocks_transport: bool = value("spirit.blocks_transport")
    blocks_sale: bool = value("spirit.blocks_sale")
    collect_cards: int = value("collection.cards")
    gold_blocks: bool = value("labrium.gold_blocks")
    all_or_none: bool = value("transmutation.all_or_none")
    stays: str = value("gold.stays")
    discard_first: bool = value("sale.discard_first")
    gift_cards: int = value("gifts.cards")
    gift_fame: int = value("gifts.fame")
    gifts_per_visit: int = value("gifts.per_visit")
    gloria_fame: int = value("gloria.fame")
    glorias_per_turn: int = value("gloria.per_turn")

    # the bank and the advanced sale
    bank_size: int = value("bank.size")
    bank_price: int = value("bank.price")
    bank_per_turn: int = value("bank.per_turn")
    bank_pays_itself: bool = value("bank.pays_itself")
    bank_beside_noctis: bool = value("bank.beside_noctis")
    surcharge: int = value("purchase.surcharge")
    seller_paid: bool = value("purchase.seller_paid")

    # the Noctis deck
    noctis_price: int = value("noctis.draw_price")
    noctis_first_turn: bool = value("noctis.first_turn")
    noctis_pays: bool = value("noctis.pays_anything")
    one_golem: bool = value("golem.one_per_building")
    golem_guards_goods: bool = value("golem.guards_goods")
    mutabilis_goods: tuple[str, ...] = value("mutabilis.goods")
    spiritus_targets: tuple[str, ...] = value("spiritus.targets")
    one_spiritus: bool = value("spiritus_per_building", "one")
    pactum_cards: int = value("pactum.cards")
    infamia_fame: int = value("infamia.fame")
    ward_cards: int = value("infamia.ward")
    infamia_without_fame: bool = value("infamia.without_fame")

    # the race for gold
    own_gold: bool = value("race.own_gold")
    gloria_steps: int = value("race.gloria_steps")
    gloria_at_placement: bool = value("race.gloria_at_placement")
    golem_stops_beyond: bool = value("race.golem_stops", "beyond")
    golems_per_field: int = value("race.golems_per_field")
    golem_stops_owner: bool = value("race.golem_stops_owner")
    golem_action: bool = value("race.golem_action")
    infamia_limit: int = value("race.infamia_limit")
    shed_on_gifts: int = value("race.infamia_gifts")
    shed_anywhere: int = value("race.infamia_anywhere")

    def __init__(self, edition: EditionData) -> None:
        super().__init__(edition)
        terms = edition.game.terms
        self._fields, self._goods = terms["field"], terms["good"]
        self._names = {card.key.casefold(): edition.game.proper_name(card) for card in edition.game.cards()}
        self.noctis, self.bank, self.offers = ("N1" in self.rules, "O1" in self.rules, "O3" in self.rules)
        self.spirit_field = "spirit"
        self._lay_ring()
        self._count_cards()
        self._follow_goods()

    def _lay_ring(self) -> None:
        """What follows from the fields of the ring, for it is asked at every move."""
        ring = self.ring
        if not ring:
            raise BadRequest(Complaint(say("“{key}” must name at least one field", key="ring.outer")))
        self.spirit_fields = ring.count(self.spirit_field)
        self.way = tuple(range(len(ring))) * 2  # the fields one after the other, round and round
        spirits = [kind == self.spirit_field for kind in ring] * 2
        self.passed = [  # how many Spirit fields a move passes, by its start and its steps
            [sum(spirits[start + 1 : start + steps]) for steps in range(len(ring) + 1)] for start in range(len(ring))
        ]
        self.numbers = tuple(ring[: at + 1].count(kind) for at, kind in enumerate(ring))
        self.place_of = {(kind, self.numbers[at]): at for at, kind in enumerate(ring)}
        usual: Any = self.edition.game.values["move.paid"].fact
        self.usually_paid: tuple[int, ...] = usual

    def _count_cards(self) -> None:
        """The decks, and what is said of numbers of players and cards."""
        fact: Any = self.edition.__getitem__
        self.players: tuple[int, int] = fact("players.min"), fact("players.max")
        cards = {deck.key: deck.cards for deck in self.edition.decks}
        self.decks = {
            key: {kind: int(fact(f"count.{kind}")) for kind in (card.key.casefold() for card in cards[key])}
            for key in (("base", "noctis") if self.noctis else ("base",))
        }
        self.price = {kind: int(fact(f"price.{kind}")) for deck in self.decks.values() for kind in deck}
        self.tokens = sum(card.number("count") * card.number("worth") for card in cards["fame"])
        self.start_night: tuple[str, ...] = fact("setup.noctis") if self.noctis else ()
        self.spirit_noctis: int = fact("spirit_field.noctis") if self.noctis else 0
        most = sum(sum(deck.values()) for deck in self.decks.values())
        for drawn in DRAWN:
            setattr(self, drawn, min(most, getattr(self, drawn)))

    def _follow_goods(self) -> None:
        """Where goods come from, where they may lie, and what becomes of them."""
        building = self.edition.game.terms["building"]
        self.buildings = tuple(kind for kind in building if kind in self.decks["base"])
        self.goods: tuple[str, ...] = tuple(self._goods)
        self.collects: Mapping[str, str] = self._by_kind("collection.", self.buildings)
        self.carries: Mapping[str, tuple[str, ...]] = self._chains("transport.", self.goods, least=2)
        self.places: Mapping[str, int] = self._by_kind("places.", self.buildings)
        self.transmutes: Mapping[str, tuple[str, ...]] = self._chains("transmutation.", self.buildings, least=2)
        limits = self._by_kind("sale.", [f"{kind}.limit" for kind in self.buildings])
        self.sale_limit: Mapping[str, int] = {key.removesuffix(".limit"): limit for key, limit in limits.items()}
        self.sale: Mapping[str, Mapping[str, Price]] = {kind: self._prices(kind) for kind in self.sale_limit}
        self.purchase: Mapping[str, tuple[str, ...]] = self._by_kind("purchase.", self.goods)
        self.mutabilis_places: Mapping[str, tuple[str, ...]] = self._by_kind("mutabilis.places.", self.goods)
        self.undoes: Mapping[str, tuple[str, ...]] = self._chains("homunculus.", self.goods, least=1)

    def rule(self, key: str, usual: str) -> tuple[str, ...]:
        """The rule to cite for a value: the usual one, and before it the one by which a choice changed the value."""
        changed = self.edition.values[key].rule
        return (changed, usual) if changed != usual and changed in self.rules else (usual,)

    def name(self, kind: str) -> Text:
        """A card's Latin name as it is printed, with its forms; what is no card is called as a log has it."""
        return self._names.get(kind) or Text(kind.capitalize())

    def field(self, kind: str) -> Text:
        """A kind of field as the board calls it, to be translated where it is said."""
        return self._fields[kind]

    def good(self, kind: str) -> Text:
        """A good as the rulebook calls it, to be translated where it is said."""
        return self._goods[kind]

    def _by_kind(self, prefix: str, kinds: Any) -> dict[str, Any]:
        return {kind: self.edition[prefix + kind] for kind in kinds if prefix + kind in self.edition.values}

    def _chains(self, prefix: str, kinds: Any, least: int) -> dict[str, tuple[str, ...]]:
        """Lists that make no sense below a length; a table that shortens one does without it."""
        return {kind: chain for kind, chain in self._by_kind(prefix, kinds).items() if len(chain) >= least}

    def _prices(self, kind: str) -> dict[str, Price]:
        return {
            good: Price(int(self.edition[f"sale.{kind}.{good}.cards"]), int(self.edition[f"sale.{kind}.{good}.fame"]))  # type: ignore[arg-type]
            for good in self.goods
            if f"sale.{kind}.{good}.cards" in self.edition.values
        }


settings_of = once_for_each_edition(AlchemicusSettings)
