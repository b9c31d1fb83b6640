"""What may happen in each game, in Python: one package a game, found by the game's key."""
