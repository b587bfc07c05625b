"""Template tags and filters for cards, points, seats, names and the frame of the page."""
