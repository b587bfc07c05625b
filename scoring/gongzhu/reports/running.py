"""Running scores: the raw points of every seat after each trick."""

from collections.abc import Mapping

from scoring.game import Context
from scoring.gongzhu.facts import Facts
from scoring.gongzhu.reports.report import read_all
from scoring.gongzhu.rules import RuleSet
from scoring.gongzhu.settling.settle import settle


def running(report: object, rules: RuleSet, context: Context) -> tuple[Mapping[str, int], ...]:
    """Return the raw points of every seat after each complete trick.

    Empty for a report that cannot be settled. Cards that a claim allocates are in no trick.

    >>> running({"won": {}}, RuleSet(), Context())
    ()
    """
    sheet, problems = read_all(report, rules, context)
    if problems:
        return ()
    piles: dict[str, tuple[str, ...]] = dict.fromkeys(rules.seats, ())
    points = []
    for trick in sheet.course.tricks:
        taken = (card for play in trick.plays for card in play.cards)
        piles[trick.winner] = (*piles[trick.winner], *taken)
        facts = Facts(dict(piles), sheet.exposures, sheet.owners)
        points.append(settle(facts, rules).raw)
    return tuple(points)
