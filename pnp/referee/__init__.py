"""The referee: replays a record, says what was not by the rules, and what may lie behind it."""
