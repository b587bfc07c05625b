"""The rooms of a match in which teams play games (局): tablets, the call of time, penalties."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from referee.base.handed_in import Writer, seal
from referee.leases import leases
from referee.rulings import corrections, listed_penalties, penalties
from referee.sheets import entry
from tests import games_cast
from tests.games_cast import EAST_WEST_LOSE, LITTLE, NORTH_SOUTH_LOSE, InGames
from tournaments import organise, results
from tournaments.checks import recount
from tournaments.checks.verification import verify
from tournaments.models import Deal, Round, Table, User
from web.tablet.api.round_pack import round_pack


@pytest.fixture
def teams(db: None) -> InGames:
    cast = games_cast.assemble()
    cast.show()
    Round.objects.filter(pk=cast.round.pk).update(published_at=timezone.now())
    cast.round.refresh_from_db()
    return cast


def table(teams: InGames, number: int) -> Table:
    return teams.cast.tournament.tables.get(number=number)


def enter(teams: InGames, number: int, facts: Any) -> Deal:
    """Let the tablet of a table send its next deal, and the other side confirm it."""
    writer = Writer.device(leases.open_table(table=table(teams, number), device=f"t{number}").lease)
    deals = Deal.objects.filter(sitting__table__number=number, done=False)
    deal = deals.order_by("sitting__segment__number", "play_order").first()
    assert deal is not None
    sheet = seal({"deal": deal.uid, "seen": deal.version, "recorder": "N", "report": facts})
    entry.submit(writer=writer, sealed=sheet)
    agreed = {"sheet": sheet.key, "sheet_digest": sheet.digest, "seat": "W"}
    entry.confirm(writer=writer, sealed=seal(agreed))
    assert writer.lease is not None
    leases.release(lease=writer.lease, actor=writer.actor)
    return deal


@pytest.mark.full
def test_tablets_play_each_room_to_its_own_end(teams: InGames) -> None:
    for _deal in range(2):
        enter(teams, 1, NORTH_SOUTH_LOSE)
    with translation.override("en"):
        ended, going = (round_pack(table(teams, number)) for number in (1, 2))
    assert all(deal["version"] for deal in ended["deals"])
    assert [deal["play_order"] for deal in going["deals"] if not deal["version"]] == [1]
    enter(teams, 2, LITTLE)
    assert [len(teams.deals(room)) for room in ("open", "closed")] == [2, 2]
    assert verify(teams.cast.tournament) == []


@pytest.mark.full
def test_the_call_of_time_ends_the_games_that_go_on(teams: InGames) -> None:
    enter(teams, 1, LITTLE)
    for _deal in range(2):
        enter(teams, 2, NORTH_SOUTH_LOSE)
    bob = User.objects.get(username="bob")
    organise.start_clock(teams.round, bob, 60, seen=0)
    organise.call_time(teams.round, bob, seen=1)
    (open_deal,) = corrections.open_deals(teams.round)
    assert (open_deal.table, open_deal.deal.play_order) == (1, 2)
    corrections.rule_out(teams.round, bob, [open_deal.deal.uid], "time")
    # The visitors are ahead in the open room, and pig in the closed one.
    assert teams.sums() == ("1", "1", "1", "1")
    organise.close_round(teams.round, teams.cast.director)
    assert (recount.recount(teams.cast.tournament), verify(teams.cast.tournament)) == ([], [])


@pytest.mark.full
def test_a_correction_after_the_close_leaves_the_game_without_its_end(teams: InGames) -> None:
    for number, facts in ((1, NORTH_SOUTH_LOSE), (2, EAST_WEST_LOSE)):
        for _deal in range(2):
            enter(teams, number, facts)
    assert teams.sums() == ("0", "2", "0", "2")
    organise.close_round(teams.round, teams.cast.director)
    teams.post(teams.deals("open")[0], LITTLE)
    assert not teams.stand("open").ended
    assert len(teams.deals("open")) == 2
    # −850 against +50: it stands so, and who is ahead has won it.
    assert teams.stand("open").winners == (teams.side(2).uid,)
    assert teams.sums() == ("0", "2", "0", "2")
    assert recount.recount_shown(teams.cast.tournament) == []


@pytest.mark.full
def test_the_page_of_penalties_names_the_segment(db: None, client: Client) -> None:
    teams = games_cast.assemble(segments=2)
    teams.show(1)
    for room in ("open", "closed"):
        teams.play_in(room, LITTLE)
        teams.not_played(room)
    teams.show(2)
    client.force_login(teams.cast.alice)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    address = reverse("referee_penalties", args=[teams.cast.tournament.uid, teams.event.uid])
    page = client.get(address).content.decode()
    assert all(f"Round 1, table 2 · segment {part}" in page for part in (1, 2))
    snapshot = results.read(teams.event)
    seats = [seat for seat in listed_penalties.played_seats(snapshot) if seat.table == 2]
    first = min(seats, key=lambda seat: seat.game)
    whom = penalties.target(teams.event, f"seat:{first.uid}")
    assert whom is not None
    row = penalties.give(whom, teams.cast.alice, -20, "late")
    assert row.deal is not None
    assert row.deal.game == teams.games[1]
    # The tablet of that table plays the next segment by now, and the other one never had it.
    assert [round_pack(table(teams, number))["penalties"] for number in (1, 2)] == [[], []]
    last = max(seats, key=lambda seat: seat.game)
    whom = penalties.target(teams.event, f"seat:{last.uid}")
    assert whom is not None
    penalties.give(whom, teams.cast.alice, -20, "late")
    counts = [len(round_pack(table(teams, number))["penalties"]) for number in (1, 2)]
    # It stands at the seat of the one it was given to, and not at the partner's.
    assert counts == [0, 1]
