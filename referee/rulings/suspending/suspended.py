"""What L8 does: a suspension in the record, and for the rest of a round the match that is lost.

A person of a team takes no seat in what is left of the match, which the team plays on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext, ngettext

from referee.models import RulingSanction, Sheet, SuspensionReach
from referee.rulings.decisions import NamedOffender, RulingSource
from referee.rulings.proposals import Sanction
from referee.rulings.ruling_effects import RulingEffect, RulingOrigin
from tournaments.models import Entry, Form, Round, Suspension
from tournaments.models.record import BY_CASE
from tournaments.organise.absences import suspensions
from tournaments.organise.absences.suspensions import SuspensionTerms
from tournaments.record.audit import Change
from tournaments.record.ledger import Origin
from tournaments.regulations.articles import Level
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.suspensions import row_of


@dataclass(frozen=True, slots=True)
class Suspended(RulingEffect):
    """Somebody is suspended, or a whole entry, from the first of the rounds to the last."""

    offender: NamedOffender
    rounds: tuple[int, int]

    @property
    def offenders(self) -> Sequence[NamedOffender]:
        """Whose level brings it about."""
        return (self.offender,)

    @property
    def words(self) -> str:
        """For which rounds."""
        return _rounds_text(self.rounds)

    def on(self, snapshot: EventSnapshot, origin: str) -> EventSnapshot:
        """Return the event with the suspension, under no ruling's number yet."""
        first, last = self.rounds
        row = Suspension(
            entry=self.offender.entry,
            person=self.offender.person,
            first_round=first,
            last_round=last,
            ruling_year=0,
            ruling_number=0,
            origin_uid=origin,
        )
        return replace(snapshot, suspensions=(*snapshot.suspensions, row_of(row)))

    def post(self, made: Change, origin: RulingOrigin) -> None:
        """Store the suspension."""
        case, who = origin.version.case, self.offender
        terms = SuspensionTerms(*self.rounds, (case.year, case.number), origin.reason)
        rows = Origin(origin.uid, BY_CASE)
        suspensions.suspend_within(made, who.entry, who.person, terms, rows)


def effects_of(
    snapshot: EventSnapshot, source: RulingSource, rows: Sequence[Sanction]
) -> Iterator[RulingEffect]:
    """Yield the suspensions that follow from sanctions."""
    for row in rows:
        rounds = _rounds_of(snapshot, source, row)
        if rounds is not None:
            yield Suspended(row.offender, rounds)


def _rounds_of(
    snapshot: EventSnapshot, source: RulingSource, row: Sanction
) -> tuple[int, int] | None:
    if row.level is not Level.L8:
        return None
    return rounds_of(snapshot, row.offender.entry, source.round, row.reach, row.reach_rounds)


def rounds_of(
    snapshot: EventSnapshot,
    entry: Entry,
    round_: Round | None,
    reach: SuspensionReach,
    rounds: int = 0,
) -> tuple[int, int] | None:
    """Return the first and the last round of a suspension; None without a whole reach.

    The next round is the first one after the ruling's in which the table of the entry has not
    begun: one that has is never stopped.
    """
    last = snapshot.public_rounds[-1].number if snapshot.public_rounds else 0
    number = round_.number if round_ is not None else last
    if reach == SuspensionReach.UNSAID or (reach == SuspensionReach.ROUNDS and rounds < 1):
        return None
    if reach == SuspensionReach.THIS_ROUND:
        return max(number, 1), max(number, 1)
    first = number + 1
    while has_begun(snapshot, entry, first):
        first += 1
    return first, first + (rounds if reach == SuspensionReach.ROUNDS else 1) - 1


def has_begun(snapshot: EventSnapshot, entry: Entry, number: int) -> bool:
    """Whether a round is over, or an entry has begun at its table there."""
    for round_ in snapshot.public_rounds:
        if round_.number == number:
            return round_.state == Round.State.CLOSED or _has_played(snapshot, entry, round_)
    return False


def _has_played(snapshot: EventSnapshot, entry: Entry, round_: Round) -> bool:
    sittings = [
        sitting
        for match in snapshot.matches_of(round_)
        if any(entry.pk == other.pk for side in match.sides for other in side.entries)
        for sitting in snapshot.sittings_by_match[match.key]
    ]
    if any(deal.done for sitting in sittings for deal in sitting.deals):
        return True
    keys = [sitting.key for sitting in sittings]
    return bool(keys) and Sheet.objects.filter(deal__sitting__in=keys).exists()


def loses(row: Sanction) -> bool:
    """Whether the match in play is lost: not where somebody is suspended from the next round on."""
    if row.level is not Level.L8 or row.reach == SuspensionReach.UNSAID:
        return True
    offender = row.offender
    is_of_team = offender.entry.event.form == Form.TEAMS and offender.person is not None
    return row.reach == SuspensionReach.THIS_ROUND and not is_of_team


def stored_text(sanction: RulingSanction) -> str:
    """Return for which rounds a sanction in force suspends, in words."""
    origin = {"origin_uid": sanction.version.uid, "reverses": None}
    row = Suspension.objects.filter(entry=sanction.entry, **origin).first()
    if row is None:
        return gettext("nobody is excluded until the chief referee chooses the rounds")
    return _rounds_text((row.first_round, row.last_round))


def _rounds_text(rounds: tuple[int, int]) -> str:
    first, last = rounds
    numbers = str(first) if first == last else f"{first}–{last}"
    words = ngettext(
        "suspended in round %(rounds)s", "suspended in rounds %(rounds)s", last - first + 1
    )
    return words % {"rounds": numbers}
