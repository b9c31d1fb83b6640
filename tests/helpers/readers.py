"""A reader of the docs, who does what a page says: types its commands, writes its files, and notes what comes out.

A page is Markdown. These of its blocks are done, in their order and in one folder:

- `sh`: each line that calls pnp is typed, and must go well;
- `console`: each line after `$ ` is typed, and what is shown below it must come out: all of it, or with lines that
  are only … for the rest, and then … within a line for anything. A prompt such as `Ala> ` is answered with what
  stands behind it;
- `pycon`: typed into one Python;
- any block with a `title="file.log"` is written to that file; a `diff` with a title changes the file.
"""

from __future__ import annotations

import doctest
import io
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from conftest import Result, Run

REST = "…"
_BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
_PROMPT = re.compile(r"[\w/ ]*>(?: (.*))?")


class Reader:
    """Reads one page after the other in a folder, which is the current one."""

    def __init__(self, run: Run, folder: Path) -> None:
        self._run = run
        self._folder = folder
        self._code = 0
        self._names: dict[str, Any] = {}

    def read(self, page: Path) -> str:
        """The page with what came out in the place of what it shows: the same text, if the page is right."""
        return _BLOCK.sub(self._done, page.read_text(encoding="utf8"))

    def _done(self, block: re.Match[str]) -> str:
        kind, file, body = block.groups()
        opening = block[0].partition("\n")[0]
        if kind == "sh":
            self._typed_well(body)
        elif kind == "console":
            body = "".join(self._steps(body))
        elif kind == "pycon":
            body = self._python(body)
        elif file and kind == "diff":
            self._change(Path(file), body.splitlines())
        elif file:
            Path(file).parent.mkdir(parents=True, exist_ok=True)
            Path(file).write_text(body, encoding="utf8")
        return f"{opening}\n{body}```"

    def _typed_well(self, body: str) -> None:
        for line in body.splitlines():
            if line.startswith("pnp "):
                result = self._pnp(line)
                assert (line, result.code) == (line, 0), result.err

    def _steps(self, body: str) -> Iterator[str]:
        for step in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            command, _, shown = step.partition("\n")
            yield f"$ {command}\n"
            gap = "\n" if shown.endswith("\n\n") else ""
            yield "".join(f"{line}\n" for line in excerpt(shown.splitlines(), self._output(command, shown))) + gap

    def _output(self, command: str, shown: str) -> list[str]:
        if command == "echo $?":
            return [str(self._code)]
        if command.startswith("pnp "):
            answers = [found[1] or "" for line in shown.splitlines() if (found := _PROMPT.fullmatch(line))]
            result = self._pnp(command, answers)
            self._code, said = result.code, result.out + result.err
        else:
            said = subprocess.run(["sh", "-c", command], capture_output=True, encoding="utf8", check=True).stdout
        lines = [line.rstrip() for line in said.replace(f"{self._folder}/", f"{REST}/").splitlines()]
        while lines and not lines[-1]:
            lines.pop()
        return lines

    def _pnp(self, line: str, answers: Iterable[str] = ()) -> Result:
        """What a command answers while a keyboard types these answers, which are shown as a terminal shows them."""
        assert not line.startswith("pnp messages") or Path("cards").is_dir(), "it would write into the clone"
        stdin, sys.stdin = sys.stdin, _Keyboard(answers)
        try:
            return self._run(*shlex.split(line, comments=True)[1:])
        finally:
            sys.stdin = stdin

    def _python(self, body: str) -> str:
        runner, lines = _Answers(), body.splitlines(keepends=True)
        examples = doctest.DocTestParser().get_examples(body)
        test = doctest.DocTest(examples, self._names, "page", None, 0, None)
        runner.run(test, out=lambda _: None, clear_globs=False)
        self._names = test.globs
        for example in reversed(examples):
            if example.lineno in runner.others:
                start = example.lineno + example.source.count("\n")
                lines[start : start + example.want.count("\n")] = [runner.others[example.lineno]]
        return "".join(lines)

    def _change(self, file: Path, lines: list[str]) -> None:
        old, new = ("".join(f"{line[1:]}\n" for line in lines if line[:1] in (sign, " ")) for sign in "-+")
        text = file.read_text(encoding="utf8")
        assert text.count(old) == 1, f"{file} has not once: {old}"
        file.write_text(text.replace(old, new), encoding="utf8")


class _Answers(doctest.DocTestRunner):
    """Keeps what Python answers where that is something else than a page shows."""

    def __init__(self) -> None:
        super().__init__(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
        self.others: dict[int, str] = {}

    def report_failure(self, *happened: Any) -> None:
        _, _, example, got = happened
        if example.exc_msg is not None:  # where Python was when it stopped is nobody's business
            last = got.rpartition("\n  ")[2].partition("\n")[2]
            got = f"Traceback (most recent call last):\n    ...\n{last}"
        self.others[example.lineno] = got

    def report_unexpected_exception(self, *happened: Any) -> None:
        _, _, _, (_, error, _) = happened
        raise error


def excerpt(shown: list[str], output: list[str]) -> list[str]:
    """What a page has to show of an output: all of it, or the lines most like those that it shows beside its …"""
    if not any(line.strip() == REST for line in shown):
        return output
    kept, at = [], 0
    for line in shown:
        rest = output[at:]
        if line.strip() in ("", REST):
            kept.append(line)
        elif rest:
            place = _place(line, rest)
            kept.append(line if _fits(line, rest[place]) else rest[place])
            at += place + 1
    return kept


def _place(line: str, lines: list[str]) -> int:
    """Where a line is among others, or the one that is most like it."""
    fitting = [number for number, one in enumerate(lines) if _fits(line, one)]
    return fitting[0] if fitting else max(range(len(lines)), key=lambda one: _likeness(line, lines[one]))


def _fits(line: str, found: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, line.split(REST))), found) is not None


def _likeness(line: str, other: str) -> float:
    return SequenceMatcher(None, line, other, autojunk=False).ratio()


class _Keyboard(io.TextIOWrapper):
    def __init__(self, answers: Iterable[str]) -> None:
        super().__init__(_Echoing(answers), encoding="utf8")


class _Echoing(io.BytesIO):
    def __init__(self, answers: Iterable[str]) -> None:
        super().__init__("".join(f"{answer}\n" for answer in answers).encode())

    def readline(self, size: int | None = -1, /) -> bytes:
        line = super().readline(size)
        sys.stdout.write(line.decode())
        return line
