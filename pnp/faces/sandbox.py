"""Jinja2 for strangers' files: it can read and calculate, and nothing else; nothing grows without bound."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import groupby
from types import CodeType
from typing import Any, cast

from jinja2 import StrictUndefined
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import SecurityError
from jinja2.nodes import Call, Concat, Dict, Expr, Filter, List, Node, Tuple
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pnp.base.cache import remembered
from pnp.base.memo import Memo

MOST_CHARACTERS = 100_000  # that an expression may make
LONGEST_SOURCE = 2000  # characters of an expression
LONGEST_RANGE = 2000
MOST_WORK = 20_000_000  # characters that one filling makes on the way, and steps
STEP, ITEM = 50, 10  # what entering a block and an item of a list count for, in characters
LONGEST_LEAD = 24
MOST_KEPT = 2000  # expressions of each kind
MOST_SOURCES = 4_000_000  # characters of templates whose code is at hand

FILTERS = (
    "capitalize",
    "default",
    "first",
    "int",
    "join",
    "last",
    "length",
    "list",
    "lower",
    "rejectattr",
    "replace",
    "select",
    "selectattr",
    "sort",
    "title",
    "trim",
    "upper",
)
_TRANSLATION = ("_", "gettext", "ngettext", "pgettext", "npgettext")


_CODE: Memo[CodeType] = Memo(MOST_SOURCES)  # what Python runs for a template


class Spent(SecurityError):
    """A template makes more, or does more, than any book needs."""


class _Generator(CodeGenerator):
    """Lets all that grows or repeats go through the sandbox, which counts it: blocks, results and `~`."""

    def blockvisit(self, nodes: Iterable[Node], frame: Frame) -> None:
        """The body of a loop, a macro, a condition: entering it is a step."""
        self.writeline(f"environment.spend({STEP})", next(iter(nodes), None))
        super().blockvisit(nodes, frame)

    def visit_Filter(self, node: Filter, frame: Frame) -> None:  # noqa: N802  Jinja2's name
        self._counted(super().visit_Filter, node, frame)

    def visit_Call(self, node: Call, frame: Frame, **more: Any) -> None:  # type: ignore[override]  # noqa: N802
        self._counted(super().visit_Call, node, frame, **more)

    def _counted(self, visit: Callable[..., None], node: Expr, frame: Frame, **more: Any) -> None:
        self.write("environment.counted(")
        visit(node, frame, **more)
        self.write(")")

    def visit_List(self, node: List, frame: Frame) -> None:  # noqa: N802  Jinja2's name
        self._weighed(super().visit_List, node, frame)

    def visit_Dict(self, node: Dict, frame: Frame) -> None:  # noqa: N802  Jinja2's name
        self._weighed(super().visit_Dict, node, frame)

    def visit_Tuple(self, node: Tuple, frame: Frame) -> None:  # noqa: N802  Jinja2's name
        if node.ctx == "load":
            self._weighed(super().visit_Tuple, node, frame)
        else:
            super().visit_Tuple(node, frame)

    def _weighed(self, visit: Callable[..., None], node: Expr, frame: Frame) -> None:
        self.write("environment.weighed(")
        visit(node, frame)
        self.write(")")

    def visit_Concat(self, node: Concat, frame: Frame) -> None:  # noqa: N802  Jinja2's name
        self.write("environment.concatenated((")
        for piece in node.nodes:
            self.visit(piece, frame)
            self.write(", ")
        self.write("))")


class _Missing(StrictUndefined):
    """A name that is not there, with the one that was probably meant."""

    @property
    def _undefined_message(self) -> str:
        if self._undefined_hint:
            return self._undefined_hint
        known = [str(key) for key in self._undefined_obj] if isinstance(self._undefined_obj, Mapping) else []
        close = get_close_matches(str(self._undefined_name), known, n=1)
        return f"there is no “{self._undefined_name}”" + (f"; did you mean “{close[0]}”?" if close else "")


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja2's sandbox without methods, and without the operators and filters by which one line fills the memory."""

    code_generator_class = _Generator
    intercepted_binops = frozenset(["**", "*", "%", "+"])

    def __init__(self, **options: Any) -> None:
        self.begin()
        super().__init__(undefined=_Missing, finalize=self.weighed, **options)
        self.globals = {key: self.globals[key] for key in _TRANSLATION if key in self.globals} | {"range": _range}
        own = {"join": _join, "replace": _replace}
        self.filters = {key: own.get(key, self.filters[key]) for key in FILTERS}

    def compile(self, source: Any, name: Any = None, filename: Any = None, *rest: Any, **more: Any) -> Any:
        """Code from a text, compiled once and kept for the next command too."""
        if not isinstance(source, str) or rest or more:
            return super().compile(source, name, filename, *rest, **more)
        made_of = f"{self.trim_blocks}|{filename}|{source}"

        def compiled() -> bytes:
            return marshal.dumps(super(Sandbox, self).compile(source, name, filename))

        return _CODE.get(made_of, lambda: _code(remembered("code", made_of, compiled)), len(made_of))

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A mapping's entry and never its methods; texts, numbers and lists have no attributes."""
        if isinstance(obj, Mapping):
            return obj[attribute] if attribute in obj else self.undefined(obj=obj, name=attribute)
        if isinstance(obj, str | int | float | list | tuple):
            return self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """An entry of a mapping, list or text, and never an attribute; undefined where there is none."""
        if isinstance(obj, Mapping | list | tuple | str) and not isinstance(argument, slice):
            try:
                return obj[argument]
            except (LookupError, TypeError):
                return self.undefined(obj=obj, name=argument)
        return super().getitem(obj, argument)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Calculates with numbers alone; refuses powers, and texts or lists that would multiply."""
        if operator == "**" or not (isinstance(left, int | float) and isinstance(right, int | float)):
            raise SecurityError(f"“{operator}” is for numbers only")
        return super().call_binop(context, operator, left, right)

    def begin(self, allowance: int = MOST_WORK) -> None:
        """What is filled from here on may do so much work."""
        self.left = allowance

    def spend(self, amount: int) -> None:
        """Takes some work off what is left; raises Spent where that is not enough."""
        self.left -= amount
        if self.left < 0:
            raise Spent

    def counted(self, found: Any) -> Any:
        """What a filter or a function has made."""
        if isinstance(found, str):
            self.spend(len(found))
        elif isinstance(found, list | tuple | range):
            self.spend(len(found) * ITEM)
        return found

    def weighed(self, found: Any) -> Any:
        """A list or mapping with all that is in it, as often as it is in it: lists of lists double as texts do."""
        if isinstance(found, Mapping | list | tuple):
            waiting: list[object] = [found]
            while waiting:
                one = waiting.pop()
                if isinstance(one, str):
                    self.spend(len(one))
                elif isinstance(one, Mapping):
                    self.spend(ITEM * len(one))
                    waiting += one.values()
                elif isinstance(one, list | tuple):
                    self.spend(ITEM * len(one))
                    waiting += one
        return found

    def concat(self, pieces: Iterable[str]) -> str:
        """By this Jinja2 joins whatever it makes: counted piece by piece, before anything too long is joined."""
        kept = []
        for piece in pieces:
            self.spend(len(piece))
            kept.append(piece)
        return "".join(kept)

    def concatenated(self, pieces: Iterable[object]) -> str:
        """By this `~` joins texts: measured together before any are joined."""
        words = [str(piece) for piece in pieces]
        if sum(map(len, words)) > MOST_CHARACTERS:
            raise SecurityError(f"the text grows beyond {MOST_CHARACTERS} characters")
        return self.concat(words)


class Expressions:
    """The Jinja2 in a layout: each expression compiled once, then evaluated for card after card."""

    def __init__(self) -> None:
        self._sandbox = Sandbox()
        self._sandbox.filters |= {"lead": _lead, "alike": _alike}
        self._sandbox.globals |= {"min": min, "max": max}
        self._value_of = lru_cache(MOST_KEPT)(self._compiled_value)
        self._words_of = lru_cache(MOST_KEPT)(self._compiled_words)

    @property
    def meter(self) -> Sandbox:
        """What counts the work of whatever is drawn."""
        return self._sandbox

    def value(self, source: str, names: Mapping[str, object]) -> Any:
        """What an expression is worth, whatever that is."""
        return self._value_of(source)(names)

    def _compiled_value(self, source: str) -> Callable[[Mapping[str, object]], Any]:
        """An expression as Jinja2 compiles it, by way of a text, whose code can be kept."""
        _refuse_blocks(source, "%}")
        template = self._sandbox.from_string(f"{{% set result = {source} %}}")

        def value(names: Mapping[str, object]) -> Any:
            context = template.new_context(dict(names))
            for _ in template.root_render_func(context):
                pass
            return context.vars["result"]

        return value

    def words(self, source: str, names: Mapping[str, object]) -> str:
        """A text with its double braces filled in."""
        if "{" not in source:
            return source
        return _bounded(self._words_of(source)(names))

    def _compiled_words(self, source: str) -> Callable[..., str]:
        _refuse_blocks(source, "{%")
        return self._sandbox.from_string(source).render


def _code(data: bytes) -> CodeType:
    """What Python runs for a template. To the cache it is bytes; like a module, it is not compiled at every start."""
    return cast("CodeType", marshal.loads(data))  # noqa: S302  from the user's own cache, as a .pyc from its folder


@cache
def expressions() -> Expressions:
    """The one compiler of layouts: what it makes of an expression depends on nothing else."""
    return Expressions()


def _refuse_blocks(source: str, mark: str) -> None:
    if len(source) > LONGEST_SOURCE:
        raise SecurityError(f"more than {LONGEST_SOURCE} characters")
    if mark in source:
        raise SecurityError("{% is not for layouts: use “when” and “each”")


def _bounded(text: str) -> str:
    if len(text) > MOST_CHARACTERS:
        raise SecurityError(f"the text grows beyond {MOST_CHARACTERS} characters")
    return text


def _range(*limits: int) -> range:
    found = range(*limits)
    if len(found) > LONGEST_RANGE:
        raise SecurityError(f"a range has at most {LONGEST_RANGE} numbers")
    return found


def _join(items: Iterable[object], between: str = "") -> str:
    pieces = [str(item) for item in items]
    if sum(map(len, pieces)) + len(between) * len(pieces) > MOST_CHARACTERS:
        raise SecurityError(f"the text grows beyond {MOST_CHARACTERS} characters")
    return between.join(pieces)


def _replace(text: str, old: str, new: str) -> str:
    if len(text) + text.count(old) * len(new) > MOST_CHARACTERS:
        raise SecurityError(f"the text grows beyond {MOST_CHARACTERS} characters")
    return text.replace(old, new)


def _lead(text: str) -> str:
    """The text with its lead-in, up to a colon near its start, in bold."""
    head, colon, rest = text.partition(": ")
    return f"**{head}:** {rest}" if colon and ":" not in head and len(head) <= LONGEST_LEAD else text


def _alike(found: Mapping[str, object]) -> list[dict[str, object]]:
    """Neighbours in a mapping of mappings that say the same, joined: a row with their keys and what they share."""
    rows = [(key, one) for key, one in found.items() if isinstance(one, Mapping)]
    groups = ([*group] for _, group in groupby(rows, key=lambda row: row[1]))
    return [{"keys": [key for key, _ in group], **group[0][1]} for group in groups]
