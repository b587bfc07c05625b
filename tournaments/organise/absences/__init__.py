"""Sides and entries that do not play: walkovers, forfeits, withdrawals, and removed entries."""
