"""Seasons: points of persons over several events, by scale, ledger and table.

Standings of an event are computed in `results`, ratings in `ratings`.
"""

from clubs.seasons.choosing import choose_events, offered_events
from clubs.seasons.keeping import (
    SeasonRules,
    change_rules,
    create_season,
    finish_season,
    join_league,
    leave_league,
    reopen_season,
)
from clubs.seasons.posting import follow
from clubs.seasons.reading import SeasonView, read

__all__ = [
    "SeasonRules",
    "SeasonView",
    "change_rules",
    "choose_events",
    "create_season",
    "finish_season",
    "follow",
    "join_league",
    "leave_league",
    "offered_events",
    "read",
    "reopen_season",
]
