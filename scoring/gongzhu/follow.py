"""Following a report while it is written down, from the same reading that settles it."""

from scoring.following import Following
from scoring.game import Context
from scoring.gongzhu.claims import still_out
from scoring.gongzhu.hands import deck_of
from scoring.gongzhu.report import read_all
from scoring.gongzhu.rules import RuleSet
from scoring.gongzhu.sheet import Sheet


def follow(report: object, rules: RuleSet, context: Context) -> Following:
    """Return what a report says so far. A claim that stands ends the play.

    >>> follow({"won": {"N": ["SQ"]}}, RuleSet(), Context()).won["N"]
    ('SQ',)
    """
    sheet, _ = read_all(report, rules, context)
    course, missing = sheet.course, still_out(sheet.piles, rules)
    ended = sheet.claim is not None and not sheet.claim.is_open
    asked = sheet.plays is not None and not ended
    return Following(
        hands=sheet.hands,
        left=course.left,
        trick=course.trick,
        next=course.next if asked else None,
        tricks=course.tricks,
        won=sheet.piles,
        legal=course.legal if asked else (),
        flags=course.flags,
        missing=missing,
        done=not missing and (ended or _is_written(sheet, rules)),
    )


def _is_written(sheet: Sheet, rules: RuleSet) -> bool:
    """Say whether no play is missing; where none is recorded, none is."""
    return not sheet.plays or len(sheet.plays) >= len(deck_of(rules))
