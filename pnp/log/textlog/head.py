"""Reads the header of a log in text: which lines belong to it, and what they say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path

from pnp.base.errors import Complaint, near_miss
from pnp.base.text import SOURCE_LANGUAGE, Message, say
from pnp.log.guessing.lexicon import Lexicon
from pnp.log.guessing.mending import Mender, Slip, Unguessed, applied, moved
from pnp.log.header import MOST_COMPLAINTS, MOST_VALUE, choosing, listed, make_log, words_of
from pnp.log.library import Library
from pnp.log.log import FREE, HEAD, MOST_NAME, HeaderLine, Log
from pnp.log.steps.misread import Misread
from pnp.log.textlog.lenient import LenientReader
from pnp.log.textlog.lines import split_comment
from pnp.log.tongue import spoken
from pnp.rules.notation import fold
from pnp.rules.step import COMMENT, Line

MOST_HEADINGS = 500
_COLONLESS = re.compile(r"\s*(\S+?)\s*(=|\s)\s*(?=\S)")  # a header line


class HeadReader:
    """Reads header lines up to the first line of the body."""

    def __init__(self, path: Path, library: Library, text: LenientReader) -> None:
        self._path, self._library, self._text = path, library, text
        self._words = library.common_words
        self._found: list[HeaderLine] = []
        self._language: Callable[[], str] = lambda: SOURCE_LANGUAGE
        self._values: dict[int, int] = {}  # behind how many letters of a header line its value begins

    def read(self, lines: list[str]) -> tuple[Log, list[Line], int]:
        """The log as its header tells it; comments below the header, and which line is the first of the body."""
        self._language = cache(lambda: spoken("\n".join(lines[:MOST_HEADINGS]), (self._words, "head")))
        body = self._read_lines(lines)
        comments = self._comments_below()
        return self._log(self._found), comments, body

    def _read_lines(self, lines: list[str]) -> int:
        for number, line in enumerate(lines):
            if len(self._text.complaints) >= MOST_COMPLAINTS or number > MOST_HEADINGS:
                self._text.complain(number + 1, say("there is no blank line after the header"))
                return len(lines)
            text, comment = split_comment(line)
            if not text.strip():
                self._found.append(HeaderLine(number + 1, "", "", comment))
                continue
            if self._is_body(text.partition(":")[0]):
                return number
            heading = self._heading(number + 1, text)
            if heading:
                self._found.append(heading._replace(comment=comment))
        return len(lines)

    @property
    def _names(self) -> tuple[str, ...] | None:
        """The players, once they are known."""
        found = next((heading.value for heading in self._found if heading.key == "players"), None)
        return None if found is None else listed(found)

    def _is_body(self, label: str) -> bool:
        """Whether what stands before the colon begins a turn, a deal or a claim, once the players are known."""
        words = label.split()
        if not words:
            return False
        if words[0][0].isdigit():
            return True
        names, known = self._names, bool(self._words.find("head", label.strip()))
        if names is None:
            return ";" in label or not (known or self._goes_on or self._nears_heading(label.strip()))
        if len(words) > 1 or fold(label.strip()) in map(fold, names):
            return True
        return not known and (self._text.exact or not self._nears_heading(words[0]))

    @property
    def _goes_on(self) -> bool:
        """Whether the header cannot be over: no empty line stands behind what it has so far."""
        first = next((number for number, heading in enumerate(self._found) if heading.key), len(self._found))
        return not any(not one.key and one.comment is None for one in self._found[first:])

    def _nears_heading(self, word: str) -> bool:
        """Whether a word that is not known is a header's rather than a player's."""
        others = [word for word, kind, _ in self._words.everything if kind == "line"] + list(self._names or ())
        near, other = self._keys.near(word), Lexicon((name, name) for name in others).near(word)
        return bool(near) and (not other or near[0].distance < other[0].distance)

    def _heading(self, line: int, text: str) -> HeaderLine | None:
        """A header line; None after a complaint."""
        word, colon, value = text.partition(":")
        keys = self._words.find("head", word.strip()) if colon else ()
        if not keys and not self._text.exact:
            if not colon and (found := _COLONLESS.match(text)) and self._words.find("head", found[1]):
                keys, value = self._words.find("head", found[1]), text[found.end(2) :]
                end = found.end(1 if found[2].isspace() else 2)
                self._text.assume(line, 0, text, (Slip(found.start(1), end, f"{found[1]}:"),))
            elif colon:
                keys = self._guessed_key(line, word)
        if not keys:
            self._unknown_heading(line, text, word.strip())
            return None
        if len(value) > MOST_VALUE:
            self._text.complain(line, say("this header line is too long"))
            return None
        self._values[line] = len(text) - len(value.lstrip())
        return HeaderLine(line, keys[0], value.strip())

    def _guessed_key(self, line: int, word: str) -> tuple[str, ...]:
        def read(text: str) -> tuple[str, ...]:
            keys = self._words.find("head", " ".join(text.split()))
            if keys and (keys[0] in FREE or all(heading.key != keys[0] for heading in self._found)):
                return keys
            raise Misread(0, say("unknown key “{key}”", key=text))

        try:
            keys, slips = Mender(self._keys).mended(word, read)
        except Unguessed:
            return ()
        self._text.assume(line, 0, word, slips)
        return keys

    def _unknown_heading(self, line: int, text: str, word: str) -> None:
        self._text.complain(
            line,
            say(
                "expected a header line such as {example}, found “{found}”",
                example=f"{self._words.spelt(HEAD['game'], self._language())}: …",
                found=text.strip()[:60],
            ),
            near_miss(word[:MOST_NAME], self._words.usual("head", self._language())),
            1,
        )

    def _log(self, head: list[HeaderLine]) -> Log:
        """The header's sense: which game by which rules, and who played."""
        values: dict[str, HeaderLine] = {}
        for heading in head:
            if not heading.key:
                continue
            if heading.key in values and heading.key not in FREE:
                self._text.complain(heading.at, self._twice(heading.key))
            values.setdefault(heading.key, heading)
        wrong: list[Complaint] = []
        log = make_log(self._path, values, tuple(head), self._library, wrong, self._language)
        if wrong and not self._text.exact:
            for key in sorted(values, key="game".__ne__):  # which words are known depends on the game
                known = choosing(key, values, self._library)
                values[key] = self._with_known_words(values[key], known) if known else values[key]
            wrong.clear()
            mended = tuple(values.get(one.key, one) if one.key not in FREE else one for one in head)
            log = make_log(self._path, values, mended, self._library, wrong, self._language)
        self._text.complaints += wrong
        return log

    def _twice(self, key: str) -> Message:
        return say("“{key}” appears twice in the header", key=self._words.spelt(HEAD[key], self._language()))

    def _with_known_words(self, heading: HeaderLine, known: Iterable[str]) -> HeaderLine:
        """A header line whose words are those that its game knows, as far as it is clear which are meant."""
        folded, start, value = {fold(one): one for one in known}, self._values[heading.at], heading.value
        mender = Mender(Lexicon((one, one) for one in known))

        def read(text: str) -> tuple[str, ...]:
            if text.strip() in folded.values():
                return (text,)
            raise Misread(0, say("unknown key “{key}”", key=text))

        slips: list[Slip] = []
        for begin, end in words_of(heading):
            word = value[begin:end]
            if fold(word) in folded:
                found: tuple[Slip, ...] = (Slip(0, len(word), folded[fold(word)], matters=False),)
                slips += [moved(slip, begin) for slip in found if slip.meant != word]
                continue
            with suppress(Unguessed):
                slips += [moved(slip, begin) for slip in mender.mended(word, read)[1]]
        self._text.assume(heading.at, start, value, tuple(slips))
        return heading._replace(value=applied(value, slips))

    @cached_property
    def _keys(self) -> Lexicon:
        return Lexicon((word, key) for word, kind, key in self._words.everything if kind == "head")

    def _comments_below(self) -> list[Line]:
        """Comments between the last header line and the first turn belong to the body; an empty line parts them."""
        last = max((number for number, heading in enumerate(self._found) if heading.key), default=-1) + 1
        between = [Line(heading.at, COMMENT, comment=heading.comment) for heading in self._found[last:]]
        del self._found[last:]
        return between[1:] if between and between[0].comment is None else between
