"""Boards settled for an edition: where each space lies, and what links them."""
