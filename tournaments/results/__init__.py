"""One read of an event: its rows become a snapshot from which games, matches and ranks follow.

Pure calculation of scores and ranks belongs to `standings`, the director's next step to `progress`.
"""

from tournaments.results.reading import read

__all__ = ["read"]
