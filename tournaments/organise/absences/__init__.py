"""Sides and entries that do not play: walkovers, forfeits, withdrawals, and entries taken off."""
