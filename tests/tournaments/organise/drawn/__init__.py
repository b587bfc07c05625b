"""Draws, their boards and their tables."""
