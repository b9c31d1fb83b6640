"""Says by whose rules a game is played, and in what language it is told."""

from __future__ import annotations

from pnp.base.text import say
from pnp.data.edition import EditionData
from pnp.data.model import Kind
from pnp.words.catalog import Catalog, LanguageName


def rules_used(edition: EditionData, catalog: Catalog) -> str:
    """The printed edition whose rules are used: its title, or in another language what its rules are called."""
    own = edition.game.offers(Kind.EDITION)[edition.key]
    foreign = own.rules.one and own.language != catalog.language
    return catalog(own.rules if foreign else own.title)


def rules_and_language(edition: EditionData, catalog: Catalog) -> str:
    """By whose rules, and in what language: told once where the edition was printed in that language."""
    rules = rules_used(edition, catalog)
    if edition.game.offers(Kind.EDITION)[edition.key].language == catalog.language:
        return rules
    return catalog(say("{rules}, {language} text", rules=rules, language=LanguageName(catalog.language)))


def own_editions(edition: EditionData, language: str) -> list[str]:
    """The keys of other editions that were printed in a language and have all that was chosen."""
    chosen = {word for words in edition.chosen.values() for word in words}
    return [
        key
        for key, choice in edition.game.offers(Kind.EDITION).items()
        if choice.language == language and key != edition.key and chosen.isdisjoint(choice.lacks)
    ]
