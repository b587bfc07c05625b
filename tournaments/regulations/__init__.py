"""规程: the regulations of an event for its referees, and the catalogue of infractions.

Rulings made under them are in `referee`.
"""

from tournaments.regulations.regulation_changes import change_regulations, is_drawn

__all__ = ["change_regulations", "is_drawn"]
