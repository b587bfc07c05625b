"""Template tags and filters of the public pages and of the reports of games."""
