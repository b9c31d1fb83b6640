"""Looks at a stranger's typeface before it is read: the table of its letters must not claim more than there are."""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct, iter_unpack, unpack_from

MOST_LETTERS = 0x110000  # that Unicode has
_COLLECTION = b"ttcf"
_SEGMENTS, _GROUPS, _SPAN = 4, (12, 13), 10  # formats of such tables
_ENTRY = Struct(">4sIII")  # of a table: its tag, checksum, place and length


def refuse_endless(data: bytes) -> None:
    """ValueError or struct.error for a typeface that would be read for hours, or not at all."""
    for at in _letter_tables(data):
        if sum(_claimed(data, at)) > MOST_LETTERS:
            raise ValueError(at)


def _letter_tables(data: bytes) -> Iterator[int]:
    start = unpack_from(">I", data, 12)[0] if data[:4] == _COLLECTION else 0
    (count,) = unpack_from(">H", data, start + 4)
    for number in range(count):
        tag, _, place, _ = _ENTRY.unpack_from(data, start + 12 + number * _ENTRY.size)
        if tag == b"cmap":
            (tables,) = unpack_from(">H", data, place + 2)
            yield from {place + unpack_from(">I", data, place + 4 + one * 8 + 4)[0] for one in range(tables)}


def _claimed(data: bytes, at: int) -> Iterator[int]:
    """How many letters each stretch of a table is for."""
    (kind,) = unpack_from(">H", data, at)
    if kind == _SEGMENTS:
        twice = unpack_from(">H", data, at + 6)[0] // 2 * 2
        ends, starts = data[at + 14 : at + 14 + twice], data[at + 16 + twice : at + 16 + 2 * twice]
        for (end,), (start,) in zip(iter_unpack(">H", ends), iter_unpack(">H", starts), strict=True):
            yield max(end - start + 1, 0)
    elif kind in _GROUPS:
        (count,) = unpack_from(">I", data, at + 12)
        if count > MOST_LETTERS:
            raise ValueError(count)
        for start, end, _ in iter_unpack(">III", data[at + 16 : at + 16 + 12 * count]):
            yield max(end - start + 1, 0)
    elif kind == _SPAN:
        yield unpack_from(">I", data, at + 16)[0]
