"""The same log as JSON for programs: English words, cards by their names, one object a line and a step."""
