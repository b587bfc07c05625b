"""The player's own phone: deals that wait for the player's confirmation, and the other deals."""
