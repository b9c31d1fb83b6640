"""A book as one page of HTML."""
