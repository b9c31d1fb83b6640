"""A book as pages: blocks become lines and strips, strips become columns, columns become sheets."""
