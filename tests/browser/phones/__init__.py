"""Players on their own phones."""
