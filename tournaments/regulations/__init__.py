"""规程: what an event lays down of its referee's process, and the catalogue of infractions.

What a referee decides by it is a ruling, in `referee`.
"""

from tournaments.regulations.regulation_changes import change_regulations, is_drawn

__all__ = ["change_regulations", "is_drawn"]
