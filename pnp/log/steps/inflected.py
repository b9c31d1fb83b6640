"""Names of players as sentences inflect them: the log has Bartek, and somebody writes `od Bartka`."""

from __future__ import annotations

LEAST = 3  # letters of a stem: of Ala, nothing is left by which to know her
_SOUNDS = "a e i o u y ia ie iem iowi em om owi ze zie ego emu ej im ym iego iemu iej"
_ENDINGS = frozenset(("", *_SOUNDS.split(), "s", "es", "’s", "'s"))
_VOWELS = "aeiouy"


def is_form_of(folded: str, name: str) -> bool:
    """Whether a text may be a name with another ending, word by word; both without case and accents."""
    words, own = folded.split(), name.split()
    return len(words) == len(own) and all(
        one == other or _inflects(one, other) for one, other in zip(words, own, strict=True)
    )


def _inflects(word: str, name: str) -> bool:
    return any(
        len(stem) >= LEAST and word.startswith(stem) and word[len(stem) :] in _ENDINGS for stem in _stems(name)
    )


def _stems(name: str) -> tuple[str, ...]:
    """What stays of a name when it is inflected: Zosi of Zosia, Bartek and Bartk of Bartek."""
    if name[-1] in _VOWELS:
        return name, name[:-1]
    if len(name) > LEAST and name[-2] == "e":
        return name, name[:-2] + name[-1]
    return (name,)
