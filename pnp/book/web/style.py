"""Turns the colours of a layout into the style sheet of a page for the screen, by day, by night and on paper."""

from __future__ import annotations

import math
from collections.abc import Mapping

from pnp.data.layout import COLOUR, BookStyle
from pnp.draw.fonts import NAMES
from pnp.draw.svg import SANS, SERIF, STYLE

ColourScheme = dict[str, str]
_WHITE, _BLACK = "#FFFFFF", "#000000"
_USUAL = {"ink": "#231C17", "paper": "#FFFFFF", "tint": "#F1ECE2", "rule": "#B99F6B", "accent": "#96402F"}
_USUAL["title"] = _USUAL["accent"]
_FONTS = {"serif": SERIF, "sans": SANS}
_PLAIN = BookStyle()
_LEGIBLE = 4.6  # contrast of text and ground
_NEAR = 1.6  # contrast of a panel and the ground
_BRIGHT = 0.6  # luminance of a ground that drawings made for white paper may stand on


def style_of(colours: Mapping[str, str], book: BookStyle = _PLAIN) -> str:
    """The style sheet, in the colours and the book style of a layout."""
    own = {**colours, "title": colours.get(book.heading_colour, book.heading_colour)}
    printed = light({**own, "paper": _WHITE})
    style = _CSS + (_TABS if book.tabs else "")
    for name, scheme in {"light": light(own) | _fonts(book), "dark": dark(own), "print": printed}.items():
        style = style.replace(f"/* {name} */", " ".join(f"--{key}: {one};" for key, one in scheme.items()))
    return style + STYLE


def _fonts(book: BookStyle) -> ColourScheme:
    """Where a screen has no typeface of the game's own, the plain one stands in."""
    families = {name: SERIF if name.startswith("Serif") else SANS for name in NAMES}
    return _FONTS | {"text": families.get(book.font, SANS), "head": families.get(book.headings, SANS), "inside": SANS}


def light(colours: Mapping[str, str]) -> ColourScheme:
    """The colours by day: the layout's own, moved apart where text in them could not be read."""
    own = _named(colours)
    ground, panel = own["paper"], own["tint"]
    leaf = _mixed(ground, _WHITE, 0.6) if luminance(ground) > _BRIGHT else _WHITE
    return _legible(own, ground, panel) | {"leaf": leaf, "pill": own["ink"]}


def dark(colours: Mapping[str, str]) -> ColourScheme:
    """The same colours at night: the ink is the ground, and drawings stand on leaves of paper."""
    own, leaf = _named(colours), light(colours)["leaf"]
    darker = min(own["paper"], own["ink"], key=luminance)
    ground = _mixed(darker, _BLACK, 0.35)
    panel = _mixed(ground, leaf, 0.07)
    swapped = own | {"ink": _mixed(leaf, ground, 0.12), "rule": _mixed(own["rule"], ground, 0.45)}
    return _legible(swapped, ground, panel) | {"leaf": _mixed(leaf, ground, 0.04), "pill": _mixed(ground, leaf, 0.16)}


def _legible(own: ColourScheme, ground: str, panel: str) -> ColourScheme:
    """Text that can be read on the ground and on panels, which must not be far from it."""
    if contrast(panel, ground) > _NEAR:
        panel = _mixed(ground, own["ink"], 0.08)

    def read(colour: str) -> str:
        return _readable(_readable(colour, ground), panel)

    ink = read(own["ink"])
    texts = {"ink": ink, "quiet": read(_mixed(ink, ground, 0.32)), "accent": read(own["accent"])}
    texts["title"] = read(own["title"]) if own["title"] != own["ink"] else ink
    return {"ground": ground, "panel": panel, "rule": own["rule"], **texts}


def _named(colours: Mapping[str, str]) -> ColourScheme:
    """The colours that a page needs, ours where the layout has none that is one."""
    found = {name: colours.get(name, "") for name in _USUAL}
    return {name: one if COLOUR.fullmatch(one) else _USUAL[name] for name, one in found.items()}


def _readable(colour: str, ground: str) -> str:
    """The colour, moved away from the ground until text in it can be read there."""
    end = _BLACK if contrast(_BLACK, ground) > contrast(_WHITE, ground) else _WHITE
    shares = (step / 20 for step in range(20))
    return next(
        (one for one in (_mixed(colour, end, share) for share in shares) if contrast(one, ground) >= _LEGIBLE), end
    )


def contrast(one: str, other: str) -> float:
    """As WCAG counts it: from 1 for one colour on itself to 21 for black on white."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """As WCAG counts it."""
    red, green, blue = (math.pow((channel + 0.055) / 1.055, 2.4) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _mixed(colour: str, other: str, share: float) -> str:
    """So much of the other colour in the first."""
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(255 * (one + (two - one) * share)):02X}" for one, two in pairs)


def _channels(colour: str) -> list[float]:
    return [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]


# ---- style ---------------------------------------------------------------------------------------------------------

_CSS = """
:root { color-scheme: light dark; /* light */ }
@media (prefers-color-scheme: dark) { :root { /* dark */ } }
@media print { :root { /* print */ } }

/* the page */
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1.0625rem/1.55 var(--text); overflow-wrap: break-word;
}
body > * { max-width: 42rem; margin: 0 auto; padding: 0 1rem; }
h1, h2, h3, h4, p, ol, ul, figure { margin: 0; }
h1, h2, h3, h4 { font-family: var(--head); line-height: 1.2; text-wrap: balance; }
p, li { hyphens: auto; text-wrap: pretty; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .18em; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
[id] { scroll-margin-top: 1.25rem; }
svg { display: block; }
body > .sprite { position: absolute; padding: 0; }
.number { font-weight: 400; color: var(--quiet); font-variant-numeric: lining-nums tabular-nums; }
.masthead { padding-top: 2.75rem; padding-bottom: 1.5rem; text-align: center; }
h1 { font-size: clamp(2.5rem, 12vw, 3.5rem); line-height: 1; font-weight: 900; }
.edition { margin-top: .75rem; font: .9375rem/1.4 var(--sans); color: var(--quiet); }
.about { margin-top: .5rem; font-style: italic; text-wrap: balance; }
footer { padding-block: 4rem 5rem; font: .8125rem/1.4 var(--sans); color: var(--quiet); text-align: center; }

/* contents */
nav { font-family: var(--sans); line-height: 1.35; }
nav details { border: 1px solid var(--rule); border-radius: .5rem; }
summary { padding: .75rem 1rem; font-weight: 700; cursor: pointer; }
nav ol { list-style: none; padding: 0; }
nav details > ol { padding: 0 1rem 1rem; }
nav a { display: flex; gap: .6rem; padding: .3rem 0; color: inherit; text-decoration: none; }
nav a:hover { color: var(--accent); }
nav .number { flex: none; min-width: 2.5rem; }
nav details > ol > li + li { margin-top: .6rem; }
nav details > ol > li > a { font-weight: 700; }
nav li > ol, nav li li { margin: 0; }
nav li li { font-size: .9375rem; }
nav:target ::details-content { content-visibility: visible; block-size: auto; }
.up {
  position: fixed; inset: auto 1rem calc(1rem + env(safe-area-inset-bottom)) auto;
  padding: .5rem .9rem; border: 1px solid var(--leaf); border-radius: 2rem;
  font: 600 .8125rem/1.3 var(--sans); color: var(--leaf); background: var(--pill); text-decoration: none;
}

/* chapters and rules */
.chapter { margin-top: 4rem; }
.opening {
  position: relative; display: flex; align-items: center; gap: 1rem;
  padding-bottom: 1.1rem; border-bottom: 1px solid var(--rule);
}
.opening::after {
  content: ""; position: absolute; inset: auto auto -.3rem calc(50% - .3rem); width: .6rem; height: .6rem;
  background: var(--accent); border: 1px solid var(--ground); transform: rotate(45deg);
}
.emblem { flex: none; width: 4rem; height: 4rem; }
h2 { font-size: clamp(1.7rem, 7.5vw, 2.25rem); }
h2 .number { margin-inline-end: .15em; }
.under { margin-top: .25rem; font-style: italic; color: var(--quiet); line-height: 1.35; }
.rule { margin-top: 2.25rem; }
h3 { font-size: 1.3125rem; color: var(--title); }
h3 .number { font-size: 1rem; margin-inline-end: .1em; }
h4 { font-size: 1.0625rem; }
.pill {
  display: inline-block; margin-inline-end: .2em; padding: .22em .5em; border-radius: .35em; vertical-align: .16em;
  font: 700 .75rem/1.2 var(--sans); color: var(--leaf); background: var(--pill); text-decoration: none;
}
.rule:target > h3 > .pill { background: var(--accent); color: var(--ground); }

/* text */
article > * + *, section > * + *, aside > div > * + *, li > * + *, .columns > * + * { margin-top: .8rem; }
.opening + * { margin-top: 1.5rem; }
h3 + *, h4 + *, h3 + aside + * { margin-top: .4rem; }
section > :is(h3, h4) { margin-top: 1.5rem; }
.rule > h3 { margin-top: 0; }
ol, ul { padding-inline-start: 1.4rem; }
li + li { margin-top: .3rem; }
ul > li::marker { color: var(--accent); }
.columns { columns: 15rem; column-gap: 2rem; }
.columns li { break-inside: avoid; }
.columns > :is(h3, h4) { break-after: avoid; }
.columns.small { columns: 20rem; font: .9375rem/1.4 var(--sans); }
.small li + li { margin-top: .9rem; }
.small li > * + * { margin-top: .15rem; }
.index ul { padding: 0; list-style: none; }
.reference { font-size: .9em; white-space: nowrap; text-decoration: none; font-variant-numeric: lining-nums; }
.mark { margin: -.4em -.15em; padding: .4em .2em; font-family: var(--sans); text-decoration: none; }
td > .mark { margin-inline-end: 0; }
.icon { display: inline-block; width: auto; height: 1.4em; margin: 0 .08em; vertical-align: -.36em; }
.tied { white-space: nowrap; }
.scroll { overflow-x: auto; }
@supports (animation-timeline: scroll()) { /* it fades at its edge while there is more to come */
  [dir=ltr] .scroll {
    mask: linear-gradient(to right, #000 calc(100% - 1.5rem), #0006) 0 0 / calc(100% + 1.5rem) 100% no-repeat;
    animation: more linear; animation-timeline: scroll(self inline);
  }
  @keyframes more { from, 90% { mask-size: 100% 100%; } to { mask-size: calc(100% + 1.5rem) 100%; } }
}
table { border-collapse: collapse; min-width: 100%; font: .875rem/1.4 var(--sans); }
th, td { padding: .45rem 0; padding-inline-end: .65rem; border-bottom: 1px solid var(--rule); }
th, td { text-align: start; vertical-align: baseline; font-variant-numeric: lining-nums tabular-nums; }
th:last-child, td:last-child { padding-inline-end: 0; }
thead th { font-weight: 700; border-bottom: 2px solid var(--ink); vertical-align: bottom; }
tbody th { font-weight: 400; }
:is(th, td).figure { text-align: end; }
.notes {
  margin-top: 1.25rem; padding: .6rem 0 0; border-top: 1px solid var(--rule); list-style: none;
  font: .8125rem/1.4 var(--sans);
}
.notes li { padding-inline-start: 1.2rem; text-indent: -1.2rem; }
.notes li:target { background: var(--panel); }
.back { display: inline-block; min-width: 1rem; font-weight: 700; text-indent: 0; text-decoration: none; }

/* pictures, and what stands beside the text */
figure { padding: .35rem 0; }
figure svg { width: 100%; height: auto; margin: 0 auto; }
figure > .drawing { width: 10rem; }
figcaption { margin-top: .4rem; font: .875rem/1.35 var(--sans); color: var(--quiet); text-align: center; }
figcaption { text-wrap: balance; }
aside { font: .9375rem/1.4 var(--sans); }
aside.framed { padding: .9rem 1rem; border: 1px solid var(--ink); border-radius: .5rem; }
aside.drawn { display: grid; grid-template-columns: auto minmax(0, 1fr); align-items: center; gap: 1rem; }
aside > .drawing { width: 5rem; height: 5rem; }
.example {
  margin-top: 1.25rem; padding: 1rem; background: var(--panel); font: .9375rem/1.45 var(--sans);
  border-inline-start: .4rem solid var(--accent); border-radius: .2rem .5rem .5rem .2rem;
}
.example > header { display: flex; align-items: center; gap: .75rem; }
.example > header > .drawing { flex: none; width: 3.25rem; height: 3.25rem; }
.example > header > :is(h3, h4) { font-family: var(--inside); font-size: 1.0625rem; color: var(--title); }
.caution {
  display: grid; grid-template-columns: auto minmax(0, 1fr); align-items: center; gap: 1rem; margin-top: 1.25rem;
  padding: 1rem; border: 2px solid var(--ink); border-radius: .5rem;
}
.caution > .drawing { width: 5rem; height: 5rem; }
.caution > div > * + * { margin-top: .8rem; }
.alone > .drawing { width: 100%; height: auto; }
.rule:has(> .alone) { display: block; position: relative; min-height: 6rem; padding-inline-start: 5rem; }
.rule > .alone { position: absolute; inset: .1rem auto auto 0; width: 4rem; margin: 0; }
.rule:has(> .alone) > :is(.example, .caution, figure) { margin-inline-start: -5rem; }
.lead { display: block; font-size: .8125rem; font-weight: 600; color: var(--quiet); }

/* drawings are made for paper: in the dark they stand on a leaf of it */
@media (prefers-color-scheme: dark) {
  .emblem, .drawing, figure svg { background: var(--leaf); border-radius: .5rem; padding: .3rem; }
  .icon { background: var(--leaf); border-radius: .25em; padding: .06em; }
}

/* on a phone a rule comes first, and then what is said beside it; figures and tables use the whole width */
@media (max-width: 63.99rem) {
  .rule:not(:has(> .alone)) { display: flex; flex-direction: column; }
  .rule > * { min-width: 0; }
  .rule > aside { order: 1; }
  .rule > .notes { order: 2; }
}
@media (max-width: 30rem) {
  section > figure { margin-inline: -.8rem; }
  .chapter > .scroll, .rule > .scroll { margin-inline: -1rem; padding-inline: 1rem; }
  th, td { padding-inline-end: .5rem; }
  td { hyphens: auto; }
  table:has(td:nth-child(5)) { font-size: .75rem; }
  table:has(td:nth-child(5)) :is(th, td):not(:last-child) { padding-inline-end: .35rem; }
}

/* with a margin beside the text */
@media (min-width: 64rem) {
  body { font-size: 1.125rem; }
  body > * { max-width: 60rem; padding-inline: 2rem 18rem; }
  body > .up { padding: .5rem .9rem; }
  .masthead { text-align: start; }
  footer { text-align: start; }
  table { font-size: .9375rem; }
  aside { float: inline-end; clear: inline-end; width: 14rem; margin: .4rem 0 1.5rem; margin-inline-end: -16.5rem; }
  aside.drawn { display: block; }
  aside > .drawing { width: 9rem; height: 9rem; margin: 0 auto .6rem; }
  .rule > .alone { float: none; width: 4rem; }
  .rule > .alone > .drawing { width: 100%; height: auto; margin: 0; }
}

/* and with the contents on the other side */
@media (min-width: 79rem) {
  body { display: grid; grid-template-columns: 18rem minmax(0, 60rem); place-content: start center; }
  body > * { grid-column: 2; width: 100%; margin: 0; }
  body > nav {
    grid-area: 1 / 1 / span 3; position: sticky; top: 0; height: 100vh; overflow-y: auto;
    padding: 2.75rem 0 2rem; padding-inline-start: 1.5rem; font-size: .9375rem;
  }
  nav li li { font-size: .875rem; }
  nav details { border: 0; }
  summary, nav details > ol { padding-inline: 0; }
  @supports selector(::details-content) {
    nav ::details-content { content-visibility: visible; block-size: auto; }
    summary { list-style: none; pointer-events: none; }
  }
  .up { display: none; }
}

@media print {
  body { font-size: 10pt; }
  .scroll { overflow: visible; mask: none; }
  nav, .up { display: none; }
  a { color: inherit; text-decoration: none; }
  h2, h3, h4 { break-after: avoid; }
  figure, table, aside, .example { break-inside: avoid; }
}
"""

# boxes with a thick line, and what they are called on a tab
_TABS = """
.opening { border-bottom: .2rem solid var(--ink); }
.opening::after { content: none; }
h1, h2, h3, h4 { font-weight: 800; }
.masthead { border-bottom: .2rem solid var(--ink); padding-bottom: 2rem; }
.pill { padding: .25em .65em; border-radius: .45em; font-size: .8125rem; }
.example, .caution { border: .16rem solid var(--ink); border-radius: 1rem; }
.example { border-inline-start-width: .16rem; border-inline-start-color: var(--ink); }
.example { position: relative; margin-top: 2.2rem; padding-top: 1.6rem; }
.lead {
  position: absolute; top: -1rem; inset-inline-start: 1rem; padding: .1rem .9rem;
  border: .16rem solid var(--ink); border-radius: 1rem; background: var(--ground);
  font-weight: 800; line-height: 1.5; color: var(--ink);
}
"""
