"""Following a report while it is written down, from the same reading that settles it."""

from collections.abc import Iterator, Mapping

from scoring.following import Following
from scoring.game import Context
from scoring.gongzhu.codes import Caution
from scoring.gongzhu.play.hands import deck_of
from scoring.gongzhu.reports.claims import still_out
from scoring.gongzhu.reports.report import read_all
from scoring.gongzhu.reports.sheet import Sheet
from scoring.gongzhu.rules import RuleSet
from scoring.problems import Problem


def follow(report: object, rules: RuleSet, context: Context) -> Following:
    """Return what a report says so far. A claim that stands ends the play.

    >>> follow({"won": {"N": ["SQ"]}}, RuleSet(), Context()).won["N"]
    ('SQ',)
    """
    sheet, _ = read_all(report, rules, context)
    course, missing = sheet.course, still_out(sheet.piles, rules)
    ended = sheet.claim is not None and not sheet.claim.is_open
    is_in_play = sheet.plays is not None and not ended
    return Following(
        hands=sheet.hands,
        left=course.left,
        trick=course.trick,
        next=course.next if is_in_play else None,
        tricks=course.tricks,
        won=sheet.piles,
        legal=course.legal if is_in_play else (),
        flags=course.flags,
        missing=missing,
        done=not missing and (ended or _is_written(sheet, rules)),
        warnings=tuple(_doubts(report, sheet, context)),
        several=rules.decks > 1,
    )


def _is_written(sheet: Sheet, rules: RuleSet) -> bool:
    """Say whether no play is missing; where none is recorded, none is."""
    played = sum(len(play.cards) for play in sheet.plays or ())
    return not played or played >= len(deck_of(rules))


def _doubts(report: object, sheet: Sheet, context: Context) -> Iterator[Problem]:
    """Yield what differs from what follows from the earlier deals (GZ-108)."""
    fields = report if isinstance(report, Mapping) else {}
    first = fields.get("first_deal")
    if context.first_deal is not None and isinstance(first, bool) and first != context.first_deal:
        yield Problem(Caution.FIRST_DEAL_NOT_AS_DERIVED, "first_deal")
    led = sheet.plays[0].seat if sheet.plays else fields.get("leader")
    if context.leader is not None and led not in (None, context.leader):
        yield Problem(Caution.LEADER_NOT_AS_DERIVED, "leader", seats=(context.leader,))
