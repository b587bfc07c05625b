"""Boards and movements over them: made, opened, chosen and full; each condition by itself."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from scoring.game import find_game
from tests.cast import Cast
from tests.tournaments import over_boards
from tests.tournaments.drawing import boards_cast
from tests.tournaments.organise.taking_part.test_bounds import codes, round_of, second_event
from tests.tournaments.rows_written import written
from tournaments import organise, results
from tournaments.base.refusals import PlanReason, Reason
from tournaments.models import (
    Board,
    BoardSet,
    BoardSource,
    DrawMethod,
    Entry,
    Event,
    Round,
    RoundState,
    RuleSet,
    Stage,
)
from tournaments.organise import boards, movements
from tournaments.pairing.movements.board_choice import ChoiceProblem, MovementChoice, PlanProblem
from tournaments.pairing.movements.board_movements import BoardForm
from tournaments.record.audit import Verb, change
from tournaments.structure import dealing


def fresh(cast: Cast) -> Event:
    return Event.objects.select_related("tournament", "ruleset").get(pk=cast.event.pk)


def reasons(problems: Any) -> list[str]:
    return [problem.code for problem in problems]


def entry(cast: Cast, number: int) -> Entry:
    rows = Entry.objects.select_related("event__tournament__club")
    return rows.get(event=cast.event, number=number)


@pytest.fixture
def sealed(db: None) -> tuple[Cast, Round, BoardSet]:
    """An event over boards that the program deals, its first round in play."""
    cast = over_boards.assemble()
    round_ = cast.round_in_play()
    return cast, round_, BoardSet.objects.get(event=cast.event)


@pytest.mark.full
def test_boards_that_are_there_are_not_made_again(sealed: tuple[Cast, Round, BoardSet]) -> None:
    cast, round_, board_set = sealed
    with change(cast.tournament, cast.director, Verb.DRAW_ROUND) as made:
        found = boards.ensure_boards(made, round_, (2, 1))
        assert list(found) == [2, 1]
        more = boards.ensure_boards(made, round_, (2, 3, 3))
    assert [board.board_no for board in more.values()] == [2, 3]
    assert Board.objects.filter(board_set=board_set).count() == 3
    assert BoardSet.objects.count() == 1


@pytest.mark.full
def test_boards_are_opened_once(sealed: tuple[Cast, Round, BoardSet]) -> None:
    cast, _round, board_set = sealed
    hour = timezone.now()
    Board.objects.filter(board_no=1).update(opened_at=hour)
    later = BoardSet.objects.create(event=cast.event, number=9, secret="0" * 64, commitment="1")
    Board.objects.create(board_set=later, board_no=1)
    Round.objects.update(state=RoundState.CLOSED)

    def open_boards() -> None:
        with change(cast.tournament, cast.director, Verb.CLOSE_ROUND) as made:
            boards.open_played_boards(made, cast.event)

    open_boards()
    opened = dict(Board.objects.filter(board_set=board_set).values_list("board_no", "opened_at"))
    assert opened[1] == hour
    assert opened[2] is not None
    assert Board.objects.get(board_set=later).opened_at is None
    assert written(open_boards) == {}
    assert "opened" not in cast.tournament.log.latest("seq").body


@pytest.mark.full
@pytest.mark.parametrize(
    ("source", "has_secret"), [(BoardSource.MADE, True), (BoardSource.PASSED, False)]
)
def test_a_set_that_the_program_deals_has_a_secret(
    sealed: tuple[Cast, Round, BoardSet], source: str, *, has_secret: bool
) -> None:
    cast, round_, _set = sealed
    cast.event.boards = source
    made = boards._make_set(cast.event, 7)
    assert bool(made.secret) is has_secret
    boards._add_boards(round_, made, [1])
    assert (Board.objects.get(board_set=made).hands is not None) is has_secret


@pytest.mark.full
@pytest.mark.parametrize("secret", ["", "0" * 64])
def test_without_a_deck_nothing_is_dealt(
    sealed: tuple[Cast, Round, BoardSet], monkeypatch: pytest.MonkeyPatch, secret: str
) -> None:
    cast, round_, _set = sealed
    made = BoardSet.objects.create(
        event=cast.event, number=7, secret=secret, commitment=secret and "1"
    )
    monkeypatch.setattr(dealing, "deck_of", lambda *_: None)
    if secret:
        assert codes(lambda: boards._add_boards(round_, made, [1])) == [Reason.NOTHING_TO_DEAL]
    else:
        boards._add_boards(round_, made, [1])
        assert Board.objects.get(board_set=made).hands is None


@pytest.mark.full
@pytest.mark.parametrize("of_stage", [True, False])
def test_boards_are_dealt_by_the_rules_of_their_stage(
    sealed: tuple[Cast, Round, BoardSet], *, of_stage: bool
) -> None:
    cast, round_, _set = sealed
    own = find_game("gongzhu").rules({"preset": "classic", "players": 5}).as_dict()
    rules = RuleSet.objects.create(game="gongzhu", name="x", rules=own, schema=1, digest="x")
    if of_stage:
        Stage.objects.update(ruleset=rules)
    drawn = Round.objects.select_related("group__stage__ruleset", "event__ruleset").get()
    made = boards._make_set(cast.event, 7)
    boards._add_boards(drawn, made, [1])
    hands = Board.objects.get(board_set=made).hands
    assert hands is not None
    assert len(hands) == (5 if of_stage else 4)
    assert round_.pk == drawn.pk


@pytest.mark.full
@pytest.mark.parametrize(("ahead", "is_open"), [(True, False), (True, True), (False, True)])
def test_hands_are_read_ahead_or_once_they_are_open(
    sealed: tuple[Cast, Round, BoardSet], *, ahead: bool, is_open: bool
) -> None:
    cast, round_, board_set = sealed
    if is_open:
        cast.play(round_)
        organise.close_round(round_, cast.director)
    board_set = BoardSet.objects.select_related("event__tournament").get(pk=board_set.pk)
    if ahead:
        read = organise.read_ahead(board_set)
    else:
        read = organise.read_hands(board_set, cast.director)
    assert [len(hands) for hands in read.values()] == [4, 4]
    body = cast.tournament.log.latest("seq").body
    assert f'"sealed":{"false" if is_open else "true"}' in body


@pytest.mark.full
def test_hands_that_nobody_knows_are_none(sealed: tuple[Cast, Round, BoardSet]) -> None:
    cast, _round, board_set = sealed
    Board.objects.filter(board_no=1).update(hands=None, opened_at=timezone.now())
    read = organise.read_ahead(
        BoardSet.objects.select_related("event__tournament").get(pk=board_set.pk)
    )
    assert read[1] == {}
    assert len(read[2]) == 4
    assert cast.event.pk == board_set.event_id


@pytest.mark.full
@pytest.mark.parametrize(
    ("planned", "played", "later", "is_over"),
    [
        (3, 1, None, False),
        (3, 2, None, False),
        (3, 3, None, True),
        (2, 2, None, True),
        (None, 1, None, False),
        (None, 2, None, False),
        (None, 3, None, True),
        (3, 1, RoundState.CANCELLED, False),
        (3, 1, RoundState.DRAFT, True),
    ],
)
def test_boards_of_a_movement_are_over_with_its_last_round(
    db: None, planned: int | None, played: int, later: str | None, *, is_over: bool
) -> None:
    cast = boards_cast(6, DrawMethod.MITCHELL, rounds_planned=planned)
    first = cast.drawn_round()
    Round.objects.filter(pk=first.pk).update(state=RoundState.CLOSED)
    first.refresh_from_db()
    for number in range(2, played + 1):
        round_of(cast, number, RoundState.CLOSED)
    copied = {"method": first.method, "reasons": first.reasons, "seed": first.seed}
    Round.objects.update(**copied)
    if later:
        round_of(cast, played + 1, later)
    assert boards._is_over(fresh(cast), BoardSet.objects.get(number=1)) is is_over


@pytest.mark.full
@pytest.mark.parametrize(("planned", "is_over"), [(1, True), (2, True), (3, False)])
def test_boards_are_over_where_fewer_rounds_were_planned_since(
    db: None, planned: int, *, is_over: bool
) -> None:
    cast = boards_cast(6, DrawMethod.MITCHELL)
    first = cast.drawn_round()
    round_of(cast, 2, RoundState.CLOSED)
    copied = {"method": first.method, "reasons": first.reasons, "seed": first.seed}
    Round.objects.update(state=RoundState.CLOSED, **copied)
    Event.objects.update(rounds_planned=planned)
    assert boards._is_over(fresh(cast), BoardSet.objects.get(number=1)) is is_over


@pytest.mark.full
def test_the_options_of_a_movement_are_those_of_its_event(db: None) -> None:
    cast = boards_cast(8, DrawMethod.MITCHELL)
    second_event(cast)
    found = written(
        lambda: organise.set_movement(cast.event, cast.director, MovementChoice(winners=2))
    )
    assert found == {"~event": 1}
    revision = fresh(cast).public_revision
    organise.set_movement(cast.event, cast.director, MovementChoice(winners=2))
    assert fresh(cast).public_revision == revision


@pytest.mark.full
@pytest.mark.parametrize(
    ("method", "state", "found"),
    [
        (DrawMethod.MITCHELL, RoundState.DRAFT, [Reason.ROUND_IN_DRAFT]),
        (DrawMethod.MITCHELL, RoundState.PUBLISHED, [ChoiceProblem.BEGUN]),
        (DrawMethod.MITCHELL, RoundState.CANCELLED, []),
        (DrawMethod.SWISS, RoundState.DRAFT, []),
        (DrawMethod.SWISS, RoundState.PUBLISHED, []),
    ],
)
def test_a_movement_is_chosen_until_a_round_of_it_is_drawn(
    db: None, method: str, state: str, found: list[str]
) -> None:
    cast = boards_cast(8, DrawMethod.MITCHELL)
    round_of(cast, 1, state)
    Round.objects.update(method=method)

    def choose() -> None:
        organise.set_movement(cast.event, cast.director, MovementChoice(winners=2))

    if found:
        assert codes(choose) == found
    else:
        choose()


@pytest.mark.full
@pytest.mark.parametrize(
    ("pairs", "method", "choice", "found"),
    [
        (8, "mitchell", MovementChoice(stay=("1",)), []),
        (8, "mitchell", MovementChoice(stay=("9",)), [PlanProblem.WISH_UNKNOWN]),
        (1, "mitchell", MovementChoice(), []),
        (2, "mitchell", MovementChoice(), [PlanReason.BOARD_MOVEMENT_NOT_OFFERED]),
        (8, "swiss", MovementChoice(), []),
        (8, "swiss", MovementChoice(winners=2), [PlanProblem.WINNERS_NOT_OFFERED]),
        (8, "howell", MovementChoice(BoardForm.WEB), [ChoiceProblem.FORM_OF_OTHER_WAY]),
        (8, "mitchell", MovementChoice(switched=9), [ChoiceProblem.SWITCHED_NOT_OFFERED]),
    ],
)
def test_a_choice_fits_the_draw_and_the_pairs_that_are_here(
    db: None, pairs: int, method: str, choice: MovementChoice, found: list[str]
) -> None:
    cast = boards_cast(pairs, method)
    assert reasons(movements.choice_problems(results.read(fresh(cast)), choice)) == found


@pytest.mark.full
@pytest.mark.parametrize(("planned", "rounds"), [(2, 2), (None, 3), (9, 3)])
def test_a_movement_is_cut_to_the_rounds_that_are_planned(
    db: None, planned: int | None, rounds: int
) -> None:
    cast = boards_cast(8, DrawMethod.MITCHELL, rounds_planned=planned)
    snapshot = results.read(fresh(cast))
    shown = movements.outlook(snapshot)
    assert shown is not None
    assert shown.rounds == rounds
    for switched, wrong in ((rounds - 1, []), (rounds, [ChoiceProblem.SWITCHED_NOT_OFFERED])):
        choice = MovementChoice(switched=switched)
        assert reasons(movements.choice_problems(snapshot, choice)) == wrong


@pytest.mark.full
def test_the_outlook_is_of_a_choice_or_of_what_was_chosen(db: None) -> None:
    cast = boards_cast(8, DrawMethod.MITCHELL, movement={"stay": ["2", "99"]})
    snapshot = results.read(fresh(cast))
    chosen, asked = (
        movements.outlook(snapshot),
        movements.outlook(snapshot, MovementChoice(winners=2)),
    )
    assert chosen is not None
    assert asked is not None
    assert (chosen.winners, asked.winners) == (1, 2)
    assert [name.partition(" ")[0] for name in chosen.stay] == ["2"]
    assert asked.stay == ()
    assert (chosen.pairs, chosen.tables, chosen.sit_outs) == (8, 4, 0)


@pytest.mark.full
@pytest.mark.parametrize("pairs", [5, 6])
def test_copies_are_those_of_the_pairs_that_are_here(db: None, pairs: int) -> None:
    shown = movements.outlook(results.read(fresh(boards_cast(pairs, DrawMethod.HOWELL))))
    assert shown is not None
    assert (shown.pairs, shown.tables, shown.rounds) == (pairs, 3, 5)
    assert shown.sit_outs == (5 if pairs == 5 else 0)


@pytest.mark.full
def test_there_is_no_outlook_where_boards_do_not_move(cast: Cast) -> None:
    assert movements.outlook(results.read(fresh(cast))) is None
    assert movements.forms_for(results.read(fresh(cast))) == ()


@pytest.mark.full
def test_forms_of_a_movement_are_those_of_its_way_and_its_pairs(db: None) -> None:
    cast = boards_cast(8, DrawMethod.MITCHELL)
    forms = movements.forms_for(results.read(fresh(cast)))
    assert BoardForm.SKIP in forms
    assert BoardForm.HOWELL not in forms
    for form in BoardForm:
        choice = MovementChoice(form)
        problems = reasons(movements.choice_problems(results.read(fresh(cast)), choice))
        assert (problems == []) is (form in forms)


@pytest.mark.full
@pytest.mark.parametrize(
    ("method", "opened", "state", "found"),
    [
        ("mitchell", True, RoundState.CLOSED, [ChoiceProblem.OPENED]),
        ("mitchell", False, RoundState.CLOSED, []),
        ("mitchell", True, RoundState.CANCELLED, []),
        ("swiss", True, RoundState.CLOSED, []),
        ("howell", True, RoundState.CLOSED, []),
    ],
)
def test_a_movement_goes_on_while_its_boards_are_sealed(
    db: None, method: str, opened: bool, state: str, found: list[str]
) -> None:
    cast = boards_cast(6, DrawMethod.MITCHELL)
    first = cast.drawn_round()
    Round.objects.update(state=state)
    if opened:
        Board.objects.filter(board_set=BoardSet.objects.get(), board_no=1).update(
            opened_at=timezone.now()
        )
    stage = Stage.objects.get(event=cast.event)
    other = second_event(cast)
    assert reasons(movements.opened_boards_problems(stage, method)) == found
    assert movements.opened_boards_problems(Stage.objects.get(event=other), method) == []
    assert first.method == DrawMethod.MITCHELL
