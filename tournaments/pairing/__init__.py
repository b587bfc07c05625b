"""Draws as pure functions: entries, history and a seed in; seatings with their reasons out."""
