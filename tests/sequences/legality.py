"""What must hold of a tournament whatever was done in it: draws, results, ranks and the record."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection

from config.simulation import invariants
from config.simulation.rehearsal import checks
from tests.referee.legality import check_chain
from tournaments import results
from tournaments.checks.recount import recount, recount_shown
from tournaments.checks.verification import verify, verify_club
from tournaments.models import Deal, Event, Form, Group, Round, Tournament
from tournaments.results import event_record, knockouts
from tournaments.standings.match_scores import Order


def problems(tournament: Tournament) -> list[str]:
    """Return what is illegal in the draws, results and ranks of a tournament."""
    connection.check_constraints()
    for deal in Deal.objects.filter(event__tournament=tournament):
        check_chain(deal)
    return [
        f"{event.name}: {problem}"
        for event in Event.objects.filter(tournament=tournament)
        for problem in (*_draws(event), *_ranks(event))
    ]


def faults_of_record(tournament: Tournament) -> list[str]:
    """Return what `verify` and `recount` find."""
    tournament.refresh_from_db()
    faults = [*verify(tournament), *verify_club(tournament.club)]
    return [str(fault) for fault in (*faults, *recount(tournament), *recount_shown(tournament))]


def _draws(event: Event) -> Iterator[object]:
    """Yield who sits twice in a round, or sits without being entered."""
    entered = {str(number) for number in event.entries.values_list("number", flat=True)}
    for round_ in Round.objects.filter(event=event):
        tables = checks.tables_of(round_)
        byes = [str(bye.entry.number) for bye in round_.sit_outs.select_related("entry")]
        drawn = [*(entry for table in tables for entry in table), *byes]
        yield from invariants.seating(round_.number, dict.fromkeys(drawn), tables, byes)
        yield from (f"{number} is not entered" for number in drawn if number not in entered)


def _ranks(event: Event) -> Iterator[object]:
    """Yield what is wrong with the standings: everybody once, in order, and sums that add up."""
    rows = event_record.standings(results.read(event))
    for row in rows:
        counted = row.rank.match_points if Order(event.ranking).by_match else row.rank.points
        if row.rank.total != counted + row.rank.penalties + row.rank.carried:
            yield f"the total of {row.competitor.number} is no sum"
    # Of groups and knockouts the place follows from who goes on, and not from the sum alone.
    is_plain = Group.objects.filter(stage__event=event).count() == 1 and not any(
        knockouts.is_knockout(stage) for stage in event.stages.all()
    )
    if is_plain and event.form != Form.TEAMS and not any(row.rank.line for row in rows):
        entries = [str(row.competitor.number) for row in rows]
        by_table = event.ranking == Order.TABLE_POINTS
        yield from invariants.ranking(entries, [checks.placing(row, by_table) for row in rows])
