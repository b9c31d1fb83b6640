"""`python -m pnp` is `pnp`. Somebody who presses ctrl-C while it still starts gets no traceback either."""

from __future__ import annotations

import sys
from typing import NoReturn

INTERRUPTED = 130  # as shells have it


def main() -> NoReturn:
    """Carries out the command line; ctrl-C ends it with the code of shells, even while pnp is still being loaded."""
    try:
        from pnp.cli.main import main as carry_out

        carry_out()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
