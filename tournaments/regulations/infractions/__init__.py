"""The 93 infractions of the program's catalogue, in families, in our own words.

Levels and steps are proposals of ours where no federation has a number. What a tournament makes of
them is its copy.
"""

from typing import Final

from tournaments.regulations.infractions.administration import ADMINISTRATION
from tournaments.regulations.infractions.behaviour import BEHAVIOUR
from tournaments.regulations.infractions.claims import CLAIMS
from tournaments.regulations.infractions.deal import DEAL
from tournaments.regulations.infractions.exposure import EXPOSURE
from tournaments.regulations.infractions.general import GENERAL
from tournaments.regulations.infractions.information import INFORMATION
from tournaments.regulations.infractions.levels import LEVELS
from tournaments.regulations.infractions.play import PLAY
from tournaments.regulations.infractions.revoke import REVOKE
from tournaments.regulations.infractions.time import TIME

INFRACTIONS: Final = (
    *GENERAL,
    *DEAL,
    *EXPOSURE,
    *PLAY,
    *REVOKE,
    *CLAIMS,
    *TIME,
    *INFORMATION,
    *BEHAVIOUR,
    *ADMINISTRATION,
    *LEVELS,
)
"""Every infraction, in the order of the catalogue."""
COMMON: Final = frozenset(
    {"D-04", "P-01", "P-02", "P-03", "P-07", "R-01", "R-02", "A-05", "E-01", "E-04", "S-01", "S-04"}
)
"""Those shown first at a club event; ten of them exist in each game."""

__all__ = ["COMMON", "INFRACTIONS"]
