"""Cards that nobody names: where they can be, exactly, as more is told."""
