"""A log as people write it: header lines, then a line a turn; slips in it are read as they were meant."""
