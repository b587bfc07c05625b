"""Two at the desk, or two captains, at the same moment: one wins, the other is told."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from referee.rulings import corrections
from tests import teams_cast
from tests.cast import Cast
from tests.teams_cast import Teams
from tests.tournaments.drawing import together
from tests.tournaments.organise.planning.test_stages_of_events import (
    FINALS,
    GROUPS,
    play,
    second,
    staged_cast,
)
from tournaments import organise
from tournaments.base.refusals import Reason
from tournaments.checks.verification import verify
from tournaments.models import (
    Award,
    Deal,
    GroupMember,
    LineUp,
    Match,
    Publication,
    Result,
    Round,
    Seat,
    Segment,
    Side,
    Tournament,
)
from tournaments.organise.absences.awards import AwardGrounds
from tournaments.progress import qualification_state
from tournaments.record.audit import Actor
from tournaments.structure.line_up_rules import LineUpProblem

pytestmark = pytest.mark.django_db(transaction=True)
TIMES = 4
WHY = AwardGrounds("nobody came")


@pytest.fixture
def teams(transactional_db: None) -> Teams:
    return teams_cast.assemble()


def log_holds(tournament: Tournament) -> bool:
    tournament.refresh_from_db()
    return verify(tournament) == []


def round_of(teams: Teams) -> Round:
    """Return the round as a request of its own has it."""
    return Round.objects.select_related("event__tournament").get(pk=teams.round.pk)


def segment_of(teams: Teams) -> Segment:
    rows = Segment.objects.select_related("match__round__event__tournament")
    return rows.get(pk=teams.segment().pk)


@pytest.mark.full
@pytest.mark.databases
def test_line_ups_of_a_side_at_once_are_versions_one_after_the_other(teams: Teams) -> None:
    seats = teams.seats(teams.segment(), 1)

    def hand_in(actor: Actor) -> partial[LineUp]:
        side = Side.objects.get(pk=teams.side(1).pk)
        return partial(organise.hand_in_line_up, segment_of(teams), side, actor, seats)

    together(*[hand_in(Actor("entry", teams.side(1).entries.get().uid)) for _ in range(TIMES)])
    assert LineUp.objects.get().version == 1
    together(*[hand_in(teams.cast.director) for _ in range(TIMES)])
    versions = LineUp.objects.order_by("version").values_list("version", flat=True)
    assert list(versions) == [1, 2, 3, 4, 5]
    assert log_holds(teams.cast.tournament)


@pytest.mark.full
@pytest.mark.databases
def test_line_ups_are_revealed_once_however_often_it_is_pressed(teams: Teams) -> None:
    for number in (1, 2):
        teams.hand_in(teams.segment(), number)
    director = teams.cast.director
    answers = together(
        partial(organise.reveal_line_ups, segment_of(teams), director),
        partial(organise.reveal_line_ups, segment_of(teams), director),
        partial(organise.reveal_round, round_of(teams), director),
        partial(organise.reveal_round, round_of(teams), director),
    )
    refusals = ([LineUpProblem.REVEALED], [LineUpProblem.NOTHING_TO_REVEAL])
    assert sum(answer in refusals for answer in answers) == TIMES - 1
    assert Seat.objects.count() == 8
    assert Deal.objects.count() == 4
    assert Publication.objects.filter(kind=Publication.Kind.LINE_UP).count() == 1
    assert log_holds(teams.cast.tournament)


@pytest.mark.full
@pytest.mark.databases
def test_a_line_up_that_comes_while_both_are_revealed_is_in_or_told(teams: Teams) -> None:
    for number in (1, 2):
        teams.hand_in(teams.segment(), number)
    other = teams.seats(teams.segment(), 1, shift=1)
    late = partial(
        organise.hand_in_line_up, segment_of(teams), teams.side(1), teams.cast.director, other
    )
    reveal = partial(organise.reveal_line_ups, segment_of(teams), teams.cast.director)
    answer, _none = together(late, reveal)
    shown = LineUp.objects.filter(side=teams.side(1), revealed_at__isnull=False).get()
    assert shown.version == (1 if answer == [LineUpProblem.REVEALED] else 2)
    assert not LineUp.objects.filter(side=teams.side(1), version__gt=shown.version).exists()
    sat = set(Seat.objects.filter(side=teams.side(1)).values_list("person__uid", flat=True))
    assert sat == {seat["person"] for seat in shown.seats}


@pytest.mark.full
@pytest.mark.databases
def test_a_round_is_not_closed_while_line_ups_are_revealed(teams: Teams) -> None:
    for part in (1, 2):
        for match in teams.round.matches.all():
            if (part, match.number) != (2, 2):
                teams.reveal(teams.segment(part, match))
                teams.play()
    last = teams.segment(2, teams.round.matches.get(number=2))
    for number in (1, 2):
        teams.hand_in(last, number)
    director = teams.cast.director
    answers = together(
        partial(organise.close_round, round_of(teams), director),
        partial(organise.reveal_round, round_of(teams), director),
    )
    assert answers[0] in ([Reason.LINE_UPS_NOT_REVEALED], [Reason.DEALS_WITHOUT_RESULT])
    assert answers[1] == 1
    assert round_of(teams).state == Round.State.PUBLISHED


@pytest.mark.full
@pytest.mark.databases
def test_a_match_is_awarded_once_and_taken_back_once(teams: Teams) -> None:
    def match() -> Match:
        rows = Match.objects.select_related("round__event__tournament", "round__group__stage")
        return rows.get(pk=teams.match.pk)

    director, sides = teams.cast.director, list(teams.match.sides.order_by("number"))
    answers = together(
        *[partial(organise.award_walkover, match(), director, side, WHY) for side in sides],
        partial(organise.award_both_absent, match(), director, WHY),
    )
    assert answers.count([Reason.AWARD_STANDS]) == 2
    assert Award.objects.count() == 1
    back = together(*[partial(organise.take_back_award, match(), director, WHY)] * TIMES)
    assert back.count([Reason.AWARD_MISSING]) == TIMES - 1
    assert Award.objects.count() == 2
    assert log_holds(teams.cast.tournament)


@pytest.mark.full
@pytest.mark.databases
def test_a_stage_is_opened_once_and_its_first_round_drawn_once(transactional_db: None) -> None:
    cast = staged_cast(GROUPS, FINALS)
    for _ in range(3):
        play(cast)
    mark = qualification_state.preview(second(cast)).mark
    answers = together(
        *[
            partial(organise.open_stage, second(cast), cast.director, seen=mark)
            for _ in range(TIMES)
        ]
    )
    assert answers.count([Reason.STAGE_OPEN]) == TIMES - 1
    assert GroupMember.objects.filter(group__stage=second(cast)).count() == 4
    event = cast.event
    drawn = together(*[partial(organise.draw_round, event, cast.director) for _ in range(2)])
    # The final is still to come, and the one who is told is not told that all is drawn.
    (refusal,) = [outcome for outcome in drawn if isinstance(outcome, list)]
    assert refusal[0] == Reason.ROUND_IN_DRAFT
    assert Reason.KNOCKOUT_OVER not in refusal
    assert Round.objects.filter(state=Round.State.DRAFT).count() == 1
    assert log_holds(cast.tournament)


@pytest.mark.full
@pytest.mark.databases
def test_a_draw_is_withdrawn_or_a_deal_of_it_is_ruled_on_and_never_both(cast: Cast) -> None:
    round_ = cast.round_in_play()
    related = ("event__tournament", "sitting__segment__match__round__group__stage")
    deal = Deal.objects.select_related(*related).order_by("pk")[0]
    answers = together(
        partial(organise.withdraw_draw, round_, cast.director, "the wrong hall"),
        partial(corrections.rule, deal, cast.bob, Result.Kind.VOID, "no cards", seen=0),
    )
    round_.refresh_from_db()
    if round_.state == Round.State.CANCELLED:
        assert answers[1] == [Reason.ROUND_NOT_IN_PLAY]
    else:
        assert answers[0] == [Reason.DRAW_PLAYED]
    assert Result.objects.exists() == (round_.state == Round.State.PUBLISHED)
    assert log_holds(cast.tournament)


@pytest.mark.full
@pytest.mark.databases
def test_whose_hour_is_put_off_at_that_moment_is_not_taken(
    teams: Teams, monkeypatch: pytest.MonkeyPatch
) -> None:
    director, take = teams.cast.director, organise.default_line_up
    teams.reveal(teams.segment(1))
    teams.play()
    past = timezone.now() - timedelta(minutes=1)
    Segment.objects.filter(match__round=teams.round, number=2).update(line_ups_due=past)

    def put_off(*positional: Any, **more: Any) -> Any:
        organise.set_line_up_hour(teams.round, director, timezone.now() + timedelta(minutes=10))
        return take(*positional, **more)

    monkeypatch.setattr(
        "tournaments.organise.handing_in.line_up_deadlines.default_line_up", put_off
    )
    defaults = organise.take_defaults(teams.round, director)
    assert defaults.taken == ()
    assert {problem.code for _name, why in defaults.without for problem in why} == {
        LineUpProblem.NOT_LATE
    }
    assert not teams.segment(2).line_ups.exists()
