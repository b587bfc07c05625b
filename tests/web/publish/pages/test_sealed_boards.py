"""What the page of a deal does not show while its board is still to be played elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from referee.base.handed_in import seal
from scoring.cards import DECK
from tests import teams_cast
from tests.address_tables import DESK, Desk
from tests.cast import NORTH_TAKES_THE_PIG, Cast
from tests.public_addresses import PUBLIC
from tests.referee.hall import Hall, Tablet, codes
from tests.samples import sampled
from tests.tournaments import over_boards
from tests.web.publish import addresses, replays
from tests.web.publish.sealed import told
from tests.world import World, assemble
from tournaments import results
from tournaments.models import (
    AuditEntry,
    Board,
    BoardSet,
    BoardSource,
    Comparison,
    Deal,
    Form,
    Publication,
    Result,
    Role,
)
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.structure import boards
from web.publish import documents
from web.publish.documents import Subject
from web.publish.printed import reading

PLAYED: Mapping[str, Any] = replays.played({"preset": "classic"})
PLAIN = "S2"
"""A card that no sheet asks for; it is in somebody's hand all the same."""


@pytest.fixture
def shared(db: None) -> tuple[Cast, Deal]:
    """A deal over a board that another table has still to play, with its plays recorded."""
    options: Any = {"form": Form.INDIVIDUAL, "comparison": Comparison.MATCHPOINTS}
    cast = over_boards.assemble(8, **options)
    deal = cast.deals(cast.round_in_play())[0]
    assert deal.board
    Board.objects.filter(pk=deal.board.pk).update(hands=PLAYED["hands"])
    deal = cast.deals(deal.sitting.segment.match.round)[0]
    replays.post(cast, deal, PLAYED)
    return cast, deal


def page(client: Client, deal: Deal) -> str:
    return client.get(addresses.page_of(deal)).content.decode()


@pytest.mark.full
def test_a_board_that_others_have_yet_to_play_shows_that_there_is_a_result(
    shared: tuple[Cast, Deal], english: Client
) -> None:
    _cast, deal = shared
    shown = page(english, deal)
    assert "Other tables still have to play the board" in shown
    assert 'data-card="' not in shown
    assert "How it adds up" not in shown


@pytest.mark.full
def test_an_earlier_version_tells_no_more(shared: tuple[Cast, Deal], english: Client) -> None:
    cast, deal = shared
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        report = ledger.Report(Result.Kind.PLAYED, PLAYED)
        origin = ledger.Origin("sheet", "sheet")
        ledger.post(made, deal, report, seen=1, origin=origin, reason="misread")
    shown = english.get(addresses.page_of(deal))
    assert shown.context["page"].versions == ()
    assert "misread" not in shown.content.decode()


@pytest.mark.full
def test_a_board_that_was_opened_is_shown(shared: tuple[Cast, Deal], english: Client) -> None:
    _cast, deal = shared
    Board.objects.update(opened_at=timezone.now())
    shown = page(english, deal)
    assert "Trick by trick" in shown
    assert f'data-card="{PLAIN}"' in shown


def test_a_board_that_nobody_has_opened_is_closed_and_no_board_is_open(cast: Cast) -> None:
    board_set = BoardSet.objects.create(event=cast.event, number=1)
    assert not boards.is_open(Board.objects.create(board_set=board_set, board_no=1))
    assert boards.is_open(None)


@pytest.fixture
def world(db: None) -> World:
    """One of everything, in an event of eight players over boards that the program dealt."""
    cast = over_boards.assemble(8, form=Form.INDIVIDUAL, comparison=Comparison.MATCHPOINTS)
    return assemble(cast)


def texts(answer: Any) -> str:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return body.decode(errors="replace") + repr(answer.headers)


def asked_of_all(client: Client, world: World) -> dict[str, str]:
    """Ask every address of the program by every method; return what is answered."""
    answers = {}
    for name, door in {
        **DESK,
        **{page_name: Desk(values_of) for page_name, values_of in PUBLIC.items()},
    }.items():
        for method in ("get", "post"):
            address = reverse(name, args=door.of(world))
            answers[f"{method} {name}"] = texts(client.generic(method.upper(), address))
    return answers


@pytest.mark.full
@pytest.mark.parametrize("who", sampled(["alice", None], [None]))
def test_no_address_tells_a_sealed_hand_or_the_secret(
    world: World, client: Client, who: str | None
) -> None:
    boards_made = over_boards.boards_of(world.cast.event)
    assert told(str(boards_made[0].hands), boards_made) != []
    if who:
        client.force_login(getattr(world.cast, who))
    answers = asked_of_all(client, world)
    assert {
        name: leaks for name, text in answers.items() if (leaks := told(text, boards_made))
    } == {}
    assert boards_made[0].board_set.commitment in answers["get boards"]


@pytest.mark.full
def test_the_boards_are_told_as_soon_as_they_are_open(world: World, client: Client) -> None:
    boards_made = over_boards.boards_of(world.cast.event)
    Board.objects.update(opened_at=timezone.now())
    page_text = texts(client.get(reverse("board", args=[world.cast.event.uid, 1, 1])))
    assert told(page_text, boards_made[:1]) != []
    page_text = texts(client.get(reverse("boards", args=[world.cast.event.uid])))
    assert boards_made[0].board_set.secret in page_text


@pytest.mark.full
def test_a_tablet_is_told_no_sealed_hand_and_no_secret(world: World, client: Client) -> None:
    boards_made = over_boards.boards_of(world.cast.event)
    tables = tuple(world.cast.tournament.tables.order_by("number"))
    hall = Hall(world.cast, world.round, tables)
    tablet = Tablet(client).opens(hall.tables[1])
    wrong = {"hands": {seat: list(DECK[at::4]) for at, seat in enumerate("NWSE")}}
    report = {**NORTH_TAKES_THE_PIG, "dealt": {"SQ": "N", "HA": "N", "DJ": "N", "C10": "N"}}
    deal = hall.deal(1, hall.tables[1])
    tried: list[Any] = [{"won": {}}, report, {"plays": []}, {"plays": [["N", "S2"]]}]
    asked = [{"deal": deal.uid, "report": report_, "outlook": True} for report_ in tried]
    answers = [tablet.get("round"), *(tablet.post("preview", request) for request in asked)]
    sheet = seal(
        {
            "deal": deal.uid,
            "seen": 0,
            "recorder": "N",
            "report": {"won": NORTH_TAKES_THE_PIG["won"], **wrong},
        }
    )
    answers.append(tablet.sends("sheets", sheet))
    assert codes(answers[-1]) == ["board_differs"]
    assert {str(told(texts(answer), boards_made)) for answer in answers} == {"[]"}


@pytest.mark.full
def test_sealed_boards_cost_the_pack_no_queries_of_their_own(world: World, client: Client) -> None:
    table = world.cast.tournament.tables.get(number=2)
    tablet = Tablet(client).opens(table)

    def ask() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert tablet.get("round").status_code == 200
        return len(asked)

    ask()
    sealed = ask()
    Deal.objects.update(board=None)
    assert sealed <= ask()


@pytest.mark.full
def test_no_paper_export_publication_or_log_tells_it(world: World) -> None:
    boards_made = over_boards.boards_of(world.cast.event)
    subjects = [Subject(world.cast.event), Subject(world.cast.event, round=world.round)]
    papers = {
        kind.name: str(kind.prepare(subject).input)
        for subject in subjects
        for kind in documents.kinds(subject.event, subject.round, roles=Role)
    }
    kept = {
        "log": "".join(AuditEntry.objects.values_list("body", flat=True)),
        "publications": "".join(
            str(publication.shown) for publication in Publication.objects.all()
        ),
    }
    assert boards_made
    assert papers
    writings = {**papers, **kept}
    assert {
        name: leaks for name, text in writings.items() if (leaks := told(text, boards_made))
    } == {}


@pytest.mark.full
def test_what_a_deal_came_to_is_not_told_before_its_board_is_open(
    world: World, english: Client
) -> None:
    played = Deal.objects.get(uid=world.deal)
    uid = world.cast.event.uid
    assert "it is shown here once the board is opened" in page(english, played)
    assert english.get(addresses.page_of(played)).context["page"].versions == ()
    tables = english.get(reverse("round", args=[uid, 1])).context["page"].tables
    shown = [deal for table in tables for part in table.parts for deal in part.deals]
    assert {(deal.is_done, deal.points) for deal in shown if deal.uid == played.uid} == {(True, ())}
    assert {seat.points for table in tables for part in table.parts for seat in part.seats} == {0}
    paper = reading.tables(world.round, results.read(world.round.event), played=True)
    assert [table.results for table in paper] == [{}, {}]
    Board.objects.update(opened_at=timezone.now())
    assert "it is shown here once" not in page(english, played)
    assert any(
        table.results
        for table in reading.tables(world.round, results.read(world.round.event), played=True)
    )


@pytest.mark.full
def test_the_pages_of_a_team_event_tell_nothing_of_the_boards_of_the_next_segment(
    client: Client, db: None
) -> None:
    teams = teams_cast.assemble(boards=BoardSource.MADE, comparison=Comparison.IMP)
    teams.reveal(teams.segment(1))
    teams.play()
    boards_made = over_boards.boards_of(teams.event)
    assert boards_made[0].hands is not None
    pages = {**addresses.of(teams.cast, teams.round)}
    pages |= {name: reverse(name, args=[teams.event.uid]) for name in ("boards", "cross")}
    client.force_login(teams.cast.alice)
    pages |= {"desk": reverse("desk_boards", args=[teams.event.uid])}
    answers = {name: texts(client.get(address)) for name, address in pages.items()}
    assert {
        name: leaks for name, text in answers.items() if (leaks := told(text, boards_made))
    } == {}
    (deal,) = [deal for deal in teams.cast.deals(teams.round) if deal.done][:1]
    assert client.get(addresses.page_of(deal)).context["page"].versions == ()
