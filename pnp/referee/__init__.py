"""The referee: reads a log of a game that was really played, replays it, and says what was not by the rules."""
