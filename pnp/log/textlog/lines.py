"""What any line of a log has: a label before its colon, a comment at its end."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"[0-9]{1,4}\.?")


def numbered(label: str) -> tuple[int | None, str]:
    """The number of a turn and its player, from what stands before the colon."""
    words = label.split()
    if words and _NUMBER.fullmatch(words[0]):
        return int(words[0].rstrip(".")), " ".join(words[1:])
    return None, " ".join(words)


def is_number(label: str) -> bool:
    """Whether a label is the number of a turn alone."""
    return _NUMBER.fullmatch(label.strip()) is not None


def split_comment(line: str) -> tuple[str, str | None]:
    """A line without its comment, and the comment."""
    text, sign, comment = line.partition("#")
    return text, comment.removeprefix(" ").rstrip() if sign else None
