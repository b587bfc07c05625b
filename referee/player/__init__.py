"""The player's own phone: the deals that wait for a player's word, and how the others stand."""
