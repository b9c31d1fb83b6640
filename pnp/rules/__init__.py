"""What a game tells the referee: the steps and words of its notation, and the protocol that its rules keep."""
