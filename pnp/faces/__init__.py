"""Faces: the boxes of a layout, filled from the data and drawn."""
