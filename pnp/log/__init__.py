"""The log of a game: read from text or JSON, slips mended, written back in any language."""
