"""What layouts and templates may name: an edition as plain mappings and lists, its texts in one language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.base.memo import once_for_each
from pnp.base.text import Text, word
from pnp.data.edition import EditionData
from pnp.data.layout import LayoutNames
from pnp.data.model import Card, Deck, GameData, Value
from pnp.words.catalog import Catalog

MOST_KEPT = 8  # editions in a language


def names_of(edition: EditionData, catalog: Catalog) -> LayoutNames:
    """The names that every face and every document shares; what a document adds to them is its own."""
    return dict(_names(edition, catalog))


@once_for_each(MOST_KEPT)
def _names(edition: EditionData, language: Catalog) -> LayoutNames:
    catalog = language.knowing(edition.facts())
    return {
        "values": nested(edition.values),
        "terms": _terms(edition, catalog),
        "language": catalog.language,
        "game": {"key": edition.game.key, "title": catalog(edition.game.title)},
        "rules": list(edition.rules),
        "decks": {deck.key: _contents(deck, catalog) for deck in edition.decks},
    }


def deck_names(deck: Deck, catalog: Catalog) -> LayoutNames:
    """What a face may name of its deck; a back, which all cards share, knows no more."""
    return {"key": deck.key, "title": catalog(deck.title)}


def nested(values: Mapping[str, Value]) -> LayoutNames:
    """Dotted keys as mappings in mappings, so that a layout may name values.hand.limit."""
    root: LayoutNames = {}
    for key, value in values.items():
        *path, last = key.split(".")
        branch = root
        for part in path:
            below = branch.setdefault(part, {})
            branch = below if isinstance(below, dict) else {}
        branch.setdefault(last, value.fact)
    return root


def _terms(edition: EditionData, catalog: Catalog) -> LayoutNames:
    return {
        context: {key: catalog(text) for key, text in words.items() if not text.many}
        for context, words in edition.game.terms.items()
    }


def _contents(deck: Deck, catalog: Catalog) -> LayoutNames:
    """A deck as others see it: its title, how many pieces it has, and its cards."""
    cards = [_cells(card, nth, catalog) for nth, card in enumerate(deck.cards, 1)]
    pieces = catalog(deck.pieces, {"n": deck.count})
    return {**deck_names(deck, catalog), "count": deck.count, "pieces": pieces, "cards": cards}


def _cells(card: Card, nth: int, catalog: Catalog) -> LayoutNames:
    """A card: texts in the language, words by their keys."""
    cells = {
        name: catalog.paragraphs(cell, card.cells) if isinstance(cell, Text) else cell
        for name, cell in card.cells.items()
    }
    return {"key": card.key, "id": card.key.casefold(), "nth": nth, **cells}


def version_of(game: GameData, catalog: Catalog) -> Iterator[str]:
    """The version of a game's data in words, where it has one."""
    if game.version:
        yield catalog(word("sheet", "version {version}", version=game.version))


def state_of(game: GameData, catalog: Catalog) -> str:
    """What tells two prints of a game apart: its version, or the day of its data."""
    return next(version_of(game, catalog), catalog.day(game.updated))
