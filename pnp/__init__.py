"""Print-and-play kits and a referee, from one folder of data per game."""

__version__ = "0.2.0"
