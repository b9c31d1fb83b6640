"""The referee: replays a log, says what was not by the rules, and what may lie behind it."""
