"""What the public data say, and what they keep to themselves as the pages do."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.members import merging
from tests import cast as people
from tests import teams_cast
from tests.cast import PLAYERS, Cast
from tests.tournaments import over_boards
from tests.web.publish.sealed import told
from tournaments.models import Board, BoardSource, Comparison, Event, Form, Person, Round
from tournaments.results import event_record, reading


@pytest.fixture
def cast(db: None) -> Cast:
    """An event of eight players, nothing drawn yet."""
    return people.assemble()


def fetch(client: Client, name: str, *args: str | int, **query: Any) -> Any:
    """Return the data at an address that is there."""
    answer = client.get(reverse(f"data_{name}", args=args), query)
    assert answer.status_code == 200, (name, args)
    return answer.json()


def statuses(client: Client, event: Event) -> dict[str, int]:
    """Ask all that is of an event, its first round, and its tournament."""
    addresses: dict[str, list[str | int]] = {
        **{name: [event.uid] for name in ("event", "entries", "rounds", "standings", "results")},
        **{name: [event.uid, 1] for name in ("round", "tables")},
        "boards": [event.uid],
        "tournament": [event.tournament.uid],
    }
    return {
        name: client.get(reverse(f"data_{name}", args=args)).status_code
        for name, args in addresses.items()
    }


def test_standings_are_those_of_the_page_with_what_they_follow_from(
    cast: Cast, client: Client
) -> None:
    cast.closed_round()
    rows = event_record.public_record(reading.read(cast.event)).standings()
    shown = fetch(client, "standings", cast.event.uid)
    assert (shown["count"], shown["pages"], shown["next"], shown["previous"]) == (8, 1, None, None)
    assert [(row["place"], row["entry"]["uid"], row["total"]) for row in shown["items"]] == [
        (row.rank.place, row.competitor.uid, int(row.rank.total)) for row in rows
    ]
    first = shown["items"][0]
    assert first["score"] == first["total"] == sum(score["points"] for score in first["rounds"])
    assert {score["counts_as"] for score in first["rounds"]} == {"played"}


def test_a_result_leads_to_the_lines_of_its_settlement(cast: Cast, client: Client) -> None:
    round_ = cast.closed_round()
    results = fetch(client, "results", cast.event.uid)
    assert results["count"] == len(results["items"]) == len(cast.deals(round_))
    result = results["items"][0]
    deal = client.get(result["url"]).json()
    (version,) = deal["versions"]
    assert {total["seat"]: total["score"] for total in version["sums"]} == {
        seat["seat"]: seat["points"] for seat in result["seats"]
    }
    for total in version["sums"]:
        assert all(line["code"] and line["sentence"] for line in total["lines"])
    tables = fetch(client, "tables", cast.event.uid, round_.number)["items"]
    assert result["uid"] in {deal["uid"] for table in tables for deal in table["deals"]}


def test_hours_bear_the_zone_of_the_hall_and_links_the_host(cast: Cast, client: Client) -> None:
    cast.round_in_play()
    (round_,) = fetch(client, "rounds", cast.event.uid)["items"]
    assert round_["published_at"].endswith("+08:00")
    assert round_["url"] == f"http://testserver/api/1/events/{cast.event.uid}/rounds/1/"
    shown = client.get(round_["url"]).json()
    assert {name: shown[name] for name in round_} == round_
    assert client.get(shown["tables"]).json()["count"] == 2
    assert client.get(round_["page"]).status_code == 200


def test_a_long_list_comes_in_pages_of_200(db: None, client: Client) -> None:
    many = people.assemble(players=204)
    uid = many.event.uid
    first = fetch(client, "entries", uid, language="en")
    assert (first["count"], first["pages"], len(first["items"])) == (204, 2, 200)
    second = client.get(first["next"]).json()
    assert [entry["number"] for entry in second["items"]] == [201, 202, 203, 204]
    assert second["next"] is None
    assert "language=en" in second["previous"]
    assert client.get(second["previous"]).json() == first


def test_a_draw_is_not_told_before_it_is_published(cast: Cast, client: Client) -> None:
    draft = cast.drawn_round()
    told_of = {"event": 200, "entries": 200, "rounds": 200, "standings": 200, "results": 200}
    hidden = {"round": 404, "tables": 404, "boards": 200, "tournament": 200}
    assert statuses(client, cast.event) == {**told_of, **hidden}
    assert fetch(client, "rounds", cast.event.uid)["items"] == []
    assert fetch(client, "results", cast.event.uid)["count"] == 0
    (deal, *_) = cast.deals(draft)
    assert client.get(reverse("data_deal", args=[deal.uid])).status_code == 404
    Round.objects.update(state=Round.State.CANCELLED)
    assert statuses(client, cast.event) == {**told_of, **hidden}


@pytest.mark.parametrize("state", [Event.State.DRAFT, Event.State.CANCELLED])
def test_an_event_that_is_withdrawn_or_a_draft_is_nowhere(
    cast: Cast, client: Client, state: str
) -> None:
    round_ = cast.closed_round()
    Event.objects.update(state=state)
    assert set(statuses(client, cast.event).values()) == {404}
    (deal, *_) = cast.deals(round_)
    assert client.get(reverse("data_deal", args=[deal.uid])).status_code == 404
    assert fetch(client, "tournaments")["items"] == []


def test_who_is_blanked_has_no_name_here(cast: Cast, client: Client) -> None:
    round_ = cast.closed_round()
    uid = cast.event.uid
    deal = cast.deals(round_)[0]

    def texts() -> dict[str, str]:
        at: dict[str, list[str | int]] = {
            **{name: [uid] for name in ("entries", "standings", "results")},
            "tables": [uid, 1],
            "deal": [deal.uid],
            "tournament": [cast.tournament.uid],
        }
        return {name: str(fetch(client, name, *args)) for name, args in at.items()}

    name = deal.sitting.seats.select_related("person").order_by("pk")[0].person.name
    named = {where for where, text in texts().items() if name in text}
    assert {"entries", "standings", "results", "tables", "deal"} <= named
    assert name in PLAYERS
    merging.blank(cast.club, cast.director, Person.objects.get(name=name))
    after = texts()
    assert [where for where, text in after.items() if name in text] == []
    assert Person.BLANKED in after["entries"]


@pytest.mark.full
def test_a_sealed_board_tells_neither_its_cards_nor_what_it_came_to(
    db: None, client: Client
) -> None:
    cast = over_boards.assemble(8, form=Form.INDIVIDUAL, comparison=Comparison.MATCHPOINTS)
    round_ = cast.round_in_play()
    boards = over_boards.boards_of(cast.event)
    deal = cast.deals(round_)[0]
    cast.post(deal)
    uid = cast.event.uid
    (result,) = fetch(client, "results", uid)["items"]
    assert result["is_sealed"]
    assert {seat["points"] for seat in result["seats"]} == {None}
    tables = fetch(client, "tables", uid, 1)["items"]
    assert {seat["points"] for table in tables for seat in table["seats"]} == {None}
    assert [table["sides"] for table in tables] == [[], []]
    shown = fetch(client, "deal", deal.uid)
    assert (shown["is_sealed"], shown["versions"], shown["hands"]) == (True, [], [])
    board = fetch(client, "board", uid, 1, 1)
    assert (board["is_open"], board["hands"], board["compared"]) == (False, [], [])
    (boards_shown,) = fetch(client, "boards", uid)["items"]
    assert boards_shown["commitment"]
    assert boards_shown["secret"] == ""
    assert {row["total"] for row in fetch(client, "standings", uid)["items"]} == {0}
    everything = str([result, tables, shown, board, boards_shown])
    assert told(everything, boards) == []
    Board.objects.update(opened_at=boards[0].created_at)
    opened = fetch(client, "board", uid, 1, 1)
    assert told(str(opened), boards[:1]) != []


@pytest.mark.full
def test_a_line_up_is_not_told_before_it_is_revealed(db: None, client: Client) -> None:
    teams = teams_cast.assemble(boards=BoardSource.MADE, comparison=Comparison.IMP)
    uid = teams.event.uid
    assert fetch(client, "tables", uid, 1)["items"] == []
    (match, *_) = fetch(client, "round", uid, 1)["matches"]
    assert match["awaits_line_ups"]
    assert len(match["teams"]) == 2
    teams.reveal(teams.segment(1))
    tables = fetch(client, "tables", uid, 1)["items"]
    assert len({table["room"] for table in tables}) == 2
    assert all(seat["name"] for table in tables for seat in table["seats"])
