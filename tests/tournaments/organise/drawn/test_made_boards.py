"""Boards are made with the draw, read by nobody before their time, and opened by the last close."""

from __future__ import annotations

import io
import json
import stat
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.cast import Cast
from tests.samples import sampled
from tests.tournaments import over_boards
from tests.tournaments.over_boards import boards_of
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.checks import verification
from tournaments.models import (
    AuditEntry,
    Board,
    BoardSet,
    BoardSource,
    Deal,
    DrawMethod,
    Role,
    Round,
)
from tournaments.rights import sealed_access
from tournaments.structure import boards, dealing, games

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(db: None) -> Cast:
    return over_boards.assemble()


def close(cast: Cast, round_: Round) -> None:
    cast.play(round_)
    organise.close_round(round_, cast.director)


def logged(verb: str) -> list[Any]:
    return [json.loads(logged.body) for logged in AuditEntry.objects.filter(verb=verb)]


@pytest.mark.full
def test_all_tables_of_a_round_play_the_same_boards(cast: Cast) -> None:
    round_ = cast.drawn_round()
    (made,) = BoardSet.objects.filter(event=cast.event)
    deals = Deal.objects.filter(sitting__segment__match__round=round_)
    assert {board.board_id for board in deals} == {board.pk for board in boards_of(cast.event)}
    assert sorted(deals.values_list("board_no", flat=True)) == [1, 1, 2, 2]
    assert boards.set_of(round_) == made


def test_the_hands_follow_from_a_secret_to_which_the_log_is_bound(cast: Cast) -> None:
    cast.drawn_round()
    first, second = boards_of(cast.event)
    made = first.board_set
    assert made.commitment == dealing.commitment(made.secret)
    deck = dealing.deck_of("gongzhu", cast.event.ruleset.rules)
    assert deck is not None
    for board in (first, second):
        assert boards.hands(board) == dealing.hands(made.secret, board.board_no, deck)
    (entry,) = logged("draw_round")
    assert entry["details"]["commitment"] == made.commitment
    assert (first.leader, second.leader) == ("N", "E")


@pytest.mark.full
def test_a_draft_that_is_drawn_anew_keeps_its_boards_and_each_round_has_its_own(
    cast: Cast,
) -> None:
    first = organise.redraw_round(cast.drawn_round(), cast.director)
    before = boards_of(cast.event)
    assert len(before) == 2
    organise.publish_round(first, cast.director)
    close(cast, first)
    cast.drawn_round("other")
    assert len(boards_of(cast.event)) == 4
    assert len({board_set.secret for board_set in BoardSet.objects.all()}) == 2


@pytest.mark.full
def test_nobody_reads_a_hand_before_the_round_is_closed(cast: Cast) -> None:
    round_ = cast.round_in_play()
    board, other = boards_of(cast.event)
    with pytest.raises(PermissionDenied):
        sealed_access.hands(board)
    assert sealed_access.secret(board.board_set) == ""
    with pytest.raises(Refused) as refused:
        organise.read_hands(board.board_set, cast.director)
    assert [problem.code for problem in refused.value.problems] == [Reason.BOARDS_SEALED]
    cast.play(round_)
    assert not boards.is_open(board)
    assert games.context_of(cast.deals(round_)[0], games.Use.TELL).hands is None
    organise.close_round(round_, cast.director)
    board, other = boards_of(cast.event)
    assert sealed_access.hands(board) == boards.hands(board)
    assert sealed_access.secret(other.board_set) == other.board_set.secret
    assert logged("read_board") == []
    read = organise.read_hands(board.board_set, cast.director)
    assert read == {1: boards.hands(board), 2: boards.hands(other)}
    (entry,) = logged("read_board")
    assert entry["actor"] == str(cast.director)
    assert entry["details"]["sealed"] is False


@pytest.mark.full
def test_closing_opens_a_round_s_boards_and_no_others(cast: Cast) -> None:
    first = cast.round_in_play()
    close(cast, first)
    second = cast.round_in_play("other")
    opened = {board.board_set.number: board.opened_at for board in boards_of(cast.event)}
    assert opened[first.number] is not None
    assert opened[second.number] is None


@pytest.mark.full
@pytest.mark.parametrize("planned", [3, None, 9])
def test_a_movement_keeps_its_boards_sealed_until_its_last_round(planned: int | None) -> None:
    cast = over_boards.assemble(
        6, draw_method=DrawMethod.MITCHELL, rounds_planned=planned, comparison="matchpoints"
    )
    sets = set()
    for last in (False, False, True):
        round_ = cast.round_in_play()
        sets.add(boards.number_of_set(round_))
        close(cast, round_)
        assert all(boards.is_open(board) is last for board in boards_of(cast.event))
    assert sets == {1}
    assert BoardSet.objects.count() == 1


@pytest.mark.full
def test_an_event_that_is_finished_has_no_sealed_board() -> None:
    cast = over_boards.assemble(
        6, draw_method=DrawMethod.MITCHELL, rounds_planned=3, comparison="matchpoints"
    )
    for _ in range(3):
        close(cast, cast.round_in_play())
    Board.objects.update(opened_at=None)
    organise.finish_event(cast.event, cast.director)
    made = boards_of(cast.event)
    assert made
    assert all(boards.is_open(board) for board in made)


@pytest.mark.full
def test_boards_that_are_passed_on_have_no_cards_of_ours() -> None:
    cast = over_boards.assemble(boards=BoardSource.PASSED)
    round_ = cast.round_in_play()
    (made,) = BoardSet.objects.all()
    assert (made.secret, made.commitment) == ("", "")
    assert {board.hands for board in boards_of(cast.event)} == {None}
    assert not boards.is_open(boards_of(cast.event)[0])
    close(cast, round_)
    assert boards.is_open(boards_of(cast.event)[0])


def test_what_happened_at_a_table_does_not_say_who_leads_a_board(cast: Cast) -> None:
    round_ = cast.round_in_play()
    for table in (0, 2):
        cast.post(cast.deals(round_)[table])
    leaders = {board.board_no: board.leader for board in boards_of(cast.event)}
    assert leaders == {1: "N", 2: "E"}
    assert cast.event.ruleset.rules["next_lead"] == "first_lead"


@pytest.mark.full
def test_the_log_holds_neither_a_secret_nor_a_digest_of_hands(cast: Cast) -> None:
    close(cast, cast.round_in_play())
    (made,) = BoardSet.objects.all()
    bodies = "".join(AuditEntry.objects.values_list("body", flat=True))
    assert made.secret not in bodies
    assert "tournaments_board" not in bodies
    assert verification.verify(cast.tournament) == []


def test_the_console_gives_sealed_hands_and_says_so_in_the_log(cast: Cast) -> None:
    cast.drawn_round()
    output = io.StringIO()
    call_command("deal_sheets", cast.event.uid, "--round", "1", stdout=output)
    first, second = boards_of(cast.event)
    dealt = boards.hands(second)
    assert dealt is not None
    assert "Board 1 · marked North" in output.getvalue()
    assert f"West: {' '.join(cards_of(dealt['W']))}" in output.getvalue()
    assert first.board_set.secret not in output.getvalue()
    (entry,) = logged("read_board")
    assert (entry["actor"], entry["details"]["sealed"]) == ("system:huapai", True)


def cards_of(hand: tuple[str, ...]) -> list[str]:
    signs = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
    return [signs[card[0]] + card[1:] for card in hand]


def test_the_console_writes_a_paper_that_nobody_else_can_read(cast: Cast, tmp_path: Path) -> None:
    cast.drawn_round()
    path = tmp_path / "boards.pdf"
    call_command(
        "deal_sheets", cast.event.uid, "--round", "1", "--pdf", str(path), stdout=io.StringIO()
    )
    assert path.read_bytes().startswith(b"%PDF-")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(CommandError):
        call_command("deal_sheets", cast.event.uid, "--round", "1", "--pdf", str(tmp_path))


def test_the_console_has_nothing_where_nothing_was_dealt(cast: Cast) -> None:
    with pytest.raises(CommandError, match="no such round"):
        call_command("deal_sheets", cast.event.uid, "--round", "1")
    passed = over_boards.boards_of(cast.event)
    assert passed == []


@pytest.mark.full
def test_the_desk_reads_hands_once_they_are_open_and_not_before(cast: Cast, client: Client) -> None:
    round_ = cast.round_in_play()
    client.force_login(cast.alice)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    where = reverse("desk_boards", args=[cast.event.uid])
    (made,) = BoardSet.objects.all()
    assert made.commitment in client.get(where).content.decode()
    refused = client.post(where, {"board_set": made.uid})
    assert refused.context["read"] is None
    assert "sealed until the last round" in refused.content.decode()
    close(cast, round_)
    shown = client.post(where, {"board_set": made.uid}).content.decode()
    assert 'id="hands"' in shown
    assert made.secret not in shown
    (entry,) = logged("read_board")
    assert entry["actor"] == str(cast.director)


@pytest.mark.full
@pytest.mark.parametrize("role", sampled(Role, (Role.OWNER, Role.REFEREE)))
def test_no_role_reads_a_sealed_board(cast: Cast, client: Client, role: Role) -> None:
    cast.round_in_play()
    organise.grant_role(cast.director, cast.tournament, cast.bob, role)
    client.force_login(cast.bob)
    (made,) = BoardSet.objects.all()
    where = reverse("desk_boards", args=[cast.event.uid])
    answer = client.post(where, {"board_set": made.uid})
    assert answer.context["read"] is None
    assert logged("read_board") == []


@pytest.mark.full
def test_the_boards_of_another_event_are_not_read_through_this_one(
    cast: Cast, client: Client
) -> None:
    close(cast, cast.round_in_play())
    (made,) = BoardSet.objects.all()
    Board.objects.update(opened_at=timezone.now())
    client.force_login(cast.charlie)
    where = reverse("desk_boards", args=[cast.event.uid])
    assert client.post(where, {"board_set": made.uid}).status_code == 404
