"""The face of a club: its logo and its colour. Showing it belongs to `web`."""
