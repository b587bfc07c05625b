"""Irregularities in a report, for a referee to judge: plays, and late exposures (GZ-27).

They stand as they were written down; their consequences are no rules of the game.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from scoring.following import Irregularity
from scoring.game import Context
from scoring.gongzhu.codes import Offence, PlayFlag
from scoring.gongzhu.deck import EXPOSABLE
from scoring.gongzhu.reports.report import read_all
from scoring.gongzhu.rules import RuleSet

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
