"""Print-and-play kits and a referee, from one folder of data per game."""

from importlib.metadata import version

__version__ = version("pnp-kit")
