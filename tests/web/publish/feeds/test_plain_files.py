"""Standings and results for programs: the same heads everywhere, uids, and what is public alone."""

from __future__ import annotations

import csv
import io

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.members import merging
from tests import cast as people
from tests.cast import Cast
from tests.tournaments import over_boards
from tournaments import organise
from tournaments.models import (
    Board,
    Comparison,
    Deal,
    DrawMethod,
    Entry,
    Event,
    Match,
    Person,
)

EVIL = "=HYPERLINK(1)"
FILES = ("standings_file", "results_file")
STANDINGS = (
    "rank,is_shared,entry_uid,number,name,group,direction,state,deals,wins,draws,losses,points,"
    "table_points,match_points,penalties,carried,share,total,score,difference,change,tie_break,"
    "tie_break_value,round_1"
)
RESULTS = (
    "round,table,match_uid,room,segment,game,deal_uid,board,seat,entry_uid,number,name,kind,score"
)


@pytest.fixture
def played(db: None) -> Cast:
    cast = people.assemble(players=7)
    organise.add_entries(cast.event, cast.director, [[EVIL]])
    cast.play(cast.round_in_play())
    return cast


def rows_of(client: Client, event: Event, name: str, language: str = "en") -> list[dict[str, str]]:
    answer = client.get(reverse(name, args=[event.uid]), headers={"Accept-Language": language})
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert answer.content.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


@pytest.mark.full
def test_standings_have_the_same_heads_in_every_language(played: Cast, client: Client) -> None:
    rows = rows_of(client, played.event, "standings_file")
    assert rows == rows_of(client, played.event, "standings_file", "zh-hans")
    assert ",".join(rows[0]) == STANDINGS
    assert {row["entry_uid"] for row in rows} == set(
        played.event.entries.values_list("uid", flat=True)
    )
    assert sorted(int(row["total"]) for row in rows) == [-200, -200, 100, 100, 200, 200, 400, 400]
    assert [row["rank"] for row in rows][:3] == ["1", "1", "3"]
    assert {row["name"] for row in rows} >= {"甲", f"'{EVIL}"}


@pytest.mark.full
@pytest.mark.databases
def test_results_name_deal_match_and_entry(played: Cast, client: Client) -> None:
    rows = rows_of(client, played.event, "results_file")
    assert ",".join(rows[0]) == RESULTS
    assert len(rows) == 2 * 2 * 4
    assert sum(int(row["score"]) for row in rows) == 4 * (200 + 100 + 50 - 100)
    for column, model in (("deal_uid", Deal), ("match_uid", Match), ("entry_uid", Entry)):
        assert {row[column] for row in rows} == set(model.objects.values_list("uid", flat=True))


@pytest.mark.full
def test_a_blanked_name_is_blanked_at_once(played: Cast, client: Client) -> None:
    entry = played.event.entries.get(number=1)
    person = entry.members.get().person
    name = person.name
    kept = {each: client.get(reverse(each, args=[played.event.uid]))["ETag"] for each in FILES}
    merging.blank(played.club, played.director, person)
    for each in FILES:
        rows = rows_of(client, played.event, each)
        assert name not in {row["name"] for row in rows}
        assert {row["name"] for row in rows if row["entry_uid"] == entry.uid} == {Person.BLANKED}
        address = reverse(each, args=[played.event.uid])
        assert client.get(address, headers={"If-None-Match": kept[each]}).status_code == 200


@pytest.mark.parametrize(
    ("name", "more", "says"),
    [
        ("standings_file", (), "nothing public"),
        ("results_file", (), "nothing public"),
        ("news_file", ("en",), "nothing public"),
        ("news_file", ("zh-hans",), "没有公开的内容"),
        ("schedule_file", ("en",), "nothing public"),
    ],
)
def test_a_file_that_is_not_there_is_a_problem_that_every_site_reads(
    db: None, client: Client, name: str, more: tuple[str, ...], says: str
) -> None:
    address = reverse(name, args=["0" * 12, *more])
    # A file has the language of its address, else that of its reader.
    language = "zh-hans" if more else "en"
    for answer in (
        client.get(address, headers={"Accept-Language": language}),
        Client(enforce_csrf_checks=True).post(address, headers={"Accept-Language": language}),
    ):
        assert answer["Content-Type"] == "application/problem+json"
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert answer["Content-Language"] == (more[0] if more else language)
        problem = answer.json()
        assert problem["status"] == answer.status_code
        assert (answer.status_code == 405) is (says not in problem["detail"])
    asked = client.options(address, headers={"Access-Control-Request-Headers": "if-none-match"})
    assert (asked.status_code, asked["Access-Control-Allow-Origin"]) == (204, "*")


def test_unchanged_files_are_not_sent_again(played: Cast, client: Client) -> None:
    for each in FILES:
        address = reverse(each, args=[played.event.uid])
        stamp = client.get(address)["ETag"]
        again = client.get(address, headers={"If-None-Match": stamp})
        assert (again.status_code, again.content) == (304, b"")
        assert not again.cookies


@pytest.mark.full
def test_sealed_results_are_in_no_file(db: None, client: Client) -> None:
    cast = over_boards.assemble(
        draw_method=DrawMethod.HOWELL, comparison=Comparison.MATCHPOINTS, rounds_planned=3
    )
    cast.play(cast.round_in_play())
    assert rows_of(client, cast.event, "results_file") == []
    assert {row["total"] for row in rows_of(client, cast.event, "standings_file")} == {"0"}
    Board.objects.update(opened_at=timezone.now())
    Event.objects.update(public_revision=1000)
    assert len(rows_of(client, cast.event, "results_file")) > 0
