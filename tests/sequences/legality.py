"""What must hold of a tournament whatever was done in it: draws, results, ranks and the record."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection

from config.simulation import invariants
from config.simulation.rehearsal import checks
from referee.appeals import states as appeals
from referee.models import Appeal
from referee.rulings import listed, posting
from referee.rulings.listed import VersionState
from tests.referee.legality import check_chain
from tournaments import organise, results
from tournaments.checks.recount import recount, recount_shown
from tournaments.checks.verification import verify, verify_club
from tournaments.models import (
    Adjustment,
    Deal,
    DrawMethod,
    Event,
    Form,
    Group,
    Hold,
    PenaltyWarning,
    Round,
    Tournament,
)
from tournaments.official.final import APPEAL
from tournaments.organise.drawing import draws
from tournaments.results import event_record
from tournaments.standings.match_scores import Order
from tournaments.structure.stages import is_knockout


def problems(tournament: Tournament) -> list[str]:
    """Return what is illegal in the draws, results and ranks of a tournament."""
    connection.check_constraints()
    for deal in Deal.objects.filter(event__tournament=tournament):
        check_chain(deal)
    return [
        *_rulings(tournament),
        *_appeals(tournament),
        *(
            f"{event.name}: {problem}"
            for event in Event.objects.filter(tournament=tournament)
            for problem in (*_draws(event), *_left_out(event), *_ranks(event))
        ),
    ]


def faults_of_record(tournament: Tournament) -> list[str]:
    """Return what `verify` and `recount` find."""
    tournament.refresh_from_db()
    faults = [*verify(tournament), *verify_club(tournament.club)]
    return [str(fault) for fault in (*faults, *recount(tournament), *recount_shown(tournament))]


def _rulings(tournament: Tournament) -> Iterator[str]:
    """Yield what still counts, or waits, of a version of a ruling that another has replaced."""
    counts = {
        *Adjustment.objects.filter(reverses=None, reversed_by=None).values_list("origin_uid"),
        *PenaltyWarning.objects.filter(reverses=None, reversed_by=None).values_list("origin_uid"),
    }
    waits = set(Hold.objects.filter(code=posting.HOLD, released_at=None).values_list("origin_uid"))
    for ruled in listed.cases_of(tournament, None):
        states = {version.uid: ruled.state(version) for version in ruled.versions}
        for uid, state in states.items():
            if (uid,) in counts and state is not VersionState.IN_FORCE:
                yield f"a ruling that is {state} counts"
            if (uid,) in waits and state is not VersionState.WAITING:
                yield f"a ruling that is {state} waits"


def _appeals(tournament: Tournament) -> Iterator[str]:
    """Yield the appeals whose hold is not open as long as they are."""
    held = set(Hold.objects.filter(code=APPEAL, released_at=None).values_list("origin_uid"))
    for appeal in Appeal.objects.filter(tournament=tournament).prefetch_related("steps"):
        state = appeals.state_of(appeal)
        if (state not in appeals.OVER) is not ((appeal.uid,) in held):
            yield f"an appeal that is {state} has no such hold"


def _draws(event: Event) -> Iterator[object]:
    """Yield who sits twice in a round, or sits without being entered."""
    entered = {str(number) for number in event.entries.values_list("number", flat=True)}
    for round_ in Round.objects.filter(event=event):
        tables, byes = checks.tables_of(round_), _byes(round_)
        drawn = _drawn(round_)
        yield from invariants.seating(round_.number, dict.fromkeys(drawn), tables, byes)
        yield from (f"{number} is not entered" for number in drawn if number not in entered)


def _byes(round_: Round) -> list[str]:
    return [str(bye.entry.number) for bye in round_.sit_outs.select_related("entry")]


def _drawn(round_: Round) -> list[str]:
    """Return everybody with a seat or a bye in a round, by printed number."""
    return [*(entry for table in checks.tables_of(round_) for entry in table), *_byes(round_)]


def _left_out(event: Event) -> Iterator[str]:
    """Yield who could be drawn and has neither a seat nor a bye in a draft that follows from now.

    In a knockout everybody who is there is on a line, and every match of two known sides is drawn.
    """
    draft = Round.objects.filter(event=event, state=Round.State.DRAFT).first()
    if draft is None or organise.has_changed(draft):
        return
    snapshot = results.read(event)
    field = draws.field_of(snapshot, draft.number)
    wanted, drawn = set(field.entries), set(_drawn(draft))
    if draft.method == DrawMethod.KNOCKOUT:
        knockout = event_record.knockout_of(snapshot, field.stage)
        drawn = set(knockout.drawn.lines) if knockout else set()
        wanted = set() if field.earlier_rounds() else wanted
        undrawn = knockout.next_matches if knockout else ()
        yield from (f"{match.match.code} is not drawn" for match in undrawn)
    if len(field.groups) == 1:
        yield from (f"{number} is left out of round {draft.number}" for number in wanted - drawn)


def _ranks(event: Event) -> Iterator[object]:
    """Yield what is wrong with the standings: everybody once, in order, and sums that add up."""
    rows = event_record.standings(results.read(event))
    for row in rows:
        counted = row.rank.match_points if Order(event.ranking).by_match else row.rank.points
        if row.rank.total != counted + row.rank.penalties + row.rank.carried:
            yield f"the total of {row.competitor.number} is no sum"
    # Of groups and knockouts the place follows from who goes on, and not from the sum alone.
    is_plain = Group.objects.filter(stage__event=event).count() == 1 and not any(
        is_knockout(stage) for stage in event.stages.all()
    )
    if is_plain and event.form != Form.TEAMS and not any(row.rank.line for row in rows):
        entries = [str(row.competitor.number) for row in rows]
        by_table = event.ranking == Order.TABLE_POINTS
        yield from invariants.ranking(entries, [checks.placing(row, by_table) for row in rows])
