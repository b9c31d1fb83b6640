"""What is said of a log that cannot be read keeps to the words of its language: no English term, key or list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import LANGUAGES, LIBRARY
from pnp.base.errors import BadFile, Complaint
from pnp.base.text import Message
from pnp.log.file import parse_log
from pnp.log.library import rules_of
from pnp.log.log import CLAIMS, COMMON, DEAL_WORD, HEAD
from pnp.rules.notation import CLAUSES, NUMBER, NUMBERS, PILES, PLAYER, VERBS, VerbForm, spellings, usual
from pnp.words.catalog import Catalog

GAMES = {"alchemicus": "noctis", "chemicy-magicy": ""}
STRANGE = "xyzzyx"  # is near no word of any language
_VALUE = re.compile(r"[\w-]+\.[\w.-]+=\S*")  # is written so in any language
OTHERS = [language for language in LANGUAGES if language != "en"]


class Faults:
    """Lines in a language, each of which cannot be read in a way of its own."""

    def __init__(self, game: str, language: str) -> None:
        self.notation, self.catalog = rules_of(game).notation, LIBRARY.catalog(language)

    def word(self, kind: str, key: str) -> str:
        return usual(self.notation.words[kind][key], self.catalog)

    def __iter__(self) -> Iterator[str]:
        yield from (STRANGE, f"{STRANGE}: x", f"Ala: {STRANGE}", f"Ala: Ala {STRANGE}", "Ala: Ala :", "1 Al:")
        deal = usual(DEAL_WORD, self.catalog)
        yield from (f"{deal} {STRANGE}: 1", f"{deal} Ala: {STRANGE}", f"{deal} Ala: 999", f"{deal} Ala:")
        for claim in CLAIMS.values():
            yield from (f"{usual(claim, self.catalog)}: {STRANGE}", f"{usual(claim, self.catalog)}: Ala {STRANGE}")
        for form in self.notation.forms:
            verb = self.word(VERBS, form.verb)
            start = f"Ala: {verb}"
            if form.heads:
                yield from (start, f"{verb} 1: 5; {self.word(VERBS, 'draw')}", f"{verb} {STRANGE}: 5")
            for tail in self.tails(form):
                yield f"{start} {tail}"

    def tails(self, form: VerbForm) -> Iterator[str]:
        yield from ("", STRANGE, f"1 {STRANGE}", ",", "999999999", f"{STRANGE} {STRANGE}")
        main = " ".join(self.sample(slot.takes[0]) for slot in form.main)
        yield from (main, f"{main} {STRANGE}", f"{main}, {STRANGE}", f"{main} 0")
        for slot in form.clauses:
            for key in slot.words:
                clause, sample = self.word(CLAUSES, key), self.sample(slot.takes[0])
                for tail in (
                    "",
                    STRANGE,
                    f"0 {STRANGE}",
                    sample,
                    f"{sample} {clause} {sample}",
                    f"{sample} {STRANGE}",
                ):
                    yield f"{main} {clause} {tail}"

    def sample(self, takes: str) -> str:
        kind, _, terms = takes.partition(":")
        if terms:
            return self.word(terms, next(iter(self.notation.words[terms])))
        return {NUMBER: "3", NUMBERS: "5, 3", PLAYER: "Bartek"}.get(kind, "Horten")


def complaints(text: str) -> tuple[Complaint, ...]:
    try:
        parse_log(Path("x.log"), text, LIBRARY, strict=True)
    except BadFile as unreadable:
        return unreadable.complaints
    return ()


def all_told(game: str, language: str) -> Iterator[tuple[str, str]]:
    """Each line or header that cannot be read, with what is said about it in its language."""
    catalog = LIBRARY.catalog(language)

    def head(key: str, value: str) -> str:
        return f"{usual(HEAD[key], catalog)}: {value}\n"

    whole = head("game", game) + head("players", "Ala, Bartek")
    step = usual(rules_of(game).notation.words[VERBS]["draw"], catalog)
    texts = [f"{whole}\nBartek: {step}\nBartek: {step}\n{fault}\n" for fault in Faults(game, language)]
    texts += [
        head("game", game) + f"\n1 Ala: {step}\n",
        head("players", "Ala, Bartek") + f"\n1 Ala: {step}\n",
        whole + head("game", game),
        whole + head("set", "xyzzyx") + f"\n1 Ala: {step}\n",
        f"{whole}{STRANGE}: 1\n\n1 Ala: {step}\n",
        head("game", game) + f"{STRANGE} 1\n" * 40,
        head("game", game) + head("players", "Ala, ala") + f"\n1 Ala: {step}\n",
    ]
    for text in texts:
        for complaint in complaints(text):
            hint = f" → {catalog(complaint.hint)}" if complaint.hint else ""
            yield text, _VALUE.sub("", f"{catalog(complaint.message)}{hint}")


def english(game: str, catalog: Catalog) -> set[str]:
    """What no hint in another language has: words of English logs, keys, and what lists and arguments are called."""
    notation, source = rules_of(game).notation, LIBRARY.catalog("en")
    lists: dict[str, dict[str, Message]] = {**notation.words, **COMMON.words}  # type: ignore[dict-item]
    messages = [message for words in lists.values() for message in words.values()]
    found = {one for message in messages for one in spellings(message, source)}
    found |= {*lists, *(key for words in lists.values() for key in words)}
    found |= {slot.name for form in notation.forms for slot in form.slots}
    own = {one for message in messages for one in spellings(message, catalog)}
    return {one.casefold() for one in found} - {one.casefold() for one in own} - {"on", "of", "in", "a", "an", "to"}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", OTHERS)
def test_no_hint_has_an_english_term_or_a_key(game: str, language: str) -> None:
    strange, told = english(game, LIBRARY.catalog(language)), list(all_told(game, language))
    assert len(told) > 100
    for text, said in told:
        words = {word.casefold() for word in re.findall(r"[\w-]+", said)}
        assert not words & strange, (text.splitlines()[-1], said)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_in_english_too_no_key_stands_for_the_printed_name(game: str) -> None:
    notation, source = rules_of(game).notation, LIBRARY.catalog("en")
    printed = {usual(message, source).casefold() for words in notation.words.values() for message in words.values()}
    keys = {key for kind, words in notation.words.items() if kind not in (CLAUSES, PILES) for key in words} - printed
    whole = re.compile("|".join(re.escape(one) for one in sorted(printed, key=len, reverse=True)), re.IGNORECASE)
    for text, said in all_told(game, "en"):
        words = {word.casefold() for word in re.findall(r"[\w-]+", whole.sub("", said))}
        assert not words & {key for key in keys if f" {key}" not in text}, (text.splitlines()[-1], said)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Ala: wink", "unknown step “wink”"),
        ("Ala: saltaa", "“saltaa” is close to “salta”, which is Italian for “skip”"),
        ("Ala: skp", "did you mean “skip”?"),
    ],
)
def test_a_word_of_another_language_is_told_as_one(line: str, said: str) -> None:
    (complaint,) = complaints(f"game: alchemicus\nplayers: Ala, Bartek\n\nAla: draw\n{line}\n")
    source = LIBRARY.catalog("en")
    assert said in {source(complaint.message), source(complaint.hint) if complaint.hint else ""}
