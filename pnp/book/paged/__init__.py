"""A book as pages: blocks become lines and chunks, chunks become columns, columns become sheets."""
