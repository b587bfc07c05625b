"""Whether a stage is over: all rounds closed, and a winner of every knockout match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from scoring.problems import Problem
from tournaments import results
from tournaments.base.refusals import Reason, refuse
from tournaments.models import DrawMethod, Round, Stage
from tournaments.pairing import round_robin
from tournaments.results.event_record import knockout_of
from tournaments.results.knockouts import Knockout, PlayedMatch
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure import stages

TWO = 2


def planned(snapshot: EventSnapshot, stage: Stage) -> int | None:
    """Return the planned number of rounds of a stage; None if it is open.

    A round robin that is one of several stages has the rounds of its largest group; before the
    groups are made their size is estimated.
    """
    rounds_planned = snapshot.rounds_planned(stage)
    robin = stages.method_of(stage) == DrawMethod.ROUND_ROBIN
    is_one_of_several = stage.number > 1 or snapshot.following(stage) is not None
    if rounds_planned is not None or not robin or not is_one_of_several:
        return rounds_planned
    sizes = [len(snapshot.members[group.pk]) for group in snapshot.groups_of(stage)]
    if stage.number == 1 and not any(sizes):
        sizes = [len(snapshot.entries)]
    sizes = [size for size in sizes if size]
    most = max(sizes, default=0)
    if len(sizes) < stage.groups_wanted:
        most = ceil(most / stage.groups_wanted)
    return len(round_robin.schedule(most)) if most >= TWO else None


def problems(stage: Stage, known: EventSnapshot | None = None) -> list[Problem]:
    """Return why a stage is not over; `known` is its event if it was read already."""
    snapshot = known or results.read(stage.event)
    rounds = snapshot.rounds_of(stage)
    waiting = [round_ for round_ in rounds if round_.state != Round.State.CLOSED]
    if waiting:
        return [refuse(Reason.ROUND_NOT_CLOSED, number=round_.number) for round_ in waiting]
    # Results of a closed round may have been retracted since.
    again = [(round_, snapshot.open_tables(round_)) for round_ in rounds]
    if reopened := [
        refuse(Reason.ROUND_OPEN, number=round_.number, tables=", ".join(map(str, tables)))
        for round_, tables in again
        if tables
    ]:
        return reopened
    if stages.is_knockout(stage):
        return list(_knockout_problems(knockout_of(snapshot, stage)))
    least = max(planned(snapshot, stage) or 1, 1)
    if len(rounds) < least:
        return [refuse(Reason.ROUNDS_MISSING, closed=len(rounds), planned=least)]
    return []


def undecided(knockout: Knockout | None) -> list[Problem]:
    """Return level and inconsistent matches, to be decided before the next round of a knockout."""
    if knockout is None:
        return []
    problems = []
    if knockout.level:
        problems.append(refuse(Reason.KNOCKOUT_LEVEL, tables=tables_of(knockout.level)))
    if knockout.astray:
        codes = ", ".join(played.match.code for played in knockout.astray)
        problems.append(refuse(Reason.KNOCKOUT_ASTRAY, matches=codes))
    return problems


def level_in(round_: Round) -> list[Problem]:
    """Return a problem if matches of a knockout round are level: nobody advances from them."""
    if round_.method != DrawMethod.KNOCKOUT:
        return []
    knockout = knockout_of(results.read(round_.group.stage.event), round_.group.stage)
    level = (
        [played for played in knockout.level if played.round == round_.number] if knockout else []
    )
    return [refuse(Reason.KNOCKOUT_LEVEL, tables=tables_of(level))] if level else []


def tables_of(matches: Sequence[PlayedMatch]) -> str:
    """Return the table numbers of matches as text."""
    return ", ".join(str(match.match.number) for match in matches)


def _knockout_problems(knockout: Knockout | None) -> Iterator[Problem]:
    yield from undecided(knockout)
    if knockout is None or not knockout.is_drawn:
        yield refuse(Reason.ROUNDS_MISSING, closed=0, planned=1)
    elif not knockout.is_over:
        left = sum(standing.winner is None for standing in knockout.stands.values())
        yield refuse(Reason.KNOCKOUT_GOES_ON, matches=left)
