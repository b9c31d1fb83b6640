"""Reads what people wrote, TOML and CSV, into the model; every complaint names its file and line."""

from pnp.data.load.game import load_game

__all__ = ["load_game"]
