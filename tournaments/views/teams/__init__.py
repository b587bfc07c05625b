"""Views of teams: line-ups and their deadlines at the desk, and the page of a captain."""
