"""The words of one step: what they say, or the word at which they stop making sense."""
