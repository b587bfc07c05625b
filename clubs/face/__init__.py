"""The face of a club: its logo and the colour of its own. How it is shown belongs in `web`."""
