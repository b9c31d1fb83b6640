"""Asks for a line: with completion and arrow keys on a terminal, plainly wherever there is none."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

from pnp.cli.output import harmless

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

MOST_BYTES = 100_000

Complete = Callable[[str], list[str]]


class Ask(Protocol):
    """What is typed after a prompt. EOFError where nothing more comes, KeyboardInterrupt where it was abandoned."""

    def __call__(self, prompt: str, prefill: str, complete: Complete) -> str:
        """`prefill` is a text to change, for whoever can be offered one; `complete` has what a text may become."""


def asker() -> Ask:
    """The best way of asking that there is."""
    able = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    return _with_keys() if able or (os.name == "nt" and sys.stdin.isatty()) else _plainly


def _plainly(prompt: str, prefill: str, complete: Complete) -> str:  # noqa: ARG001  an Ask
    """A line of bytes, whatever they are; what is far too long is cut, and refused later for its length."""
    sys.stdout.write(harmless(prompt))
    sys.stdout.flush()
    try:
        line = sys.stdin.buffer.readline(MOST_BYTES)
    except KeyboardInterrupt:
        sys.stdout.write("\n")
        raise
    if not line:
        raise EOFError
    rest = line
    while rest and not rest.endswith(b"\n"):
        rest = sys.stdin.buffer.readline(MOST_BYTES)
    return line.decode("utf8", "replace").rstrip("\r\n")


def _with_keys() -> Ask:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer, Completion

    class Texts(Completer):
        """Completes the whole text up to the cursor; only its last part is shown."""

        complete: Complete = staticmethod(lambda _: [])

        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002
            before = document.text_before_cursor
            for text in self.complete(before):
                yield Completion(text, -len(before), text.rpartition("; ")[2])

    texts = Texts()
    session: PromptSession[str] = PromptSession(completer=texts, key_bindings=_arrows(), complete_while_typing=True)

    def ask(prompt: str, prefill: str, complete: Complete) -> str:
        texts.complete = complete
        return session.prompt(prompt, default=prefill)

    return ask


def _arrows() -> KeyBindings:
    """Up and down choose among the completions, from the first key on and at once."""
    from prompt_toolkit.buffer import Buffer, CompletionState
    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.key_binding import KeyBindings

    def begin(buffer: Buffer, last: int) -> None:
        found = list(buffer.completer.get_completions(buffer.document, CompleteEvent(completion_requested=True)))
        if found:
            buffer.complete_state = CompletionState(buffer.document, found)
            buffer.go_to_completion(last % len(found))

    keys = KeyBindings()

    @keys.add("down")
    def _down(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        buffer.complete_next() if buffer.complete_state else begin(buffer, 0)

    @keys.add("up")
    def _up(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        buffer.complete_previous() if buffer.complete_state else begin(buffer, -1)

    return keys
