"""Drawings: our own plain files, anyone's SVG, pictures; and files that mean harm."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

from conftest import REPO, Run, write_layout
from pictures import area, inked, picture
from pnp.base.errors import BadFile, Place
from pnp.draw import art
from pnp.draw.art import Drawing, read_art

ART = '[parts.front]\na = { x = 7, y = 7, w = 40, h = 40, art = "it" }\n'
OURS = sorted((REPO / "cards" / "alchemicus" / "art").glob("*.svg"))

XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
INKSCAPE = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg width="40mm" height="40mm" viewBox="0 0 40 40" version="1.1" id="svg5"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg">
  <defs id="defs2"><circle id="dot" cx="0" cy="0" r="4" /></defs>
  <style>.warm { fill: #ff0000; stroke: none }</style>
  <g inkscape:label="line" inkscape:groupmode="layer" id="layer1" transform="translate(20,20)">
    <path style="fill:none;stroke:#000000;stroke-width:2" d="m -15,0 a 15,15 0 0 1 30,0 15,15 0 0 1 -30,0 z"/>
    <rect class="warm" x="-4" y="-4" width="8" height="8" transform="rotate(45)" />
    <use xlink:href="#dot" x="-12" y="-12" style="fill:#0000ff" />
  </g>
</svg>
"""


def shown(sample: Path, run: Run, *arguments: str) -> Image.Image:
    """The drawing `it`, 40 mm wide, 10 mm from the left and upper edge of the page."""
    write_layout(sample, ART)
    result = run("cards", "my-game", "--layout", "single", "--lang", "en", *arguments)
    assert (result.code, result.err) == (0, "")
    return area(picture(Path(result.out.strip()), 0, 254), 254, 10, 10, 50, 50)  # ten pixels a millimetre


def put(sample: Path, svg: str) -> Path:
    (sample / "art").mkdir(exist_ok=True)
    path = sample / "art" / "it.svg"
    path.write_text(svg, encoding="utf8")
    return path


def colour(image: Image.Image, x: float, y: float) -> tuple[int, ...]:
    found = image.getpixel((round(x * 10), round(y * 10)))
    assert isinstance(found, tuple)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_our_own_drawings_take_the_short_way_and_look_the_same_the_long_way(path: Path) -> None:
    short = read_art(path)
    assert isinstance(short, Drawing)
    assert {stroke.layer for stroke in short.paths} <= {"tint", "fine", "line"}
    root = ET.fromstring(path.read_bytes())  # noqa: S314
    assert art._plain_drawing(root) == short  # noqa: SLF001
    long = art._any_drawing(path, root)  # noqa: SLF001
    assert len(long.paths) == len(short.paths)
    for one, other in zip(short.paths, long.paths, strict=True):
        assert (one.layer, one.fill.lower(), one.stroke.lower()) == (other.layer, other.fill, other.stroke)
        numbers = [[float(word) for word in code.split() if not word.isalpha()] for code in (one.code, other.code)]
        assert numbers[0] == pytest.approx([number * 1.0 for number in numbers[1]], abs=0.01)


def test_an_inkscape_drawing_with_transforms_styles_and_arcs(sample: Path, run: Run) -> None:
    put(sample, INKSCAPE)
    image = shown(sample, run)
    assert colour(image, 20, 20) == (255, 0, 0), "the square, styled by a class"
    assert colour(image, 20, 15) == (255, 0, 0), "turned by 45 degrees it reaches 5.7 up"
    assert colour(image, 16.5, 16.5) == (255, 255, 255)
    assert colour(image, 20, 5) == (0, 0, 0), "the circle of arcs, radius 15"
    assert colour(image, 8, 8) == (0, 0, 255), "a dot used from the definitions"
    assert inked(area(image, 254, 0, 0, 3.9, 3.9)) == 0


SLOW = {
    "lines, then a command that is none of our own": "M0 0" + " L 100 100" * 14 + " H 7",
    "many arcs without gaps": "M0 0" + "a5 5 0 1110 10a5 5 0 01-10-10" * 3000,
    "many ends": "M0 0h9v9" + "z" * 50_000,
    "one point again and again": "M0 0" + "l9 9z" * 20_000,
    "many blanks": "M0 0L9" + " " * 100_000 + "9",
    "many digits": "M0 0L" + "9." + "9" * 100_000 + " 9",
}


@pytest.mark.slow
@pytest.mark.parametrize("case", SLOW)
def test_any_valid_path_prints(sample: Path, run: Run, case: str) -> None:
    svg = f'<svg {XMLNS} viewBox="0 0 20 20"><g id="line"><path stroke="#000000" d="{SLOW[case]}"/></g></svg>'
    put(sample, svg)
    assert inked(shown(sample, run)) > 0


def test_a_long_list_of_points_and_a_long_style_sheet_print(sample: Path, run: Run) -> None:
    style = "/* " * 9000 + "*/" + "\n" * 100_000 + ".dark { fill: #000000 } /* and" + " /* more" * 2000
    points = "0 0 20 0 " + "20.0" + "0" * 100_000 + " 20 0 20"
    svg = f'<svg {XMLNS} viewBox="0 0 20 20"><style>{style}</style><polygon class="dark" points="{points}"/></svg>'
    put(sample, svg)
    assert colour(shown(sample, run), 20, 20) == (0, 0, 0)


@pytest.mark.parametrize(
    "outline", ["L 1 1", "M 1", "M 0 0 X 9", "M 0 0 L 1e999 0", "M0 0 a 1 1 0 2 0 1 1", "M 0 0,"]
)
def test_an_outline_that_is_none_is_named(sample: Path, run: Run, outline: str) -> None:
    put(sample, f'<svg {XMLNS} viewBox="0 0 20 20"><path d="{outline}"/></svg>')
    write_layout(sample, ART)
    result = run("cards", "my-game", "--lang", "en")
    assert result.code == 2
    assert "it.svg: the outline of a path cannot be read at “" in result.err


def test_transparency_survives_in_forms(sample: Path, run: Run) -> None:
    put(
        sample,
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#f00"/>'
        '<rect width="40" height="40" fill="#00f" fill-opacity="0.5"/></svg>',
    )
    assert colour(shown(sample, run), 20, 20) == pytest.approx((127, 0, 128), abs=2)


def test_a_drawing_without_layers_prints_in_every_ink(sample: Path, run: Run) -> None:
    put(
        sample,
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">'
        '<circle cx="20" cy="20" r="15" fill="#c00"/></svg>',
    )
    red, green, blue = colour(shown(sample, run, "--ink", "bw"), 20, 20)
    assert red == green == blue != 255
    low = shown(sample, run, "--ink", "low")
    assert colour(low, 20, 20) == (255, 255, 255)
    assert inked(low, 128) > 0, "an outline"


def test_what_cannot_be_drawn_is_named(sample: Path, run: Run) -> None:
    put(
        sample,
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4">'
        '<text x="1" y="1">hi</text><rect width="2" height="2"/></svg>',
    )
    write_layout(sample, ART)
    result = run("cards", "my-game", "--lang", "en")
    assert result.code == 1
    assert "the drawing “it” contains “text”, which is not drawn; convert it to paths" in result.err


def test_what_has_no_plain_colour_is_left_out(sample: Path, run: Run) -> None:
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">'
    put(sample, head + '<rect width="40" height="40" fill="url(#a)"/></svg>')
    write_layout(sample, ART)
    result = run("cards", "my-game", "--layout", "single", "--lang", "en")
    assert "the drawing “it” contains “gradient”, which is not drawn" in result.err
    assert inked(area(picture(Path(result.out.strip()), 0, 100), 100, 12, 12, 48, 48)) == 0


HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'
HOSTILE = {
    "not XML": ("<svg", "this is not a valid SVG file"),
    "nothing": ("", "this is not a valid SVG file"),
    "an entity of its own": (
        '<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + HEAD + "<title>&a;</title></svg>",
        "declares an entity",
    ),
    "another file as an entity": (
        '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + HEAD + "<text>&a;</text></svg>",
        "declares an entity",
    ),
    "a picture elsewhere": (HEAD + '<image xlink:href="file:///etc/passwd"/></svg>', "refers to another file"),
    "a drawing elsewhere": (HEAD + '<use href="other.svg#a"/></svg>', "refers to another file"),
    "a style elsewhere": (HEAD + "<style>@import url(x.css);</style></svg>", "refers to another file"),
    "a paint elsewhere": (HEAD + '<path d="M0 0" fill="url(http://x/y)"/></svg>', "refers to another file"),
    "no size": ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 0"><path d="M0 0 L1 1"/></svg>', ""),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_drawing_is_refused_by_name(sample: Path, run: Run, case: str) -> None:
    svg, sentence = HOSTILE[case]
    put(sample, svg)
    write_layout(sample, ART)
    result = run("cards", "my-game", "--lang", "en")
    assert result.code == 2
    assert "it.svg" in result.err
    assert sentence in result.err


def test_a_picture_of_too_many_pixels_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "huge.png"
    Image.new("1", (20_000, 4_000)).save(path)
    with pytest.raises(BadFile) as error:
        read_art(path)
    (complaint,) = error.value.complaints
    assert complaint.message.values == {"width": 20_000, "height": 4_000, "most": 25}
    assert complaint.place == Place(path)


def test_a_picture_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "false.png"
    path.write_bytes(b"this is no picture")
    with pytest.raises(BadFile):
        read_art(path)
