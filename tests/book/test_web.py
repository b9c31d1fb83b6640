"""The rulebook as a page for the screen: whole, self-contained, harmless whatever it says, and readable by all."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from conftest import LANGUAGES, REPO, write_layout
from pnp.base.errors import BadFile
from pnp.book.manuscript import write_manuscript
from pnp.book.markdown import read_markdown
from pnp.book.rulebook import blocks_of, played
from pnp.book.web import style
from pnp.book.web.page import make_web
from pnp.data.edition import Choices, choose
from pnp.data.workspace import Workspace
from pnp.draw.painter import Palette
from pnp.draw.svg import Sprite, SvgPainter, element, path_data
from pnp.faces.job import Job

pytestmark = pytest.mark.slow

VOID = {"meta", "link", "br"}
SVG = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
DATA = re.compile(r"data:image/(png|jpeg);base64,[A-Za-z0-9+/=]+")
FIGURE = '[figures.it]\npart = "it"\nsize = [40, 20]\n'
BLOCK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><g id="tint"><path fill="#FF0000" d="M0 0 L64 0 L64 64 Z"/></g></svg>'  # noqa: E501


class Page(HTMLParser):
    """A page read strictly: every element closed, every id there once."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.words = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []
        assert len(self.ids) == len(set(self.ids))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(attrs) == len(dict(attrs)), f"an attribute twice: {attrs}"
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert "svg" in self._open, f"<{tag}/> closes itself in SVG alone"
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self._open:
            self.words += data

    def every(self, tag: str) -> list[dict[str, str]]:
        return [found for name, found in self.elements if name == tag]

    def classed(self, name: str) -> list[tuple[str, dict[str, str]]]:
        return [one for one in self.elements if name in one[1].get("class", "").split()]

    @property
    def ids(self) -> list[str]:
        return [found["id"] for _, found in self.elements if "id" in found]


def job_of(workspace: Workspace, game: str, language: str = "en", choices: Choices | None = None) -> Job:
    edition = choose(workspace.game(game), choices or Choices())
    return Job.of(workspace, edition, language)


@cache
def book(language: str) -> str:
    return bound(Workspace(REPO), language)


def bound(workspace: Workspace, language: str) -> str:
    """The whole book of the project's own game, with its expansion."""
    job = job_of(workspace, "alchemicus", language, Choices(expansions=("noctis",)))
    return whole(job)


def whole(job: Job) -> str:
    manuscript = write_manuscript(job.workspace, job.edition, job.catalog)
    html, problems = make_web(job, blocks_of(job, manuscript), played(manuscript))
    assert problems == []
    return html


def page_of(sample: Path, markdown: str, footnotes: dict[str, str] | None = None) -> str:
    """A page of the sample game with a text of one's own; its rules are C1, T1 and W1."""
    job = job_of(Workspace(sample.parents[1]), sample.name)
    sections = {rule: f"§{number}" for rule, number in job.edition.sections.items()}
    html, problems = make_web(job, read_markdown(markdown, sections, footnotes), {})
    assert problems == []
    return html


def drawn(sample: Path, part: str, **files: str | bytes) -> str:
    """The SVG of the figure `it`, 40 × 20 mm."""
    (sample / "art").mkdir(exist_ok=True)
    for name, content in files.items():
        path = sample / "art" / name.replace("_", ".")
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    write_layout(sample, f"{FIGURE}[parts.it]\n{part}\n", "")
    found = SVG.findall(page_of(sample, "# Title\n\n![What it shows](figure:it)\n"))
    return str(next(one for one in found if 'role="img"' in one))


# ---- the real book -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_book_is_whole_and_needs_nothing_else(language: str) -> None:
    html = book(language)
    page = Page(html)
    assert page.elements[0] == ("html", {"lang": language, "dir": "ltr"})
    for found in page.every("a"):
        assert found["href"].removeprefix("#") in page.ids, found
    for found in page.every("use"):
        assert found["href"].removeprefix("#") in page.ids, found
    for target in re.findall(r"url\(([^)]*)\)", html):
        assert target.removeprefix("#") in page.ids
    refuse_requests(html)
    for svg in SVG.findall(html):
        ET.fromstring(svg)  # noqa: S314  our own


def refuse_requests(html: str) -> None:
    """Nothing in the page asks for anything outside it, or runs."""
    rest = DATA.sub("", html)
    assert not re.search(
        r"https?:|//|@import|url\((?!#)|<script|<iframe|<object|<img|javascript:", rest, re.IGNORECASE
    )
    page = Page(html)
    for tag, found in page.elements:
        assert not [name for name in found if name.startswith("on")], (tag, found)
        assert found.get("href", "#").startswith(("#", "data:image/")) or found == {"rel": "icon", "href": "data:,"}
        assert "src" not in found


def test_every_rule_of_the_edition_has_its_place() -> None:
    edition = job_of(Workspace(REPO), "alchemicus", "en", Choices(expansions=("noctis",))).edition
    page = Page(book("en"))
    assert set(edition.rules) <= set(page.ids)
    assert {f"chapter-{number}" for number, _ in enumerate(edition.chapters, 1)} <= set(page.ids)
    listed = [found["href"] for found in page.every("a")]
    assert all(listed.count(f"#{rule}") >= 2 for rule in edition.rules), "its pill, and a line of the contents"


@pytest.mark.parametrize("game", Workspace(REPO).own_games())
def test_every_game_has_a_page(game: str) -> None:
    job = job_of(Workspace(REPO), game)
    html = whole(job)
    assert set(job.edition.rules) <= set(Page(html).ids)
    refuse_requests(html)


def test_headings_go_down_step_by_step() -> None:
    levels = [int(tag[1]) for tag, _ in Page(book("en")).elements if re.fullmatch(r"h[1-6]", tag)]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert max(levels) == 4
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_tables_and_pictures_can_be_read_aloud() -> None:
    page = Page(book("en"))
    assert {found["scope"] for found in page.every("th")} == {"col", "row"}
    for found in page.every("svg"):
        assert found.get("aria-hidden") == "true" or (found["role"] == "img" and found["aria-label"])


def test_the_same_book_is_the_same_bytes(copied: Path) -> None:
    assert bound(Workspace(copied), "de") == bound(Workspace(copied), "de")


def test_a_drawing_is_in_the_page_once() -> None:
    symbols = re.findall(r'<symbol id="([^"]*)"(.*?)</symbol>', book("en"), re.DOTALL)
    assert len({inside for _, inside in symbols}) == len(symbols)
    assert book("en").count("<use ") > 3 * len(symbols)
    assert len(book("en")) < 1_000_000


def test_numbers_have_no_exponents() -> None:
    for found in re.findall(r' (?:d|x|y|width|height|viewBox|transform|textLength)="([^"]*)"', book("en")):
        assert not re.search(r"\d[eE]|nan|inf", found), found


# ---- texts that mean harm ------------------------------------------------------------------------------------------

HOSTILE = """
{#"><script>alert(1)</script> number="<b>" art=""}
# <script>alert(1)</script> & "quotes" 'single'

{#pnp-contents}
## [click](javascript:alert(1)) <img src=x onerror=alert(1)>

[out](https://example.com) [out](//example.com) [in](#pnp-art-1) [nowhere](#nowhere) <https://example.com>

[bad]: javascript:alert(1)

[bad] ![](data:image/svg+xml,x)

| <td onclick="x"> | `</table>` |
|---|---|
| </style><script>x</script> | &lt;b&gt; &#60;script&#62; |

- <!-- comment --> ]]> <![CDATA[ \x0b
"""


def test_hostile_texts_are_only_texts(sample: Path) -> None:
    html = page_of(sample, HOSTILE.replace("![](data:image/svg+xml,x)", ""))
    page = Page(html)
    assert "<script>alert(1)</script>" in page.words, "shown as it was written"
    assert {tag for tag, _ in page.elements}.isdisjoint({"script", "img", "iframe", "b"})
    assert [found for found in page.every("a") if found["href"].removeprefix("#") not in page.ids] == []
    assert page.every("a")[0]["href"] == "#pnp-section-1", "an id of its own for a chapter that has none"
    assert not any(found["href"] in ("#pnp-art-1", "#nowhere") for found in page.every("a"))
    assert not re.search(r'(href|src)="(?!#|data:,)', html)
    assert "\x0b" not in html


def test_hostile_titles_and_colours_come_out_harmless(sample: Path) -> None:
    game = sample / "game.toml"
    text = re.sub(
        r'(?m)^title = ".*"$', "title = '''</title><script>\"x\"'''", game.read_text(encoding="utf8"), count=1
    )
    game.write_text(text, encoding="utf8")
    job = job_of(Workspace(sample.parents[1]), sample.name)
    colours = {"ink": "red;}</style><script>", "paper": "url(//example.com)", "accent": "#12", "rule": "#ABCDEF"}
    job = replace(job, layout=replace(job.layout, colours=colours))
    html, _ = make_web(job, read_markdown("# One\n\nText"), {})
    page = Page(html)
    assert "script" not in {tag for tag, _ in page.elements}
    style = html.partition("<style>")[2].partition("</style>")[0]
    assert "example.com" not in html
    assert "#ABCDEF" in style, "the one that is a colour"
    for name, found in re.findall(r"--(\w+): ([^;]*);", style):
        assert name in ("serif", "sans", "text", "head", "inside") or re.fullmatch(r"#[0-9A-F]{6}", found), (
            name,
            found,
        )


@pytest.mark.parametrize(
    "colours",
    [{}, {"ink": "#FFFFFF", "paper": "#000000"}, {"ink": "#808080", "paper": "#7F7F7F", "accent": "#818181"}],
)
def test_text_can_be_read_whatever_the_colours(colours: dict[str, str]) -> None:
    for scheme in (style.light(colours), style.dark(colours)):
        for name in ("ink", "quiet", "accent"):
            for ground in ("ground", "panel"):
                assert style.contrast(scheme[name], scheme[ground]) >= 4.5, name
        assert style.luminance(scheme["leaf"]) > 0.6, "drawings are made for white paper"


# ---- text ----------------------------------------------------------------------------------------------------------


def test_footnotes_lead_there_and_back(sample: Path) -> None:
    footnotes = {"a": "**Assumed.** So many.", "b": "**Our ruling.** So be it."}
    html = page_of(
        sample, "# One\n\nTwo[^a] and three[^b].\n\n# Other\n\n| n |\n|---|\n| 1[^b] |\n| 2[^b] |\n", footnotes
    )
    page = Page(html)
    marks, backs = page.classed("mark"), [found for _, found in page.classed("back")]
    assert [found["href"] for _, found in marks] == [
        "#pnp-note-1-1",
        "#pnp-note-1-2",
        "#pnp-note-2-1",
        "#pnp-note-2-1",
    ]
    assert [found["href"] for found in backs] == [f"#pnp-note-{one}-mark" for one in ("1-1", "1-2", "2-1")]
    assert {found["href"].removeprefix("#") for found in (*backs, *(one for _, one in marks))} <= set(page.ids)


def test_references_show_the_section_and_lead_there(sample: Path) -> None:
    text = (
        '# Rules\n\n{#T1 number="2.1"}\n## Draw\n\nSee [T1], [the draw](#T1), [W1].\n\n::: index\n- draw [T1]\n:::\n'
    )
    html = page_of(sample, text)
    assert html.count('<a href="#T1" class="reference">§2.1</a>') == 2
    assert '<a href="#T1">the draw</a>' in html
    assert "§3.1" in html
    assert "#W1" not in html, "nothing is there to lead to"
    assert '<a class="pill" href="#T1">T1</a>' in html


def test_drawings_in_the_line_stay_with_their_words(sample: Path) -> None:
    (sample / "art").mkdir()
    (sample / "art" / "it.svg").write_text(BLOCK, encoding="utf8")
    html = page_of(sample, "# One\n\nPay 3 :it: at once, :it: it is.")
    page = Page(html)
    assert len(page.classed("icon")) == 2
    assert len(page.every("symbol")) == 1
    assert "Pay 3<span" in html
    assert html.count("\u00a0") == 3


def test_a_line_in_italics_stands_under_the_title_of_its_chapter(sample: Path) -> None:
    html = page_of(sample, "# One\n\n*In short*\n\n*Not* this.\n")
    assert '<p class="under">In short</p>' in html
    assert "<p><em>Not</em> this.</p>" in html


def test_examples_asides_and_columns_have_their_elements(sample: Path) -> None:
    (sample / "art").mkdir()
    (sample / "art" / "it.svg").write_text(BLOCK, encoding="utf8")
    example = "::: example ex it\n\n#### Title\n\nTold.\n:::\n"
    others = "::: aside it\nA\n:::\n\n::: aside\nB\n:::\n\n::: columns\nC\n:::\n"
    page = Page(page_of(sample, f"# One\n\n{example}\n{others}"))
    assert [tag for name in ("example", "drawn", "framed", "columns") for tag, _ in page.classed(name)] == [
        "section",
        "aside",
        "aside",
        "div",
    ]
    assert "Example Title" in page.words


def test_missing_drawings_and_figures_are_named_all_at_once(sample: Path) -> None:
    text = "# One\n\n:goldd: :goldd: ![x](silver)\n\n![x](figure:nothing)\n\n::: aside copper\nA\n:::\n"
    with pytest.raises(BadFile) as caught:
        page_of(sample, text)
    names = [complaint.message.values["name"] for complaint in caught.value.complaints]
    assert names == ["goldd", "silver", "nothing", "copper"]


# ---- figures -------------------------------------------------------------------------------------------------------


def test_outlines_become_paths() -> None:
    assert path_data("1 2 m 3.5 -4 l 1 2 3 4 5 6.00012 c h") == "M1 2L3.5 -4C1 2 3 4 5 6Z"
    assert path_data("1 2 30 4 re") == "M1 2h30v4h-30Z"


def test_elements_escape_what_they_are_given() -> None:
    assert element("a", "x", class_='"><b>', stroke_width=0.00001, title=None, id="") == (
        '<a class="&quot;&gt;&lt;b&gt;" stroke-width="0">x</a>'
    )


def test_a_figure_is_drawn_where_the_layout_says(sample: Path) -> None:
    import svgelements

    svg = drawn(sample, 'a = { x = 10, y = 5, w = 10, h = 4, turn = 90, fill = "#FF0000" }\n')
    box = re.search(r'viewBox="([^"]*)"', svg)
    assert box
    assert [float(one) for one in box[1].split()] == pytest.approx([-0.3, -0.3, 40.6, 20.6])
    parsed = svgelements.SVG.parse(io.StringIO(re.sub(r'viewBox="[^"]*"|style="[^"]*"', "", svg)), reify=True)
    (path,) = (one for one in parsed.elements() if isinstance(one, svgelements.Path))
    assert path.bbox() == pytest.approx((13, 2, 17, 12), abs=0.01)


def test_text_keeps_its_width_with_any_typeface(sample: Path) -> None:
    svg = drawn(sample, 'a = { text = "<b> *and* & more", size = 9, font = "Serif-Bold" }\n')
    text = list(ET.fromstring(svg).iter("text"))  # noqa: S314  our own
    assert [one.text for one in text] == ["<b>", "and", "& more"]
    assert all(float(one.attrib["textLength"]) > 0 for one in text)
    assert [one.get("font-style") for one in text] == [None, "italic", None]
    assert {(one.get("class"), one.get("font-weight")) for one in text} >= {("serif", "700")}
    ends = [float(one.attrib["x"]) + float(one.attrib["textLength"]) for one in text]
    assert all(end < float(after.attrib["x"]) < end + 2 for end, after in zip(ends, text[1:], strict=False))


def test_shapes_dashes_arrows_and_clips(sample: Path) -> None:
    svg = drawn(
        sample,
        'a = { shape = "oval", x = 1, y = 1, w = 8, h = 8, fill = "paper", stroke = "ink", dash = [1, 2] }\n'
        'b = { shape = "line", x = 10, y = 2, w = 9, h = 0, stroke = "accent", heads = "end" }\n'
        'c = { shape = "hexagon", x = 20, y = 1, w = 9, h = 9, clip = true, art = "it", fit = "cover" }\n'
        'd = { shape = "line", each = "range(5)", x = "30 + i", y = 2, w = 0, h = 9, stroke = "ink" }\n',
        it_svg=BLOCK,
    )
    root = ET.fromstring(svg)  # noqa: S314  our own
    paths = [one.attrib for one in root.iter("path")]
    assert paths[0]["stroke-dasharray"] == "1 2"
    assert paths[0]["stroke-linecap"] == "butt"
    assert "stroke" not in paths[2], "the head of the arrow is filled"
    assert len(list(root.iter("clipPath"))) == 2, "the box is clipped, and what covers it"
    assert paths[-1]["d"].count("M") == 5, "lines of one look are one path"


def test_pictures_made_of_pixels_are_part_of_the_page(sample: Path) -> None:
    data = io.BytesIO()
    Image.new("RGB", (400, 400), "red").save(data, "PNG")
    drawn(sample, 'a = { x = 0, y = 0, w = 20, h = 20, art = "it" }\n', it_png=data.getvalue())
    html = page_of(sample, "# One\n\n![It](it)\n\n![What](figure:it)\n")
    assert len(DATA.findall(html)) == 1
    refuse_requests(html)


def test_what_a_look_at_a_figure_would_find_is_told(sample: Path) -> None:
    write_layout(
        sample, f'{FIGURE}[parts.it]\na = {{ w = 5, h = 3, size = 30, least = 30, text = "much too long" }}\n', ""
    )
    job = job_of(Workspace(sample.parents[1]), sample.name)
    _, problems = make_web(job, read_markdown("# One\n\n![x](figure:it)\n"), {})
    assert [problem.message.values["piece"] for problem in problems] == ["it"]


@pytest.mark.parametrize("size", ['"1 / 0"', '"nothing + 1"'])
def test_a_figure_whose_height_breaks_is_refused(sample: Path, size: str) -> None:
    write_layout(sample, f'[figures.it]\npart = "it"\nsize = [40, {size}]\n[parts.it]\na = {{ fill = "ink" }}\n', "")
    with pytest.raises(BadFile):
        page_of(sample, "# One\n\n![x](figure:it)\n")


def test_inks_hold_on_the_screen_too(sample: Path) -> None:
    job = job_of(Workspace(sample.parents[1]), sample.name)
    painter = SvgPainter(Sprite(Palette(job.layout.colours, job.layout.inks["low"])))
    painter.shape("0 0 10 10 re", "accent", "ink")
    assert painter.picture(10, 10).count('fill="#FFFFFF"') == 1
