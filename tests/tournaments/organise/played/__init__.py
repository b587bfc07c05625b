"""Rounds in play: published, mended, awarded and closed."""
