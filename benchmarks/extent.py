"""How much a benchmark does: all of it, or, with `--tiny`, just enough to see that it still runs."""

from __future__ import annotations

import os
import sys
from typing import TypeVar

T = TypeVar("T")

_TINY = "PNP_TINY_BENCHMARK"  # in the environment, so that the processes which a benchmark starts know it too

if "--tiny" in sys.argv:
    sys.argv.remove("--tiny")
    os.environ[_TINY] = "1"


def extent(full: T, tiny: T) -> T:
    return tiny if _TINY in os.environ else full
