"""Official results: deadlines of a published round, the notice of a final result, versions.

Results are computed in `results`; the rights to correct and to appeal are decided in `referee`.
"""

from tournaments.official.final import Final, FinalStage, final_of, is_settled, open_matters
from tournaments.official.posting import finish, follow, post_round

__all__ = [
    "Final",
    "FinalStage",
    "final_of",
    "finish",
    "follow",
    "is_settled",
    "open_matters",
    "post_round",
]
