"""One read of an event: a snapshot of its rows, from which games, matches and ranks follow.

Pure computation of scores and ranks belongs to `standings`, the director's next step to `progress`.
"""

from tournaments.results.reading import read

__all__ = ["read"]
