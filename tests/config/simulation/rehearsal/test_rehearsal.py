"""Whole events are rehearsed in every form, and what is broken on purpose is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from config.simulation import made_up_reports
from config.simulation.invariants import Broken
from config.simulation.made_up_values import Mishap
from config.simulation.rehearsal import checks, expected_points, hall, plans
from config.simulation.rehearsal.faults import WORDS, Broke, RehearsalFault, fault, problem_line
from config.simulation.rehearsal.plans import (
    NothingLikeThat,
    RehearsalPlan,
    entries_of,
    matching_templates,
    plan_from_options,
)
from config.simulation.rehearsal.play import Rehearsal, rehearse
from config.simulation.rehearsal.times import TimedStep, Times
from scoring.game import NO_CONTEXT, find_game, names
from tests.config.simulation.rehearsal.events import LARGE, SAMPLE, SMALL
from tests.samples import sampled
from tournaments import organise
from tournaments.checks.verification import Break
from tournaments.models import DrawMethod, Event, Form, Result, Round
from tournaments.results import event_record
from tournaments.rights import sealed_access
from tournaments.structure import boards

USUAL = {Mishap.LATE_RESULT, Mishap.CORRECTION, Mishap.PENALTY}


def nothing(_line: str) -> None:
    """Nobody listens."""


@pytest.mark.full
@pytest.mark.django_db
@pytest.mark.parametrize("name", sampled(SMALL, SAMPLE))
def test_a_small_event_holds_from_the_first_draw_to_the_end(name: str) -> None:
    check_ended(rehearse(SMALL[name], nothing), SMALL[name])


@pytest.mark.django_db
@pytest.mark.nightly
@pytest.mark.parametrize("name", LARGE)
def test_a_large_event_holds_and_much_goes_wrong_in_it(name: str) -> None:
    rehearsal = rehearse(LARGE[name], nothing)
    check_ended(rehearsal, LARGE[name])
    assert set(rehearsal.hall.happened) >= USUAL


@pytest.mark.full
@pytest.mark.django_db
def test_much_goes_wrong_in_a_small_event_too() -> None:
    rehearsal = rehearse(RehearsalPlan(tables=4, rounds=2, deals=2, seed="b"), nothing)
    assert set(rehearsal.hall.happened) >= USUAL, rehearsal.hall.happened


def check_ended(rehearsal: Rehearsal, plan: RehearsalPlan) -> None:
    """Everything was played, and the event is over."""
    rounds = rehearsal.hall.event.rounds.order_by("number")
    planned = rehearsal.hall.event.rounds_planned or len(rounds)
    assert [round_.number for round_ in rounds] == list(range(1, planned + 1))
    assert {round_.state for round_ in rounds} == {Round.State.CLOSED}
    rehearsal.hall.event.refresh_from_db()
    assert rehearsal.hall.event.state == Event.State.FINISHED
    assert Result.objects.count() > len(rounds) > 0
    assert set(rehearsal.times.seconds) == set(TimedStep)


def test_every_form_that_can_be_run_is_rehearsed() -> None:
    assert {form for form in Form if any(matching_templates(form))} == organise.events.OFFERED
    assert {plans.event_plan(plan).game for plan in SMALL.values()} == set(names())


@pytest.mark.nightly
@pytest.mark.django_db
def test_the_same_seed_plays_the_same_event() -> None:
    plan = SMALL["individual"]
    first = rehearse(replace(plan, rounds=1), nothing)
    rename_accounts(first)
    second = rehearse(replace(plan, rounds=1), nothing)
    assert _played(first) == _played(second)
    assert first.hall.happened == second.hall.happened


def rename_accounts(rehearsal: Rehearsal) -> None:
    """Make room for accounts of the same names."""
    for user in (rehearsal.hall.referee, rehearsal.hall.tournament.club.memberships.get().user):
        user.username = f"{user.username}-before"
        user.save()


def _played(rehearsal: Rehearsal) -> tuple[list[Any], list[Any]]:
    rows = checks.read(rehearsal.hall)
    tables = [checks.tables_of(round_) for round_ in rehearsal.hall.event.rounds.order_by("number")]
    return tables, [(row.competitor.number, row.rank.total, row.rank.place) for row in rows]


# What is broken is found.


def dropped(real: Callable[..., Round]) -> Callable[..., Round]:
    """Return a draw that forgets who sits out."""

    def draw(*args: Any, **options: Any) -> Round:
        round_ = real(*args, **options)
        round_.sit_outs.all().delete()
        return round_

    return draw


def twisted(real: Callable[..., Any]) -> Callable[..., Any]:
    """Return standings that begin with the last."""
    return lambda *args: tuple(reversed(real(*args)))


def reread(real: Callable[..., None]) -> Callable[..., None]:
    """Return a memory in which the first seat scored more than its sheet says."""

    def tell(self: hall.RehearsalHall, deal: Any, report: Any) -> None:
        real(self, deal, report)
        scores = dict(self.scores[deal.uid])
        seat = next(iter(scores))
        self.scores[deal.uid] = {**scores, seat: scores[seat] + 10}

    return tell


def accepting(_real: Callable[..., Any]) -> Callable[..., Any]:
    """Return an operation that never refuses."""
    return lambda *args, **options: None


def broken_log(_real: Callable[..., Any]) -> Callable[..., Any]:
    return lambda tournament: [Break("hash", 3, "uid")]


def shown(_real: Callable[..., Any]) -> Callable[..., Any]:
    """Return line-ups that everybody may read at any time."""
    return lambda segment, entry: {1: segment}


def exchanged(real: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return the hands of boards on which two seats have each other's cards."""
    turned = {"N": "S", "S": "N"}
    return lambda board: {turned.get(seat, seat): hand for seat, hand in real(board).items()}


def unsealed(_real: Callable[..., Any]) -> Callable[..., Any]:
    """Return the hands of boards to whoever asks."""
    return lambda board: board.hands


SABOTAGE_OF_TEAMS = {
    "line-ups": (sealed_access, "line_ups", shown, RehearsalFault.READ_TOO_EARLY),
    "boards": (boards, "hands", exchanged, RehearsalFault.NOT_AS_SEALED),
    "hands": (sealed_access, "hands", unsealed, RehearsalFault.READ_TOO_EARLY),
    "IMPs": (expected_points, "imps", lambda _real: lambda ahead: 25, RehearsalFault.POINTS_LOST),
}
SABOTAGE = {
    "draw": (organise, "draw_round", dropped, Broken.NOT_SEATED),
    "standings": (event_record, "standings", twisted, Broken.ORDER_WRONG),
    "sheets": (hall.RehearsalHall, "tell", reread, RehearsalFault.POINTS_LOST),
    "log": (checks, "verify", broken_log, RehearsalFault.RECORD),
    "recount": (checks, "recount", broken_log, RehearsalFault.RECOUNT),
    "close": (organise, "close_round", accepting, RehearsalFault.ACCEPTED),
}


@pytest.mark.full
@pytest.mark.django_db
@pytest.mark.parametrize("what", sampled(SABOTAGE, ("draw", "recount")))
def test_what_is_broken_is_named(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, change, code = SABOTAGE[what]
    monkeypatch.setattr(where, name, change(getattr(where, name)))
    with pytest.raises(Broke) as broke:
        rehearse(replace(SMALL["individual"], deals=1), nothing)
    assert code in {problem.code for problem in broke.value.problems}
    assert f"{code.value}: " in str(broke.value)


@pytest.mark.full
@pytest.mark.django_db
@pytest.mark.parametrize("what", sampled(SABOTAGE_OF_TEAMS, ("line-ups",)))
def test_what_is_broken_of_teams_and_boards_is_named(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    where, name, change, code = SABOTAGE_OF_TEAMS[what]
    monkeypatch.setattr(where, name, change(getattr(where, name)))
    with pytest.raises(Broke) as broke:
        rehearse(replace(SMALL["teams"], tables=1, rounds=1), nothing)
    assert code in {problem.code for problem in broke.value.problems}


@pytest.mark.full
@pytest.mark.django_db
def test_meetings_that_the_draw_does_not_tell_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "met_in", lambda rounds: Counter(_everybody()))
    with pytest.raises(Broke) as broke:
        rehearse(SMALL["individual"], nothing)
    assert {problem.code for problem in broke.value.problems} == {RehearsalFault.REMATCH_UNTOLD}


def _everybody() -> Iterator[frozenset[str]]:
    return (frozenset(map(str, two)) for two in combinations(range(1, 30), 2))


def test_a_penalty_that_helps_is_found() -> None:
    class Row:
        def __init__(self, total: int, place: int) -> None:
            self.competitor = type("C", (), {"number": 1})
            self.rank = type("R", (), {"total": Fraction(total), "table_points": 0, "place": place})

    penalised: Any = checks.penalised
    assert list(penalised([Row(50, 3)], [Row(25, 4)], 1, -25)) == []
    for after in (Row(50, 3), Row(25, 2)):
        assert [problem.code for problem in penalised([Row(50, 3)], [after], 1, -25)] == [
            RehearsalFault.PENALTY_HELPED
        ]


@pytest.mark.full
@given(st.data())
def test_whether_meeting_again_could_be_avoided(data: st.DataObject) -> None:
    entries = "abcdef"[: 2 * data.draw(st.integers(1, 3))]
    twos = [frozenset(two) for two in combinations(entries, 2)]
    met = Counter(data.draw(st.lists(st.sampled_from(twos))))
    tables = list(zip(entries[::2], entries[1::2], strict=True))
    free = any(
        not any(met[frozenset(two)] for two in zip(order[::2], order[1::2], strict=True))
        for order in permutations(entries)
    )
    assert checks.could_avoid(tables, met) == free


def test_every_fault_has_words() -> None:
    every = {"round": 1, "told": 0, "met": 1, "count": 1, "entry": "7", "found": "1"}
    every |= {"expected": "2", "what": "draw", "board": 3}
    assert set(WORDS) == set(RehearsalFault)
    assert all(problem_line(fault(code, **every)).startswith(code.value) for code in RehearsalFault)  # type: ignore[arg-type]


# What tables make up.


@pytest.mark.parametrize(
    ("game", "preset"),
    [
        ("gongzhu", "huapai"),
        ("gongzhu", "huapai-pairs"),
        ("shengji", "standard-2"),
        ("shengji", "lianzhong-1"),
    ],
)
def test_what_is_made_up_is_sound_and_follows_from_its_seed(game: str, preset: str) -> None:
    engine = find_game(game)
    rules = engine.rules({"preset": preset})
    reports = [made_up_reports.report_of(engine, rules, NO_CONTEXT, {}, f"s{n}") for n in range(20)]
    assert not any(engine.problems(report, rules) for report in reports)
    assert reports[3] == made_up_reports.report_of(engine, rules, NO_CONTEXT, {}, "s3")
    assert len({str(report) for report in reports}) == len(reports)


# What can be asked for.


def test_what_is_not_offered_is_refused() -> None:
    usual = {name: getattr(RehearsalPlan(), name) for name in RehearsalPlan.__dataclass_fields__}
    assert plan_from_options(usual) == RehearsalPlan()
    for wrong in ({"tables": 0}, {"tables": 1000}, {"deals": 0}, {"template": "pairs"}):
        with pytest.raises(NothingLikeThat):
            plan_from_options({**usual, **wrong})


def test_the_tables_are_full_and_one_is_left_over() -> None:
    assert entries_of(RehearsalPlan(tables=5)) == 21
    assert entries_of(RehearsalPlan(tables=5, form=Form.PAIRS)) == 11
    assert entries_of(RehearsalPlan(tables=4, method=DrawMethod.MOVEMENT)) == 16


def test_a_step_that_takes_too_long_is_named() -> None:
    times = Times()
    times.seconds.update({TimedStep.STANDINGS: [0.1, 0.7], TimedStep.DRAW: [1.0, 3.0]})
    assert [(step, took) for step, took, _bound in times.too_long(4)] == [
        (TimedStep.STANDINGS, 0.7)
    ]
    assert {step for step, _took, _bound in times.too_long(2)} == {
        TimedStep.STANDINGS,
        TimedStep.DRAW,
    }
    assert any("standings" in line and "700.0" in line for line in times.lines())


# The command.


def test_nothing_is_rehearsed_in_the_data_of_an_installation(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="never plays"):
        call_command("rehearse", in_folder=tmp_path)
