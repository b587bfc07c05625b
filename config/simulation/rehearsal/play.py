"""A whole event from its first draw to its end, with all mishaps of such a day."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Final

from config.simulation import stage_steps
from config.simulation.made_up_values import Mishap, Rates, RoundMishap, mishaps, pseudo_random
from config.simulation.rehearsal import (
    checks,
    expected_points,
    form_checks,
    repairs,
    revealing,
    table,
)
from config.simulation.rehearsal.faults import RehearsalFault, fault, insist
from config.simulation.rehearsal.hall import House, RehearsalHall, make_hall, make_house
from config.simulation.rehearsal.moments import Look, RehearsalMoment, look_away
from config.simulation.rehearsal.plans import FIXED, SIDES_OF_TWO, RehearsalPlan
from config.simulation.rehearsal.times import TimedStep, Times
from config.terminal import gettext
from referee.rulings import penalties
from scoring.game import Counting
from scoring.problems import Problem
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.formats import compatibility
from tournaments.formats.penalty_units import penalty_unit
from tournaments.models import BoardSource, Match, Round, Seat, Unit
from tournaments.progress import stage_ends
from tournaments.structure import games, stages

FEW: Final = 20
"""With fewer tables than this everything happens more often, or nothing would."""
OFTEN: Final = Rates(
    late_results=Fraction(1, 3),
    corrections=Fraction(1, 3),
    walkovers=Fraction(1, 12),
    penalties=Fraction(1, 8),
    withdrawals=Fraction(1, 32),
)
MOST_ROUNDS: Final = 100
"""More rounds than any event without a planned number of them has."""
TAKEN_BACK: Final = 3
"""Every third penalty is taken back."""

Say = Callable[[str], None]


@dataclass(slots=True)
class Rehearsal:
    """An event being rehearsed, with the times of all steps."""

    hall: RehearsalHall
    say: Say
    look: Look = look_away
    times: Times = field(default_factory=Times)

    def reach(self, moment: RehearsalMoment) -> None:
        """Call the observer with the event in its current state."""
        self.look(moment, self.hall.event)

    @property
    def is_fixed(self) -> bool:
        """Whether entries cannot be added or withdrawn, because the order of the draws is fixed."""
        event = self.hall.event
        return event.draw_method in FIXED or event.stages.count() > 1

    @property
    def sides(self) -> int:
        """The number of sides at a table."""
        game, form = games.game_of(self.hall.event), self.hall.event.form
        return compatibility.sides_at_table(game, self.hall.rules, form)

    def drawn(self, count: int, *what: object) -> int:
        """Return a pseudo-random number below `count` for a question."""
        return pseudo_random(self.hall.plan.seed, *what) % count


def rehearse(
    plan: RehearsalPlan, say: Say, look: Look = look_away, at: House | None = None
) -> Rehearsal:
    """Play an event, by default in a new house; `look` is called at each of its moments.

    Raises Broke at the first failed check.
    """
    rehearsal = Rehearsal(make_hall(plan, at or make_house()), say, look)
    rehearsal.reach(RehearsalMoment.ENTERED)
    for number in range(1, MOST_ROUNDS):
        if _is_over(rehearsal, number):
            break
        _play_round(rehearsal, number)
    organise.finish_event(rehearsal.hall.event, rehearsal.hall.director)
    rehearsal.reach(RehearsalMoment.FINISHED)
    _check_standings(rehearsal)
    _prove(rehearsal, plan.rounds)
    return rehearsal


def _is_over(rehearsal: Rehearsal, number: int) -> bool:
    """Whether the whole event was played; opens the next stage if there is one."""
    hall = rehearsal.hall
    if hall.event.rounds_planned is not None:
        return number > hall.event.rounds_planned
    if number == 1 or stage_ends.problems(stages.current(hall.event)):
        return False
    if stage_steps.open_next(hall.event, hall.director):
        hall.note("stage_opened")
        rehearsal.reach(RehearsalMoment.STAGE_OPENED)
        return False
    return True


def _play_round(rehearsal: Rehearsal, number: int) -> None:
    hall = rehearsal.hall
    _come_and_go(rehearsal, number)
    everybody = sorted(hall.here)
    round_ = _draw_and_publish(rehearsal, number)
    if number == 1 and not rehearsal.is_fixed:
        hall.enter(1)
        rehearsal.hall.note("late_entry")
    matches = table.matches(round_)
    going_to_happen = _mishaps(rehearsal, round_, matches, everybody)
    _play(rehearsal, round_, matches, going_to_happen)
    insist(form_checks.sealed(hall, round_))
    _repair(rehearsal, round_, matches, going_to_happen)
    _penalise(rehearsal, round_, going_to_happen)
    rehearsal.reach(RehearsalMoment.REPAIRED)
    _close(rehearsal, round_)
    _correct_later(rehearsal, number)
    _check_standings(rehearsal)
    _prove(rehearsal, number)
    _withdraw(rehearsal, round_, going_to_happen)
    rehearsal.reach(RehearsalMoment.WITHDRAWN)
    values = {"round": number, "tables": len(matches), "entries": len(everybody)}
    rehearsal.say(
        gettext("Round %(round)s: %(tables)s tables, %(entries)s entries, all well") % values
    )


def _draw_and_publish(rehearsal: Rehearsal, number: int) -> Round:
    """Draw a round and publish it."""
    round_ = _draw(rehearsal, number)
    rehearsal.reach(RehearsalMoment.DRAWN)
    with rehearsal.times.measure(TimedStep.PUBLISH):
        organise.publish_round(round_, rehearsal.hall.director)
    rehearsal.reach(RehearsalMoment.PUBLISHED)
    return round_


def _mishaps(
    rehearsal: Rehearsal, round_: Round, matches: Sequence[Match], everybody: Sequence[int]
) -> tuple[RoundMishap, ...]:
    """Return the mishaps of a round; entries outside the stage are left out."""
    playing = {entry for entries in checks.tables_of(round_) for entry in entries}
    playing |= set(map(str, round_.sit_outs.values_list("entry__number", flat=True)))
    names = [table.name_of(match) for match in matches]
    entries = [entry for entry in map(str, everybody) if entry in playing]
    rates = Rates() if len(matches) >= FEW else OFTEN
    return mishaps(rehearsal.hall.plan.seed, round_.number, names, entries, rates)


def _close(rehearsal: Rehearsal, round_: Round) -> None:
    """Close a round; in a knockout every match needs a winner."""
    _check_standings(rehearsal)
    decided = stage_steps.decide_level(round_, rehearsal.hall.director)
    if decided:
        rehearsal.hall.happened["decided"] += decided
    with rehearsal.times.measure(TimedStep.CLOSE):
        organise.close_round(round_, rehearsal.hall.director)
    rehearsal.reach(RehearsalMoment.CLOSED)
    insist(form_checks.played(rehearsal.hall, round_))


def _come_and_go(rehearsal: Rehearsal, number: int) -> None:
    """In every second round some entries are away, and a substitute plays."""
    hall = rehearsal.hall
    if hall.away:
        hall.come(hall.away)
    here = sorted(hall.here)
    if number % 2 or rehearsal.is_fixed or len(here) <= OFTEN.least:
        return
    hall.leave({here[rehearsal.drawn(len(here), "away", number)]})
    rehearsal.hall.note("absent")
    here = sorted(hall.here)
    entry = hall.entry(here[rehearsal.drawn(len(here), "stand-in", number)])
    organise.stand_in(entry, hall.director, f"Stand-in {number}", number, number)
    rehearsal.hall.note("stand_in")


def _draw(rehearsal: Rehearsal, number: int) -> Round:
    """Draw; in every second round discard a draft once, then change one by hand."""
    hall = rehearsal.hall
    with rehearsal.times.measure(TimedStep.DRAW):
        round_ = organise.draw_round(hall.event, hall.director)
    insist(_problems_of_draw(hall, round_))
    if number % 2:
        return round_
    with rehearsal.times.measure(TimedStep.DRAW):
        round_ = organise.redraw_round(round_, hall.director)
    rehearsal.hall.note("redrawn")
    insist(_problems_of_draw(hall, round_))
    matches = table.matches(round_)
    if rehearsal.is_fixed or hall.is_of_teams or len(matches) < 2:
        return round_
    first, second = (
        Seat.objects.filter(sitting__segment__match=match).order_by("pk")[0].uid
        for match in (matches[0], matches[-1])
    )
    organise.adjust_draft(round_, hall.director, first, second)
    rehearsal.hall.note("adjusted")
    round_.refresh_from_db()
    problems = checks.drawn(hall, round_)
    # Manual changes of a draft may cause a rematch.
    insist(problem for problem in problems if problem.code is not RehearsalFault.REMATCH_AVOIDABLE)
    return round_


def _problems_of_draw(hall: RehearsalHall, round_: Round) -> Iterable[Problem]:
    return [*checks.drawn(hall, round_), *form_checks.drawn(hall, round_)]


def _play(
    rehearsal: Rehearsal, round_: Round, matches: Sequence[Match], happening: Iterable[RoundMishap]
) -> None:
    """Play every table; those with late results come last."""
    hall, walked_over = rehearsal.hall, _affected_tables(happening, Mishap.WALKOVER)
    late = _affected_tables(happening, Mishap.LATE_RESULT)
    if hall.is_of_teams:
        at_once = [match for match in matches if table.name_of(match) not in walked_over | late]
        revealing.reveal_all(hall, at_once)
        rehearsal.reach(RehearsalMoment.REVEALED)
    for match in matches:
        if table.name_of(match) in walked_over:
            _award_absences(rehearsal, match)
        elif table.name_of(match) not in late:
            table.play(hall, match, rehearsal.times)
            if match == matches[0]:
                rehearsal.reach(RehearsalMoment.PLAYING)
    waiting = [match for match in matches if table.name_of(match) in late]
    if waiting:
        _refuse_to_go_on(rehearsal, round_)
    for match in waiting:
        hall.note(Mishap.LATE_RESULT)
        table.play(hall, match, rehearsal.times)
    rehearsal.reach(RehearsalMoment.PLAYED)


def _refuse_to_go_on(rehearsal: Rehearsal, round_: Round) -> None:
    """Check that nothing can be drawn or closed while results are late."""
    rehearsal.reach(RehearsalMoment.WAITING)
    _check_standings(rehearsal)
    draw = partial(organise.draw_round, rehearsal.hall.event, rehearsal.hall.director)
    close = partial(organise.close_round, round_, rehearsal.hall.director)
    for name, action in (("draw", draw), ("close", close)):
        try:
            action()
        except Refused:
            continue
        insist([fault(RehearsalFault.ACCEPTED, round=round_.number, what=name)])


def _award_absences(rehearsal: Rehearsal, match: Match) -> None:
    """Award a match without play, or cancel all of it; some are played after all."""
    hall, is_of_two = rehearsal.hall, match.sides.count() == SIDES_OF_TWO
    by_award = is_of_two and (
        hall.is_of_teams or match.code or rehearsal.drawn(2, "award", match.number)
    )
    if not by_award:
        repairs.not_played(hall, match)
    else:
        repairs.walk_over(hall, match)
        if not rehearsal.drawn(3, "taken back", table.name_of(match)):
            repairs.take_back_walkover(hall, match)
            table.play(hall, match, rehearsal.times)
            hall.note("walkover_taken_back")
    hall.note(Mishap.WALKOVER)


def _repair(
    rehearsal: Rehearsal, round_: Round, matches: Sequence[Match], happening: Iterable[RoundMishap]
) -> None:
    """Correct results, and repair misplaced entries and seats."""
    hall, wrong = rehearsal.hall, _affected_tables(happening, Mishap.CORRECTION)
    walked_over = _affected_tables(happening, Mishap.WALKOVER)
    for match in matches:
        if table.name_of(match) in wrong - walked_over:
            deals = table.deals_of(match)
            index = rehearsal.drawn(len(deals), "which deal", table.name_of(match))
            repairs.correct(hall, deals[index], "now")
            hall.note(Mishap.CORRECTION)
    if not games.ends_by_rules(hall.event):
        # Exchanges stay within a match that was played.
        played = [match for match in matches if table.name_of(match) not in walked_over]
        index = rehearsal.drawn(max(len(played), 1), "repaired", round_.number)
        for match in played[index : index + 1]:
            _exchange(rehearsal, match)
    awarded = expected_points.without_play(match.pk for match in matches)
    repairs.adjust(hall, (match for match in matches if table.name_of(match) not in walked_over))
    for match in matches:
        # After a correction a game may continue.
        if match.pk not in awarded:
            table.play(hall, match, rehearsal.times)


def _exchange(rehearsal: Rehearsal, match: Match) -> None:
    if len(table.deals_of(match)) >= 2 and rehearsal.hall.event.boards == BoardSource.TABLE:
        repairs.exchange_results(rehearsal.hall, match)
        rehearsal.hall.note("results_exchanged")
    repairs.exchange_seats(rehearsal.hall, match)
    rehearsal.hall.note("seats_exchanged")


def _penalise(rehearsal: Rehearsal, round_: Round, happening: Iterable[RoundMishap]) -> None:
    """Give penalties, alternately to entries and seats, and take some of them back."""
    hall = rehearsal.hall
    event = hall.event
    unit = penalty_unit(
        games.counting_of(event), event.ranking, at_table=False, comparison=event.comparison
    )
    fined = [happens for happens in happening if happens.kind is Mishap.PENALTY]
    for turn, happens in enumerate(fined):
        entry = hall.entry(happens.subject)
        points = happens.amount if unit is Unit.SCALED else happens.amount // 25
        seats = Seat.objects.filter(side__entries=entry, sitting__segment__match__round=round_)
        seat = seats.select_related("side").order_by("pk").first() if turn % 2 else None
        if seat is not None and games.counting_of(event) is Counting.LEVELS:
            points = -1
        before = checks.read(hall) if turn == 0 else ()
        target = penalties.Target(entry, seat)
        row = penalties.give(target, hall.referee, points, table.REASON, sure=True)
        hall.note(Mishap.PENALTY)
        if before:
            insist(checks.penalised(before, checks.read(hall), entry.number, points))
        if turn % TAKEN_BACK == TAKEN_BACK - 1:
            penalties.take_back(row, hall.referee, table.REASON)
            rehearsal.hall.note("taken_back")


def _check_standings(rehearsal: Rehearsal) -> None:
    with rehearsal.times.measure(TimedStep.STANDINGS):
        rows = checks.read(rehearsal.hall)
    insist(checks.standings(rehearsal.hall, rows))


def _correct_later(rehearsal: Rehearsal, number: int) -> None:
    """Correct a deal of the previous round, whose standings are published."""
    if rehearsal.hall.knockouts:
        insist(repairs.correct_winner(rehearsal.hall, number))
        return
    before = rehearsal.hall.event.rounds.filter(number=number - 1).first()
    for match in table.matches(before)[:1] if before else ():
        deals = [deal for deal in table.deals_of(match) if deal.uid in rehearsal.hall.scores]
        for deal in deals[:1]:
            repairs.correct(rehearsal.hall, deal, "later")
            rehearsal.hall.note("corrected_later")


def _prove(rehearsal: Rehearsal, number: int) -> None:
    with rehearsal.times.measure(TimedStep.PROOF):
        insist(checks.record(rehearsal.hall, number))


def _withdraw(rehearsal: Rehearsal, round_: Round, happening: Iterable[RoundMishap]) -> None:
    hall = rehearsal.hall
    if rehearsal.is_fixed and round_.method not in repairs.LEAVING:
        return
    for happens in happening:
        number = int(happens.subject) if happens.kind is Mishap.WITHDRAWAL else 0
        if number in hall.here:
            repairs.withdraw(hall, number)
            hall.note(Mishap.WITHDRAWAL)


def _affected_tables(happening: Iterable[RoundMishap], kind: Mishap) -> set[str]:
    return {happens.subject for happens in happening if happens.kind is kind}
