"""What a mistyped text was meant to be: the one known word that is near enough and that its place takes.

Nothing here knows what a place takes. A guess is put in, and what reads the text tells whether it gets past it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from pnp.base.text import Message, say
from pnp.log.guessing.lexicon import MOST_LETTERS, Known, Lexicon
from pnp.log.steps.misread import Misread, spans
from pnp.rules.notation import fold

Read = TypeVar("Read")

MOST_TEXT = 2_000  # letters of a step or list that is guessed at
MOST_SLIPS = 12  # in one step or list
MOST_TRIED = 24  # words for one that is not known
_AROUND = "\"'“”„‟‘’‚‛«»‹›`´()[].!\u00ad\u200b\u200c\u200d\ufeff"
_SIGNS = "+&"  # for a comma
_TIMES = re.compile(r"(\d+)[x×]?([^\W\d].*)?")
_NUMBERED = re.compile(r"([^\W\d]+)(\d+)")


class Slip(NamedTuple):
    """A piece of a text, by its begin and end, and what was meant.

    `matters`: another word or sign is read than stands there, not only spaces or quotation marks.
    """

    start: int
    end: int
    meant: str
    matters: bool = True


class Unguessed(Exception):
    """A text that cannot be read: where, what was expected, and a hint."""

    def __init__(self, at: int, misread: Misread, hint: Message | None = None) -> None:
        super().__init__(misread.message)
        self.at, self.message, self.hint = at, misread.message, hint or misread.hint


class Mender:
    """Reads texts in which words are mistyped; `words` are those that may be meant.

    `joining` are words that stand for a comma; `begins` tells whether a step begins with some words.
    """

    def __init__(
        self,
        words: Lexicon,
        joining: Iterable[str] = (),
        begins: Callable[[list[str]], bool] | None = None,
    ) -> None:
        self._words = words
        self._joining = {*_SIGNS, *map(fold, joining)}
        self._begins = begins or (lambda _: False)

    def mended(
        self,
        text: str,
        read: Callable[[str], tuple[Read, ...]],
        go_on: Callable[[str], tuple[Read, ...]] | None = None,
    ) -> tuple[tuple[Read, ...], tuple[Slip, ...]]:
        """What a text says, and what was taken for something else to read it; Unguessed where that is in vain.

        `go_on` reads what stands behind a semicolon that is put in.
        """
        slips: list[Slip] = []
        shift = done = 0  # by how much the text has grown, and up to where it is settled
        while True:
            try:
                return read(text), tuple(slips)
            except Misread as misread:
                wrong = misread
            trial = _Trial(text, wrong, read, done)
            if len(text) > MOST_TEXT or len(slips) >= MOST_SLIPS:
                raise Unguessed(trial.place - shift, wrong)
            if go_on and (parted := self._parted(trial)):
                slips = (
                    _ended(slips, moved(parted, -shift)) if parted.start < done else [*slips, moved(parted, -shift)]
                )
                behind = parted.end
                try:
                    rest, more = self.mended(text[behind:], go_on, go_on)
                except Unguessed as unguessed:
                    unguessed.at += behind - shift
                    raise
                before = text[: trial.starts[wrong.at]]
                return (*read(before), *rest), (*slips, *(moved(slip, behind - shift) for slip in more))
            slip, hint = _plainer(trial, self._joining), None
            if slip is None:
                slip, hint = self._nearest(trial)
            if slip is None:
                raise Unguessed(trial.place - shift, wrong, hint)
            slips.append(moved(slip, -shift))
            text = text[: slip.start] + slip.meant + text[slip.end :]
            shift += len(slip.meant) - (slip.end - slip.start)
            done = slip.start + len(slip.meant)

    def _parted(self, trial: _Trial) -> Slip | None:
        """A semicolon that is missing between two steps, or a comma in its place."""
        at, words = trial.at, trial.words
        comma = words[at : at + 1] == [","]
        if not 0 < at < len(words) or not self._begins(words[at + comma :]) or not trial.reads_before():
            return None
        if comma:
            return Slip(trial.starts[at], trial.ends[at], ";")
        return Slip(trial.starts[at - 1], trial.ends[at - 1], f"{words[at - 1]};")

    def _nearest(self, trial: _Trial) -> tuple[Slip | None, Message | None]:
        """The word that was meant, or which ones it may have been."""
        found: list[tuple[int, Slip, Known]] = []
        for first, last in trial.windows(self._words.longest + 1):
            written = " ".join(trial.words[first:last]).strip(_AROUND)
            if last > first + 1 and all(word in self._words for word in trial.words[first:last]):
                continue
            span = trial.starts[first], trial.ends[last - 1]
            found += [
                (near.distance, Slip(*span, near.known.spelling), near.known) for near in self._words.near(written)
            ]
        found.sort(key=lambda one: one[0])
        fitting = [one for one in found[:MOST_TRIED] if trial.passes(one[1])]
        nearest = [one for one in fitting if one[0] == fitting[0][0]]
        if _meanings(nearest) > 1:
            whole = [one for one in nearest if trial.reads(one[1])]
            nearest = whole or nearest
        if _meanings(nearest) > 1:
            words = dict.fromkeys(known.spelling for _, _, known in nearest)
            return None, say("did you mean {words:or}?", words=list(words))
        return (_cased(trial, nearest[0][1]) if nearest else None), None


def _cased(trial: _Trial, slip: Slip) -> Slip:
    """With a capital where one was written, if that can be read too."""
    capital = slip._replace(meant=slip.meant[:1].upper() + slip.meant[1:])
    return capital if trial.text[slip.start].isupper() and trial.passes(capital) else slip


def _meanings(found: Sequence[tuple[int, Slip, Known]]) -> int:
    """How many things some words mean; those that share a meaning are one."""
    apart: list[frozenset[Hashable]] = []
    for _, _, known in found:
        if all(known.meanings.isdisjoint(meanings) for meanings in apart):
            apart.append(known.meanings)
    return len(apart)


class _Trial:
    """A text, where its reading stopped, and what comes of reading it otherwise."""

    def __init__(self, text: str, misread: Misread, read: Callable[[str], object], done: int) -> None:
        self.text, self.at, self._read, self._done = text, misread.at, read, done
        places = spans(text)
        self.starts, self.ends = [start for start, _ in places], [end for _, end in places]
        self.words = [text[start:end] for start, end in places]
        self._stops: dict[str, int | None] = {}

    @property
    def place(self) -> int:
        return self.starts[self.at] if self.at < len(self.starts) else len(self.text.rstrip())

    @property
    def suspects(self) -> list[int]:
        """The words that may be wrong: the one where reading stopped, or where that is a comma, also the next."""
        comma = self.words[self.at : self.at + 1] == [","]
        return [at for at in (self.at, self.at + comma) if at < len(self.words) and self.starts[at] >= self._done]

    def windows(self, longest: int) -> Iterator[tuple[int, int]]:
        """Some words in a row, one of them a suspect."""
        seen = set()
        for suspect in self.suspects:
            for length in range(1, longest + 1):
                for first in range(max(0, suspect - length + 1), min(suspect, len(self.words) - length) + 1):
                    window = first, first + length
                    if (
                        window not in seen
                        and self.starts[first] >= self._done
                        and "," not in self.words[slice(*window)]
                    ):
                        seen.add(window)
                        yield window

    def passes(self, slip: Slip) -> bool:
        """Whether reading gets past what is put in."""
        stop = self._stop(slip)
        before = len(spans(self.text[: slip.start]))
        return stop is None or stop >= before + len(spans(slip.meant))

    def reaches(self, slip: Slip) -> bool:
        """Whether reading comes as far as what is put in."""
        stop = self._stop(slip)
        return stop is None or stop >= len(spans(self.text[: slip.start]))

    def reads(self, slip: Slip) -> bool:
        return self._stop(slip) is None

    def reads_before(self) -> bool:
        """Whether all can be read that stands before the word where reading stopped."""
        return self._stop(Slip(self.starts[self.at], len(self.text), "")) is None

    def _stop(self, slip: Slip) -> int | None:
        """The word at which reading stops when a piece is replaced; None if it does not."""
        text = self.text[: slip.start] + slip.meant + self.text[slip.end :]
        if text not in self._stops:
            try:
                self._read(text)
                self._stops[text] = None
            except Misread as misread:
                self._stops[text] = misread.at
        return self._stops[text]


def _plainer(trial: _Trial, joining: Collection[str]) -> Slip | None:
    """The same without what people put around words and numbers, or with a space that is missing."""
    for at in trial.suspects:
        span = trial.starts[at], trial.ends[at]
        if fold(trial.words[at]) in joining and trial.reaches(Slip(*span, ",")):
            return Slip(*span, ",", matters=False)
        for meant in _plain_forms(trial.words, at):
            slip = Slip(*span, meant, matters=False)
            if trial.passes(slip):
                return slip
    return None


def _plain_forms(words: Sequence[str], at: int) -> Iterator[str]:
    word = words[at]
    bare = word.strip(_AROUND)
    if bare != word:
        yield bare
    if word == "," and at == len(words) - 1:
        yield ""
    if len(word) > MOST_LETTERS:
        return
    if word in ("x", "×") and at and words[at - 1].isdecimal():
        yield ""
    if any(sign in bare for sign in _SIGNS):
        yield ", ".join(filter(None, re.split(f"[{_SIGNS}]", bare)))
    if times := _TIMES.fullmatch(bare):
        yield " ".join(filter(None, times.groups()))
    if numbered := _NUMBERED.fullmatch(bare):
        yield " ".join(numbered.groups())


def _ended(slips: list[Slip], parted: Slip) -> list[Slip]:
    """With a semicolon behind the last of them, which stands where one is missing."""
    last = slips[-1].meant.removesuffix(",")
    return [*slips[:-1], slips[-1]._replace(meant=f"{last};", matters=parted.matters)]


def applied(text: str, slips: Iterable[Slip]) -> str:
    """The text with what was meant."""
    for slip in sorted(slips, reverse=True):
        text = text[: slip.start] + slip.meant + text[slip.end :]
    return text


def moved(slip: Slip, by: int) -> Slip:
    """The slip so many letters further on."""
    return slip._replace(start=slip.start + by, end=slip.end + by)
