"""What a mistyped text was meant to be: the one known word that is near enough and that its place takes."""
