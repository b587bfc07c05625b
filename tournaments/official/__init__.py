"""When results are official: deadlines of a posted round, the notice of a final result, versions.

What is posted is made by `results`; who may correct and who may appeal is decided in `referee`.
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
