"""What a report says while it is written down: who is next, the points so far, what broke a rule.

All of it comes from the reading that settles the report. Irregularities stand as they were written
down (GZ-27); what follows from them a referee decides.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from scoring.following import Following, Irregularity
from scoring.game import Context
from scoring.gongzhu.codes import Caution, Offence, PlayFlag
from scoring.gongzhu.deck import EXPOSABLE
from scoring.gongzhu.facts import Facts
from scoring.gongzhu.play.hands import deck_of
from scoring.gongzhu.reports.claims import cards_still_out
from scoring.gongzhu.reports.report import read_all
from scoring.gongzhu.reports.sheet import Sheet
from scoring.gongzhu.rules import RuleSet
from scoring.gongzhu.settling.settle import settle
from scoring.problems import Problem


def follow(report: object, rules: RuleSet, context: Context) -> Following:
    """Return what a report says so far. A claim that stands ends the play.

    >>> follow({"won": {"N": ["SQ"]}}, RuleSet(), Context()).won["N"]
    ('SQ',)
    """
    sheet, _ = read_all(report, rules, context)
    course, missing = sheet.course, cards_still_out(sheet.piles, rules)
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


MISWRITTEN: Final = frozenset({PlayFlag.NOT_HELD, PlayFlag.PLAYED_AGAIN})
"""Plays that cannot have happened: an error of the recorder, not of a player."""


def irregularities(report: object, rules: RuleSet, context: Context) -> tuple[Irregularity, ...]:
    """Return what happened against the rules; takes any JSON value and never raises.

    >>> late = {"exposed": [{"seat": "W", "card": "SQ", "kind": "exposed", "late": True}]}
    >>> [irregularity] = irregularities(late, RuleSet(), Context())
    >>> irregularity.code.value, irregularity.seat, irregularity.cards
    ('late_exposure', 'W', ('SQ',))
    """
    sheet, _problems = read_all(report, rules, context)
    flags = [flag for flag in sheet.course.flags if flag.code not in MISWRITTEN]
    played = [Irregularity(flag.code, flag.seat, flag.cards, flag.play + 1) for flag in flags]
    return (*_late_exposures(report, rules), *played)


def _late_exposures(report: object, rules: RuleSet) -> Iterator[Irregularity]:
    """Yield every seat that exposed cards too late, with all of them."""
    exposed = report.get("exposed") if isinstance(report, Mapping) else None
    listed = exposed if isinstance(exposed, list | tuple) else ()
    late = [entry for entry in listed if isinstance(entry, Mapping) and entry.get("late") is True]
    for seat in rules.seats:
        shown = [entry.get("card") for entry in late if entry.get("seat") == seat]
        if cards := tuple(card for card in EXPOSABLE if card in shown):
            yield Irregularity(Offence.LATE_EXPOSURE, seat, cards)
