"""What a report tells of play against the rules, for a referee to judge: plays, and exposures
that came too late (GZ-27).

It stands as it was written down; whether anything follows from it is not for the rules of the
game to say.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from scoring.following import Irregularity
from scoring.game import Context
from scoring.gongzhu.codes import Offence, PlayFlag
from scoring.gongzhu.deck import EXPOSABLE
from scoring.gongzhu.report import read_all
from scoring.gongzhu.rules import RuleSet

MISWRITTEN: Final = frozenset({PlayFlag.NOT_HELD, PlayFlag.PLAYED_AGAIN})
"""What nobody can have played: not the player erred but whoever wrote it down."""


def irregularities(report: object, rules: RuleSet, context: Context) -> tuple[Irregularity, ...]:
    """Return what happened against the rules; takes any JSON value and never raises.

    >>> late = {"exposed": [{"seat": "W", "card": "SQ", "kind": "exposed", "late": True}]}
    >>> [found] = irregularities(late, RuleSet(), Context())
    >>> found.code.value, found.seat, found.cards
    ('late_exposure', 'W', ('SQ',))
    """
    sheet, _problems = read_all(report, rules, context)
    flags = [flag for flag in sheet.course.flags if flag.code not in MISWRITTEN]
    played = [Irregularity(flag.code, flag.seat, flag.cards, flag.play + 1) for flag in flags]
    return (*_late(report, rules), *played)


def _late(report: object, rules: RuleSet) -> Iterator[Irregularity]:
    """Name every seat once that exposed anything too late, with all of that."""
    said = report.get("exposed") if isinstance(report, Mapping) else None
    listed = said if isinstance(said, list | tuple) else ()
    late = [one for one in listed if isinstance(one, Mapping) and one.get("late") is True]
    for seat in rules.seats:
        shown = [one.get("card") for one in late if one.get("seat") == seat]
        if cards := tuple(card for card in EXPOSABLE if card in shown):
            yield Irregularity(Offence.LATE_EXPOSURE, seat, cards)
