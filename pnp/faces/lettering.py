"""Sets the text of a box: its style, its lines, its icons; and says what does not fit."""

from __future__ import annotations

from functools import partial

from pnp.base.text import say
from pnp.draw.glyphs import GlyphCheck
from pnp.draw.painter import POINT
from pnp.draw.pdf import Typeface
from pnp.draw.typeset import FittedText, Style, WordLine, balanced, bind, fit, words_of
from pnp.faces.context import Drawn, FaceContext
from pnp.faces.pictures import place_art
from pnp.faces.sandbox import expressions

LETTER = 200  # what setting one takes of a face's work
_DEFAULTS = {"size": 8.0, "leading": 1.2, "track": 0.0, "lines": 0.0}
_LEAST = {"size": 1.0, "leading": 0.1, "track": -10.0, "lines": 0.0}
_SHARES = {"left": 0.0, "centre": 0.5, "right": 1.0}
_SHORTER = say("use fewer words, enlarge the box or lower its “least”")
_CAPITALS = 660  # thousandths of an em, where a typeface does not say
_DESCENT = 0.2


def set_text(context: FaceContext, drawn: Drawn) -> None:
    """Sets the box's text as large as it fits; reports letters, marks and sizes that will not print well."""
    text = drawn.words("text").strip(" ")
    if not text:
        return
    expressions().meter.spend(len(text) * LETTER)
    style, language = _style(context, drawn), context.resources.language
    find = partial(context.resources.font, place=drawn.box.place)
    marked = not drawn.settings.get("plain", False)
    font = find(style.font)
    high = drawn.number("icons", 1)

    def wide(name: str) -> float:
        span = context.resources.span(name, drawn.box.place)
        return high * (span.right - span.left)

    paragraphs = words_of(bind(text, language), style.font, find, wide if marked else None)
    fragments = [fragment for words in paragraphs for word in words for fragment in word]
    letters = GlyphCheck()
    for fragment in fragments:
        if not fragment.icon:
            letters.look(fragment.text, style.font, fragment.font)
    for fault in letters.faults():
        context.report(drawn, fault.message, fault.hint, of_text=True)
    if marked and not balanced(text):
        context.report(drawn, say("a * in the text is not closed"), of_text=True)
    fitted = fit(paragraphs, style, drawn.frame["w"] / POINT, drawn.frame["h"] / POINT, language)
    _check_fit(context, drawn, fitted, style)
    _draw_text(context, drawn, fitted, style, font)


def _style(context: FaceContext, drawn: Drawn) -> Style:
    """The least size is one of the print: on a smaller card it is larger in the units of the design."""
    numbers = {key: max(drawn.number(key, default), _LEAST[key]) for key, default in _DEFAULTS.items()}
    least = drawn.number("least", numbers["size"]) / context.scale
    return Style(
        font=drawn.words("font", "Sans"),
        size=max(numbers["size"], least),
        least=least,
        leading=numbers["leading"],
        track=numbers["track"],
        lines=int(numbers["lines"]),
        hyphenate=bool(drawn.settings.get("hyphenate", True)),
        centred=drawn.settings.get("align", "centre") == "centre",
    )


def _check_fit(context: FaceContext, drawn: Drawn, fitted: FittedText, style: Style) -> None:
    if not fitted.fits:
        context.report(drawn, say("the text does not fit, however small it is set"), _SHORTER)
    elif fitted.size < style.least:
        found, least = round(fitted.size * context.scale, 1), round(style.least * context.scale, 2)
        message = say("the text fits only at {found} pt, but the minimum is {least} pt", found=found, least=least)
        context.report(drawn, message, _SHORTER)


def _draw_text(context: FaceContext, drawn: Drawn, fitted: FittedText, style: Style, font: Typeface) -> None:
    frame, size = drawn.frame, fitted.size * POINT
    capitals, lead = (font.face.capHeight or _CAPITALS) / 1000 * size, size * style.leading
    last = lead * (len(fitted.lines) - 1)
    below = size * _DESCENT if last else 0  # several lines are centred with what hangs below the last
    first = {
        "top": frame["y"] + capitals,
        "middle": frame["y"] + (frame["h"] - last - below + capitals) / 2,
        "bottom": frame["bottom"] - last,
    }[drawn.settings.get("valign", "middle")]
    share = _SHARES[drawn.settings.get("align", "centre")]
    for count, line in enumerate(fitted.lines):
        long = fitted.width(line) * size
        x, y = frame["x"] + (frame["w"] - long) * share, first + count * lead
        context.check_safe(drawn, (x, y - capitals, x + long, y))
        _draw_line(context, drawn, fitted, line, (x, y))


def _draw_line(
    context: FaceContext, drawn: Drawn, fitted: FittedText, line: WordLine, start: tuple[float, float]
) -> None:
    (x, y), size = start, fitted.size * POINT
    colour = context.colour(drawn, "colour") or "black"
    for run in fitted.runs(line):
        left, fragment = x + run.x * size, run.fragment
        if fragment.icon:
            frame = _icon_frame(context, drawn, fragment.text, (left, y), size)
            place_art(context, Drawn(drawn.box, frame, {"art": fragment.text}, drawn.names), of_text=True)
        else:
            context.painter.text(left, y, fragment.text, fragment.font, size, colour, fitted.track * POINT)


def _icon_frame(
    context: FaceContext, drawn: Drawn, name: str, start: tuple[float, float], size: float
) -> dict[str, float]:
    """Where a drawing stands in a line: one em high on the baseline, or as asked, level with capitals."""
    (x, y), high = start, drawn.number("icons", 1) * size
    foot = (high - size * _CAPITALS / 1000) / 2 if "icons" in drawn.settings else 0
    span = context.resources.span(name, drawn.box.place)
    return {"x": x - span.left * high, "y": y + foot - high, "w": span.wide * high, "h": high}
