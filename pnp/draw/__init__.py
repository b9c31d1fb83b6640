"""How marks are made: PDF and SVG, shapes, drawings, typefaces, lines of text, and the geometry of sheets."""
