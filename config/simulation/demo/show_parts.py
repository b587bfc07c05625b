"""What the plans of the demo's events have in common: days, prizes, rules, boards."""

from __future__ import annotations

from typing import Any, Final

from tournaments.models import BoardSource, Depth, DrawMethod, Form
from tournaments.pairing.knockout import knockout_draw
from tournaments.pairing.knockout.bracket import KnockoutKind
from tournaments.standings.qualification_rules import FeedRule, Take, TakeKind
from tournaments.structure.stage_plans import StagePlan

Kwargs = dict[str, Any]
SINGLES: Final = "个人赛公开日"
PAIRS: Final = "双人赛公开日"
TEAMS: Final = "队式赛公开日"
DAYS: Final = (SINGLES, PAIRS, TEAMS)
PLACE: Final = "市工人文化宫"

PRIZES: Final = {"amounts": ["600", "400", "200"], "ties": "divided", "tie_breaks": []}
THIRD: Final = knockout_draw.KnockoutOptions(third_place=True)
DOUBLE: Final = knockout_draw.KnockoutOptions(kind=KnockoutKind.DOUBLE)
TWO_OF_EACH: Final = FeedRule((Take(TakeKind.FIRST, 2),), crosswise=True)
GROUPS: Final = (
    StagePlan("小组赛", DrawMethod.ROUND_ROBIN, groups_wanted=2),
    StagePlan("淘汰赛", DrawMethod.KNOCKOUT, feed=TWO_OF_EACH, knockout=THIRD),
)
PIGS: Final[Kwargs] = {"game": "gongzhu", "rules": {"preset": "huapai"}}
PIGS_OF_TWO: Final[Kwargs] = {
    "game": "gongzhu",
    "rules": {"preset": "huapai-pairs"},
    "form": Form.PAIRS,
}
LEVELS: Final[Kwargs] = {
    "game": "shengji",
    "rules": {"preset": "standard-2"},
    "form": Form.PAIRS,
    "depth": Depth.RESULT,
}
BOARDS: Final[Kwargs] = {
    "game": "gongzhu",
    "rules": {"preset": "huapai-duplicate"},
    "boards": BoardSource.MADE,
}
TEAMS_OVER_BOARDS: Final[Kwargs] = {**BOARDS, "form": Form.TEAMS, "rooms": 2}
