"""The making of a book: Markdown becomes blocks, blocks become pages, pages become sheets to fold."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import LANGUAGES, REPO
from conftest import Run as Runner
from pnp.book.blocks import (
    Aside,
    Columns,
    Example,
    Footnotes,
    Heading,
    Items,
    Paragraph,
    Picture,
    Run,
    Tabular,
    links_of,
)
from pnp.book.markdown import read_markdown
from pnp.book.paged import binding as books
from pnp.book.paged.binding import bind_book, book_names
from pnp.book.paged.booklet import order
from pnp.book.paged.chunks import Chunk, Spread
from pnp.book.paged.compose import Composer, geometry
from pnp.book.paged.lines import Type, Typesetter
from pnp.data.edition import Choices, choose
from pnp.data.layout import BookStyle, Size
from pnp.data.workspace import Workspace
from pnp.draw.links import Anchor
from pnp.faces.context import FaceResources
from pnp.faces.job import Job
from pnp.faces.options import PrintOptions
from pnp.kit.artefacts import ARTEFACTS

pytestmark = pytest.mark.slow

SPACE = Workspace(REPO)


def job(language: str = "en", game: str = "alchemicus", **wishes: Any) -> Job:
    edition = choose(SPACE.game(game), Choices())
    return Job.of(SPACE, edition, language, PrintOptions(**wishes))


def words(runs: tuple[Run, ...]) -> str:
    return "".join(run.text for run in runs)


# ---- Markdown ------------------------------------------------------------------------------------------------------


def test_markdown_becomes_blocks() -> None:
    text = """
{#T1 number="3.2" art="pawn"}
## Draw *now*

A **bold** word, :gold: and [T3].

- one
- two

| good | price |
|---|---:|
| gold | 5 |

![What it shows](figure:ring)

::: aside tower
In the margin.
:::

::: example walk pawn
#### A walk

![Seen](figure:walk)
:::

::: index
- hand [T3]
:::
"""
    heading, paragraph, items, tabular, picture, aside, example, index = read_markdown(text, {"T3": "§3.4"})
    assert heading == Heading(2, (Run("Draw "), Run("now", italic=True)), "T1", "3.2", "pawn")
    assert isinstance(paragraph, Paragraph)
    assert Run("gold", icon=True) in paragraph.runs
    assert Run("§3.4", link="T3", reference=True) in paragraph.runs
    assert isinstance(items, Items)
    assert len(items.items) == 2
    assert isinstance(tabular, Tabular)
    assert tabular.right == (False, True)
    assert picture == Picture("ring", (Run("What it shows"),), figure=True)
    assert isinstance(aside, Aside)
    assert aside.art == "tower"
    assert isinstance(example, Example)
    assert example.blocks[1] == Picture("walk", (Run("Seen"),), figure=True, example="walk")
    assert isinstance(index, Columns)
    assert index.index
    assert links_of((heading, paragraph)) == ({"T1"}, {"T3"})


def test_footnotes_stand_once_at_the_end_of_their_section() -> None:
    text = "## One\n\nTwo[^a] and three[^a], four[^b].\n\n## Two\n\nFive[^b]. Six[^stated].\n"
    blocks = read_markdown(text, {}, {"a": "**Assumed.** A.", "b": "B."})
    kinds = [type(block).__name__ for block in blocks]
    assert kinds == ["Heading", "Paragraph", "Footnotes", "Heading", "Paragraph", "Footnotes"]
    first, second = (block for block in blocks if isinstance(block, Footnotes))
    assert [words(text) for text in first.texts] == ["* Assumed. A.", "† B."]
    assert [words(text) for text in second.texts] == ["* B."]
    assert isinstance(blocks[1], Paragraph)
    assert words(blocks[1].runs) == "Two* and three, four†."


@pytest.mark.parametrize(
    "text",
    [
        "[x](javascript:alert)",
        "[x](https://example.org)",
        "<script>alert()</script>",
        "![](../../secret)",
        "> " * 60 + "deep",
        "- " * 60 + "deep",
        "| a |\n|---|\n" + "| b | c | d |\n" * 3,
        "::: aside\n" * 30,
        "\\:gold\\: \\[T3\\]",
    ],
)
def test_nothing_in_a_text_leads_out_of_the_book(text: str) -> None:
    _, targets = links_of(read_markdown(text, {"T3": "§3.4"}))
    assert targets == set()


# ---- lines and pages -----------------------------------------------------------------------------------------------


WORDS = st.sampled_from(
    ["a", "w", "Transmutation", "Rohstoffverarbeitungsgebäude", "źdźbło", "l’alambicco", "gold", "–", "x" * 90, "12"]
)
TYPE = Type("Serif", 10.2, 14.2)


@given(st.lists(WORDS, min_size=1, max_size=60), st.floats(20, 120), st.sampled_from(LANGUAGES))
def test_no_line_is_wider_than_its_column(text: list[str], width: float, language: str) -> None:
    own = job()
    setter = Typesetter(FaceResources(own.layout, own.edition.game.folder, language), language)
    runs = tuple(Run(f"{word} ", bold=len(word) > 8) for word in text)
    lines = setter.lines(runs, TYPE, width)
    assert [line.width for line in lines if line.width > width + 0.01] == []
    printed = "".join(placed.fragment.text for line in lines for placed in line.fragments)
    letters = "".join(printed.split()).replace("-", "").replace("\u00a0", "")
    assert letters == "".join("".join(text).split()).replace("-", "")


CHUNKS = st.lists(
    st.builds(
        Chunk,
        height=st.floats(1, 60),
        above=st.floats(0, 8),
        keep=st.booleans(),
        beside=st.lists(st.builds(Chunk, height=st.floats(5, 50)), max_size=1).map(tuple),
    ),
    min_size=1,
    max_size=60,
)


@given(CHUNKS)
def test_chunks_stay_on_their_page_in_order_and_apart(chunks: list[Chunk]) -> None:
    page = geometry(Size(210, 297))
    composer = Composer(page)
    composer.flow(chunks)
    folios = composer.finish()
    column = [
        (number, chunk, y) for number, folio in enumerate(folios) for chunk, x, y in folio.placed if x == page.left
    ]
    assert [chunk for _, chunk, _ in column] == chunks
    margin = [chunk for folio in folios for chunk, x, _ in folio.placed if x == page.margin_at]
    assert margin == [one for chunk in chunks for one in chunk.beside]
    for folio in folios:
        for left in (page.left, page.margin_at):
            spans = sorted((y, y + chunk.height) for chunk, x, y in folio.placed if x == left)
            assert all(above[1] <= below[0] + 0.01 for above, below in pairwise(spans))
            assert all(top >= page.top - 0.01 and bottom <= page.bottom + 0.02 for top, bottom in spans)


@given(CHUNKS, st.data())
def test_what_belongs_together_is_not_parted(chunks: list[Chunk], data: st.DataObject) -> None:
    """A heading never stands alone at the foot of a page, unless what it belongs to fills more than a page.

    Whatever floats meanwhile, nothing is lost.
    """
    alone = [not chunk.keep and (not n or not chunks[n - 1].keep) for n, chunk in enumerate(chunks)]
    chunks = [
        replace(chunk, floats=one and data.draw(st.booleans())) for chunk, one in zip(chunks, alone, strict=True)
    ]
    page = geometry(Size(210, 297))
    composer = Composer(page)
    composer.flow(chunks)
    where = {id(chunk): number for number, folio in enumerate(composer.finish()) for chunk, _, _ in folio.placed}
    assert all(id(chunk) in where for chunk in chunks)
    group: list[Chunk] = []
    for chunk in chunks:
        group.append(chunk)
        if chunk.keep:
            continue
        if sum(one.height + one.above for one in group) < page.height:
            assert len({where[id(one)] for one in group}) == 1
        group = []


@given(CHUNKS, st.integers(1, 3))
def test_columns_hold_everything_once(chunks: list[Chunk], count: int) -> None:
    plain = [Chunk(chunk.height, above=chunk.above, keep=chunk.keep) for chunk in chunks]
    composer = Composer(geometry(Size(210, 297)))
    composer.flow([Spread(tuple(plain), count, 170)])
    placed = [chunk for folio in composer.finish() for chunk, _, _ in folio.placed]
    assert sorted(map(id, placed)) == sorted(map(id, plain))


LEFT = BookStyle(left=True, margin=40, strip=18)
BESIDE = st.builds(lambda height: (Chunk(height),), st.floats(5, 40))
MIXED = st.lists(
    st.builds(Chunk, st.floats(1, 60), above=st.floats(0, 6), wide=st.just(value=True), clear=st.just(value=True))
    | st.builds(Chunk, st.floats(1, 40), above=st.floats(0, 6), beside=BESIDE, clear=st.just(value=True))
    | st.builds(Chunk, st.floats(1, 40), above=st.floats(0, 6)),
    max_size=30,
)


@given(MIXED, st.sampled_from([(210, 297), (148, 210), (215.9, 279.4)]))
def test_nothing_lies_on_what_stands_in_a_margin_on_the_left(chunks: list[Chunk], size: tuple[float, float]) -> None:
    page = geometry(Size(*size), style=LEFT)
    composer = Composer(page)
    composer.flow(chunks)
    for folio in composer.finish():
        asides = [(y, y + chunk.height) for chunk, x, y in folio.placed if x == page.left and not chunk.wide]
        boxes = [(y, y + chunk.height) for chunk, x, y in folio.placed if chunk.wide]
        texts = [(y, y + chunk.height) for chunk, x, y in folio.placed if x == page.column]
        for one in (asides + boxes, boxes + texts):
            ordered = sorted(one)
            assert all(above[1] <= below[0] + 0.02 for above, below in pairwise(ordered)), ordered
    assert sum(len(folio.placed) for folio in composer.folios) == len(chunks) + sum(
        len(chunk.beside) for chunk in chunks
    )


@settings(max_examples=16)
@given(
    st.sampled_from(LANGUAGES),
    st.sampled_from([(210, 297), (148, 210), (215.9, 279.4), (210, 210), (105, 148)]),
    st.sampled_from(["alchemicus", "chemicy-magicy"]),
)
def test_no_heading_ends_a_page_of_the_real_book(language: str, size: tuple[float, float], game: str) -> None:
    from pnp.book.manuscript import write_manuscript
    from pnp.book.rulebook import blocks_of, played

    own = job(language, game)
    manuscript = write_manuscript(SPACE, own.edition, own.catalog)
    page = geometry(Size(*size), style=own.layout.book)
    binder = books._Binder(own, book_names(own, ARTEFACTS["rulebook"].title), played(manuscript), page)  # noqa: SLF001
    bound = binder.book(blocks_of(own, manuscript))
    for folio in binder._composer.folios[2:]:  # noqa: SLF001
        beside = {id(aside) for chunk, _, _ in folio.placed for aside in chunk.beside}
        flowing = [chunk for chunk, x, _ in folio.placed if x <= page.column and id(chunk) not in beside]
        assert not flowing or not (flowing[-1].anchor and flowing[-1].keep), folio.chapter
    assert bound.problems == ()


def test_the_contents_cost_no_second_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each paragraph is broken into lines once, although the contents stand before what they list."""
    counted: dict[str, int] = {}
    once = Typesetter.lines

    def counting(self: Typesetter, runs: tuple[Run, ...], type_: Type, width: float) -> Any:
        if type_.font == "Serif":
            counted[words(runs)] = counted.get(words(runs), 0) + 1
        return once(self, runs, type_, width)

    monkeypatch.setattr(Typesetter, "lines", counting)
    own = job()
    text = '{#a number="1"}\n# One\n\nA first paragraph.\n\n{#b number="2"}\n# Two\n\nA second paragraph.\n'
    bound = bind_book(own, read_markdown(text), book_names(own, ARTEFACTS["rulebook"].title), {}, Size(210, 297))
    assert (counted["A first paragraph."], counted["A second paragraph."]) == (1, 1)
    assert bound.page_of == {"a": 3, "b": 3}


# ---- how a layout has its book set ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('sections = "letters"', "there is no “letters”"),
        ('examples = "tabs"', "did you mean “tab"),
        ('heading_colour = "inkk"', "did you mean “ink"),
        ("size = 40", "16"),
        ('fonts = "Serif"', "did you mean “font"),
        ('headings = "Gothic"', "there is no typeface “Gothic”"),
    ],
)
def test_what_a_book_cannot_be_set_in_is_refused(sample: Path, run: Runner, line: str, said: str) -> None:
    layout = sample / "layout.toml"
    with layout.open("a", encoding="utf8") as end:
        end.write(f"\n[book]\n{line}\n")
    result = run("rulebook", "my-game", "--lang", "en")
    assert result.code == 2
    assert "layout.toml" in result.err
    assert said in result.err


def test_a_drawing_without_words_stands_beside_its_heading() -> None:
    """On the left if the layout has its margin there, on A5 as on A4; its words, if any, stay in the text."""
    own = job(game="chemicy-magicy")
    text = '{#a number="1"}\n# One\n\n{#b number="1.1"}\n## Two\n\n::: aside cat\n\n:::\n\nA paragraph.\n'
    for size in (Size(148, 210), Size(210, 297)):
        page = geometry(size, style=own.layout.book)
        binder = books._Binder(own, book_names(own, ARTEFACTS["rulebook"].title), {}, page)  # noqa: SLF001
        binder.leaves(read_markdown(text))
        (folio,) = binder._composer.folios  # noqa: SLF001
        heading = next(y for chunk, _, y in folio.placed if chunk.anchor and chunk.anchor.name == "b")
        assert [y for chunk, x, y in folio.placed if x == page.left and not chunk.wide] == [heading]


# ---- folding -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [4, 8, 20, 36])
def test_a_folded_booklet_reads_in_order(count: int) -> None:
    """Sheets are nested and folded; then one turns the leaves."""
    sides = list(order(count))
    fronts, backs = sides[::2], sides[1::2]
    assert not any(turned for *_, turned in fronts)
    assert all(turned for *_, turned in backs)
    right_leaves = [(front[1], back[0]) for front, back in zip(fronts, backs, strict=True)]
    left_leaves = [(back[1], front[0]) for front, back in zip(fronts, backs, strict=True)]
    read = [page for leaf in (*right_leaves, *reversed(left_leaves)) for page in leaf]
    assert read == list(range(count))


def test_the_cover_is_outside_and_blank_pages_come_before_the_back() -> None:
    import pypdfium2

    from pnp.kit.artefacts import make_document

    made = make_document(ARTEFACTS["rulebook"], job(binding="booklet", flip="short"))
    with pypdfium2.PdfDocument(made.data) as pdf:
        page = pdf[0]
        wide = page.get_width()
        cover = page.get_textpage().get_text_bounded(left=wide / 2)
        back = page.get_textpage().get_text_bounded(right=wide / 2)
    assert "Rulebook" in cover
    assert "ALCHEMICUS" in back.upper()


def test_an_example_that_floats_cuts_no_paragraph() -> None:
    page = geometry(Size(210, 297))
    lines = [Chunk(5, above=0 if number else 2, goes_on=number > 0) for number in range(12)]
    example, after = Chunk(60, floats=True), Chunk(5, above=2)
    composer = Composer(page)
    composer.flow([Chunk(page.height - 40), example, *lines, after])
    first, second = ([chunk for chunk, _, _ in folio.placed] for folio in composer.finish())
    broken = len(first) - 1
    assert 0 < broken < len(lines)
    assert [*map(id, second)] == [*map(id, (*lines[broken:], example, after))]


def test_an_example_that_floats_stands_in_its_own_section_or_between_two() -> None:
    page = geometry(Size(210, 297))
    example, heading = Chunk(60, floats=True), Chunk(8, anchor=Anchor("R2", "Second", "2", 2), keep=True)
    first, second = ([Chunk(20, above=2) for _ in range(4)] for _ in range(2))
    composer = Composer(page)
    other = Chunk(8, anchor=Anchor("R3", "Third", "3", 2), keep=True)
    opening = Chunk(page.height - 40)
    composer.flow([opening, example, heading, *first, *second, other, Chunk(5)])
    placed = [chunk for folio in composer.finish() for chunk, _, _ in folio.placed]
    after = placed[placed.index(example) + 1]
    assert after is other, "not between the paragraphs of the second section"


def test_a_box_in_the_margin_has_its_footnotes_in_itself() -> None:
    text = "# One\n\nText[^a].\n\n::: aside\nA box[^b].\n\n:::\n\nMore[^c].\n"
    found = read_markdown(text, footnotes={"a": "First.", "b": "Of the box.", "c": "Second."})
    (box,) = (block for block in found if isinstance(block, Aside))
    (inner,) = (block for block in box.blocks if isinstance(block, Footnotes))
    (outer,) = (block for block in found if isinstance(block, Footnotes))
    assert [words(text) for text in inner.texts] == ["* Of the box."]
    assert [words(text) for text in outer.texts] == ["* First.", "† Second."]
