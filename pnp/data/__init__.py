"""What a game's folder says, as immutable values; an edition settles every choice. `load` reads the files."""
