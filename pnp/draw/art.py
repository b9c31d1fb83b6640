"""Reads drawings into paths with layers: our own plain SVG files at once, any other SVG through svgelements."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from pnp.base.cache import digest, remembered
from pnp.base.errors import BadFile, Complaint, Place
from pnp.base.files import inside, read_bytes
from pnp.base.memo import Memo
from pnp.base.text import say
from pnp.data.layout import COLOUR
from pnp.draw.pathdata import in_figures, in_pdf, in_svg, near, read_numbers, read_steps
from pnp.draw.svg_safety import MOST_PATHS, invalid_svg, refuse_unsafe_svg, too_many_paths

LAYERS = ("tint", "fine", "line")
VECTOR, RASTER = (".svg",), (".png", ".jpg", ".jpeg")
MOST_BYTES = 20_000_000
MOST_PIXELS = 25_000_000
MOST_KEPT = 60_000_000  # bytes of files whose drawings are at hand
FORMATS = ("PNG", "JPEG")
SMALLEST = 0.001  # units

_SHORT = r"(?:\d{1,6}(?:\.\d{0,9})?|\.\d{1,9})"
_NUMBER = rf"-?{_SHORT}"
_BOX = re.compile(rf"\s*{_NUMBER}[\s,]+{_NUMBER}[\s,]+{_SHORT}[\s,]+{_SHORT}\s*")
_ACROSS = re.compile(r"(-?[\d.]+) -?[\d.]+")  # the first of each pair of numbers
_SPACE = re.compile(r"[\s,]+")
_PLAIN = {
    "svg": {"viewBox", "width", "height", "xmlns"},
    "g": {"id", "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "fill-rule"},
    "path": {"d", "fill", "stroke", "stroke-width", "fill-rule", "stroke-linecap", "stroke-linejoin"},
    "title": set(),
}
_SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True, slots=True)
class Stroke:
    """One path: its layer, paint, and outline in PDF's own operators. Empty paint: none."""

    layer: str
    code: str
    fill: str = ""
    stroke: str = ""
    width: float = 0
    evenodd: bool = True
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Drawing:
    """Paths in a box of their own units, y downwards."""

    left: float
    top: float
    width: float
    height: float
    paths: tuple[Stroke, ...]
    lost: tuple[str, ...] = ()

    def span(self) -> tuple[float, float]:
        """From where to where anything is drawn, across, in units of its height."""
        found = [
            float(x) + side * (stroke.width / 2 if stroke.stroke else 0)
            for stroke in self.paths
            for x in _ACROSS.findall(stroke.code)
            for side in (-1, 1)
        ]
        left, right = (min(found), max(found)) if found else (self.left, self.left + self.width)
        return (left - self.left) / self.height, (right - self.left) / self.height


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture made of pixels."""

    path: Path
    width: int
    height: int
    data: bytes


_READ: Memo[Drawing | Photo] = Memo(MOST_KEPT)


def find_art(folder: Path, name: str, place: Place) -> Path | None:
    """The file of a drawing in a game's folder `art`, named with or without its ending."""
    for ending in ("", *VECTOR, *RASTER):
        path = inside(folder, f"art/{name}{ending}", place)
        try:
            if path.suffix.lower() in (*VECTOR, *RASTER) and path.is_file():
                return path
        except OSError:  # a name longer than any file's
            return None
    return None


def read_art(path: Path) -> Drawing | Photo:
    """The drawing or picture in a file, by the file's ending; BadFile where it is broken, unsafe or too large."""
    data = read_bytes(path, MOST_BYTES) if path.suffix.lower() in RASTER else read_bytes(path)
    return _READ.get((path, digest(data)), lambda: _made_of(path, data), len(data))


def _made_of(path: Path, data: bytes) -> Drawing | Photo:
    """Made again only where the file has changed: all languages print the same drawings, and the next command."""
    if path.suffix.lower() in RASTER:
        return _read_photo(path, data)
    values = remembered("drawing", data, lambda: _plain_values(_read_svg(path, data)))
    left, top, width, height, paths, lost = values
    return Drawing(left, top, width, height, tuple(Stroke(*stroke) for stroke in paths), lost)


def _plain_values(drawing: Drawing) -> tuple[Any, ...]:
    paths = tuple(astuple(stroke) for stroke in drawing.paths)
    return drawing.left, drawing.top, drawing.width, drawing.height, paths, drawing.lost


def _read_photo(path: Path, data: bytes) -> Photo:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as image:
            width, height = image.size
            if width * height > MOST_PIXELS:
                raise BadFile(_too_large(path, width, height))
            image.load()
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise BadFile(Complaint(say("this picture cannot be read"), Place(path))) from None
    return Photo(path, width, height, data)


def _too_large(path: Path, width: int, height: int) -> Complaint:
    return Complaint(
        say(
            "the picture has {width} × {height} pixels, but pnp reads at most {most} million",
            width=width,
            height=height,
            most=MOST_PIXELS // 1_000_000,
        ),
        Place(path),
        say("make it smaller; 300 pixels per inch are enough for printing"),
    )


def _read_svg(path: Path, data: bytes) -> Drawing:
    refuse_unsafe_svg(path, data)
    try:
        root = ET.fromstring(data)  # noqa: S314  declarations and entities are refused above
    except (ET.ParseError, ValueError, LookupError):
        raise BadFile(invalid_svg(path)) from None
    for element in root.iter():
        _settle(element, path)
    drawing = _plain_drawing(root) or _any_drawing(path, root)
    if len(drawing.paths) > MOST_PATHS:
        raise BadFile(too_many_paths(path))
    return drawing


def _settle(element: ET.Element, path: Path) -> None:
    """Writes what an element says in its shortest form, which nobody can read slowly."""
    try:
        if "d" in element.attrib:
            element.set("d", in_svg(read_steps(element.attrib["d"])))
        if "points" in element.attrib:
            element.set("points", in_figures(read_numbers(element.attrib["points"])))
    except ValueError as error:
        message = say("the outline of a path cannot be read at “{found}”", found=str(error)[:20])
        raise BadFile(Complaint(message, Place(path), say("save it again as plain SVG"))) from None
    if element.tag == f"{_SVG}style" and element.text:
        element.text = "".join(_rules(element.text))


def _rules(style: str) -> Iterator[str]:
    """The rules of a style sheet, without comments and what is no rule."""
    head, *rest = style.split("/*")
    whole = "".join([head, *(one.partition("*/")[2] for one in rest)])
    for rule in whole.split("}"):
        names, brace, settings = (" ".join(part.split()) for part in rule.partition("{"))
        if names and brace and settings:
            yield f"{names}{{{settings}}}"


# ---- our own plain files: groups tint, fine, line; nothing turned or styled ----


def _plain_drawing(root: ET.Element) -> Drawing | None:
    """The drawing, if the file is as plain as that; None sends it to the library."""
    if any(_not_plain(element) for element in root.iter()):
        return None
    box = root.get("viewBox", "")
    if not _BOX.fullmatch(box):
        return None
    left, top, width, height = (float(part) for part in _SPACE.split(box.strip()))
    if not min(width, height) > SMALLEST:
        return None
    paths: list[Stroke] = []
    for group in root:
        if group.tag == f"{_SVG}title":
            continue
        if group.tag != f"{_SVG}g" or any(child.tag != f"{_SVG}path" for child in group):
            return None
        paths += (_plain_path(group, element) for element in group if element.get("d"))
    return Drawing(left, top, width, height, tuple(paths))


def _not_plain(element: ET.Element) -> bool:
    known = _PLAIN.get(element.tag.removeprefix(_SVG))
    if known is None or not known.issuperset(element.attrib):
        return True
    paints = (element.get("fill", "none"), element.get("stroke", "none"))
    plain = all(paint == "none" or COLOUR.fullmatch(paint) for paint in paints)
    return not (plain and re.fullmatch(_SHORT, element.get("stroke-width", "1")))


def _plain_path(group: ET.Element, element: ET.Element) -> Stroke:
    def own(key: str, default: str) -> str:
        found = element.get(key) or group.get(key) or default
        return "" if found == "none" else found

    fill, stroke = own("fill", "#000000"), own("stroke", "none")
    width = float(own("stroke-width", "1")) if stroke else 0
    code = in_pdf(read_steps(element.attrib["d"]))
    return Stroke(group.get("id", ""), code, fill, stroke, width, own("fill-rule", "nonzero") == "evenodd")


# ---- any other SVG ----


def _any_drawing(path: Path, root: ET.Element) -> Drawing:
    import svgelements as svg

    lost: set[str] = set()
    try:
        found = svg.SVG.parse(io.BytesIO(ET.tostring(root)), ppi=96, reify=True)
        paths = tuple(_library_paths(found, lost, svg))
        width, height = near(float(found.width)), near(float(found.height))
    except BadFile:
        raise
    except Exception:  # noqa: BLE001  whatever the library stumbles over is a fault of the file
        raise BadFile(invalid_svg(path)) from None
    if not min(width, height) > SMALLEST:
        raise BadFile(
            Complaint(
                say("the drawing has no size"),
                Place(path),
                say("give the svg element a viewBox, or width and height"),
            )
        )
    return Drawing(0, 0, width, height, paths, tuple(sorted(lost)))


def _library_paths(group: Any, lost: set[str], svg: Any, layer: str = "") -> Iterator[Stroke]:
    layer = _layer(group) or layer
    for element in group:
        if isinstance(element, svg.Group | svg.Use):
            yield from _library_paths(element, lost, svg, layer)
        elif isinstance(element, svg.Text | svg.SVGImage):
            lost.add(element.values["tag"])
        elif isinstance(element, svg.Shape) and element.values.get("visibility") != "hidden":
            lost.update(_undrawn(element))
            outline = svg.Path(element)
            outline.reify()
            outline.approximate_arcs_with_cubics()
            steps = read_steps(outline.d(relative=False, smooth=False))
            if steps:
                yield _library_path(element, in_pdf(steps), _layer(element) or layer)


def _undrawn(element: Any) -> Iterator[str]:
    """What the element asks for and does not get."""
    if any("url(" in str(element.values.get(key, "")) for key in ("fill", "stroke")):
        yield "gradient"
    for key in ("clip-path", "mask", "filter", "stroke-dasharray"):
        if element.values.get(key) not in (None, "", "none"):
            yield key


def _library_path(element: Any, code: str, layer: str) -> Stroke:
    fill, stroke = (_paint(element, key) for key in ("fill", "stroke"))
    width = near(float(element.implicit_stroke_width)) if stroke else 0
    seen = [getattr(element, key).opacity for key in ("fill", "stroke") if _paint(element, key)]
    opacity = float(element.values.get("opacity") or 1) * min(seen, default=1)
    return Stroke(layer, code, fill, stroke, width, element.values.get("fill-rule") == "evenodd", opacity)


def _layer(element: Any) -> str:
    """The layer that an element names by its id, or by Inkscape's label."""
    names = [element.id, *(name for key, name in element.values.items() if str(key).rpartition("}")[2] == "label")]
    return next((str(name) for name in names if name in LAYERS), "")


def _paint(element: Any, key: str) -> str:
    """The colour of an element's fill or stroke; nothing for what is no colour."""
    paint = getattr(element, key)
    if paint is None or paint.value is None or not paint.alpha or "url(" in str(element.values.get(key, "")):
        return ""
    return str(paint.hexrgb)
