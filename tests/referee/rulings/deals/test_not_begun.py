"""After the call of time one action rules that what was not begun is not played."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from referee.calls import calls
from referee.leases import leases
from referee.models import CallReason, DeviceLease, KeptWrite
from referee.rulings import corrections
from referee.rulings.corrections import PlayEvidence
from referee.sheets import entry
from scoring.game import find_game
from tests import cast as people
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import NOTHING_WON, Hall
from tests.tournaments.results.test_level_matches import DEALERS_THREE, create
from tournaments import organise, results
from tournaments.checks.verification import verify
from tournaments.models import (
    AuditEntry,
    Deal,
    Game,
    Membership,
    Result,
    Role,
    Round,
    RuleSet,
    User,
)
from tournaments.results import game_results

BUTTON = "Rule unbegun deals not played"


@pytest.fixture
def hall(db: None) -> Hall:
    """Two tables that play 正负 to its limit; the first has one result, the second none."""
    cast = people.assemble(players=8, deals_per_round=6)
    rules = find_game("gongzhu").rules({"preset": "plusminus", "all_below_high_are_pigs": False})
    RuleSet.objects.update(rules=rules.as_dict())
    cast.event.refresh_from_db()
    hall = Hall.of(cast)
    cast.post(hall.deal(1))
    return hall


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    """A browser in which Bob, the referee, has signed in, in English."""
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def call_time(round_: Round, official: User) -> None:
    organise.start_clock(round_, official, 60, seen=0)
    organise.call_time(round_, official, seen=1)


def address(round_: Round) -> str:
    return reverse("referee_not_begun", args=[round_.event.tournament.uid, round_.uid])


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def round_page(desk: Client, round_: Round) -> str:
    return text(desk.get(reverse("desk_round", args=[round_.uid])))


def press(desk: Client, round_: Round, reason: str = "the time is over") -> Any:
    """Send the page as it is shown."""
    listed = [open_deal.deal.uid for open_deal in desk.get(address(round_)).context["bare"]]
    return desk.post(address(round_), {"deal": listed, "reason": reason}, follow=True)


def signs(hall: Hall) -> dict[tuple[int, int], PlayEvidence | None]:
    open_deals = corrections.open_deals(hall.round)
    return {
        (open_deal.table, open_deal.deal.play_order): open_deal.evidence for open_deal in open_deals
    }


def ended(round_: Round) -> list[bool]:
    rows = Game.objects.filter(match__round=round_).order_by("match__number")
    return [row.ended_at is not None for row in rows]


@pytest.mark.full
def test_before_the_call_there_is_no_button_and_nothing_is_ruled(hall: Hall, desk: Client) -> None:
    organise.start_clock(hall.round, hall.cast.bob, 60, seen=0)
    assert BUTTON not in round_page(desk, hall.round)
    sent = {"deal": [hall.deal(2).uid], "reason": "late"}
    page = text(desk.post(address(hall.round), sent))
    assert "In round 1 the time is not up at any table." in page
    assert not Deal.objects.get(pk=hall.deal(2).pk).done


@pytest.mark.full
@pytest.mark.databases
def test_one_action_ends_the_games_of_all_tables(hall: Hall, desk: Client) -> None:
    call_time(hall.round, hall.cast.bob)
    assert BUTTON in round_page(desk, hall.round)
    before = AuditEntry.objects.count()
    answer = press(desk, hall.round)
    assert answer.redirect_chain == [(reverse("desk_round", args=[hall.round.uid]), 302)]
    assert "2 deals are not played." in text(answer)
    assert f"{BUTTON}</a>" not in text(answer)
    assert AuditEntry.objects.count() == before + 1
    entry_of_log = AuditEntry.objects.latest("pk")
    assert (entry_of_log.verb, entry_of_log.actor) == ("rule_deal", f"user:{hall.cast.bob.uid}")
    game_standings = game_results.game_standings(results.read(hall.cast.event)).values()
    assert sorted((stand.ended, len(stand.counted)) for stand in game_standings) == [
        (True, 0),
        (True, 1),
    ]
    assert ended(hall.round) == [True, True]
    ruled = Result.live.filter(kind=Result.Kind.NOT_PLAYED)
    assert {row.reason for row in ruled} == {"the time is over"}
    assert verify(hall.cast.tournament) == []
    organise.close_round(hall.round, hall.cast.director)


@pytest.mark.full
def test_pressed_again_it_says_that_nothing_is_left(hall: Hall, desk: Client) -> None:
    call_time(hall.round, hall.cast.bob)
    sent = {"deal": [hall.deal(2).uid], "reason": "late"}
    for _ in range(2):
        answer = desk.post(address(hall.round), sent)
    assert "No deal is left that had not begun" in text(answer)
    assert Result.live.filter(kind=Result.Kind.NOT_PLAYED).count() == 1


@pytest.mark.full
def test_without_a_reason_nothing_is_ruled(hall: Hall, desk: Client) -> None:
    call_time(hall.round, hall.cast.bob)
    assert press(desk, hall.round, " ").context["form"].errors
    assert not Result.live.filter(kind=Result.Kind.NOT_PLAYED).exists()


@pytest.mark.full
def test_a_table_with_a_sheet_in_dispute_stays(hall: Hall, desk: Client) -> None:
    sheet = hall.sheet(hall.deal(2), NOTHING_WON)
    entry.submit(writer=hall.writer(), sealed=sheet)
    call_time(hall.round, hall.cast.bob)
    page = text(desk.get(address(hall.round)))
    assert "there is a sheet" in page
    press(desk, hall.round)
    assert ended(hall.round) == [False, True]
    assert signs(hall) == {(1, 2): PlayEvidence.SHEET}
    assert BUTTON not in round_page(desk, hall.round)


@pytest.mark.full
def test_a_sheet_that_comes_after_the_page_was_read_is_named(hall: Hall, desk: Client) -> None:
    call_time(hall.round, hall.cast.bob)
    listed = [open_deal.deal.uid for open_deal in desk.get(address(hall.round)).context["bare"]]
    entry.submit(writer=hall.writer(), sealed=hall.sheet(hall.deal(2), NORTH_TAKES_THE_PIG))
    sent = {"deal": listed, "reason": "late"}
    page = text(desk.post(address(hall.round), sent, follow=True))
    assert "1 deal is not played." in page
    assert "Left out: Table 1, deal 2." in page
    assert not Deal.objects.get(pk=hall.deal(2).pk).done


@pytest.mark.full
def test_where_nobody_knows_nothing_is_chosen_and_the_page_says_why(
    hall: Hall, desk: Client
) -> None:
    call_time(hall.round, hall.cast.bob)
    page = text(desk.get(address(hall.round)))
    assert (page.count('name="deal"'), page.count("checked")) == (2, 0)
    assert (
        'Table 1, deal 2</span> <span class="small muted">not known: the previous deal was not sent'
        in page
    )
    assert '1</span> <span class="small muted">not known: nothing has come from this' in page


@pytest.mark.full
def test_what_came_before_the_call_leaves_time_for_another_deal(hall: Hall, desk: Client) -> None:
    plays(hall)
    call_time(hall.round, hall.cast.bob)
    page = text(desk.get(address(hall.round)))
    assert page.count("checked") == 0
    assert (
        'Table 2, deal 2</span> <span class="small muted">not known: the previous deal came at'
        in page
    )


@pytest.mark.full
def test_what_came_after_the_call_was_the_last_deal_and_is_chosen(hall: Hall, desk: Client) -> None:
    call_time(hall.round, hall.cast.bob)
    plays(hall)
    page = text(desk.get(address(hall.round)))
    deal = hall.deal(2, hall.tables[1])
    assert page.count("checked") == 1
    assert f'value="{deal.uid}" checked' in page
    assert ", after the time was up at" in page


@pytest.mark.full
def test_a_correction_after_the_call_says_nothing_of_when_the_deal_was_played(hall: Hall) -> None:
    plays(hall)
    call_time(hall.round, hall.cast.bob)
    sealed = hall.sheet(other(hall), NOTHING_WON, seen=1)
    entry.submit(writer=hall.writer(hall.tables[1]), sealed=sealed)
    (deal,) = (
        deal for deal in corrections.open_deals(hall.round) if deal.table == hall.tables[1].number
    )
    assert deal.doubt == corrections.BeginningDoubt.EARLIER


@pytest.mark.full
def test_whoever_was_sent_back_finds_what_he_had_chosen(hall: Hall, desk: Client) -> None:
    call_time(hall.round, hall.cast.bob)
    sent = {"deal": [hall.deal(2).uid], "reason": ""}
    page = text(desk.post(address(hall.round), sent))
    assert f'value="{hall.deal(2).uid}" checked' in page
    assert page.count("checked") == 1


@pytest.mark.full
def test_what_was_not_listed_is_not_ruled(hall: Hall, desk: Client) -> None:
    call_time(hall.round, hall.cast.bob)
    desk.post(address(hall.round), {"deal": [hall.deal(2).uid], "reason": "late"})
    assert ended(hall.round) == [True, False]


@pytest.mark.full
def test_a_table_with_time_of_its_own_plays_on(hall: Hall, desk: Client) -> None:
    call_time(hall.round, hall.cast.bob)
    number = hall.tables[1].number
    organise.extend_clock(hall.round, hall.cast.bob, 5, seen=2, table=number)
    assert list(signs(hall)) == [(1, 2)]
    press(desk, hall.round)
    assert ended(hall.round) == [True, False]


@pytest.mark.full
def test_what_a_tablet_may_still_send_keeps_its_table_open(hall: Hall) -> None:
    call_time(hall.round, hall.cast.bob)
    lease = leases.open_table(table=hall.tables[1], device="a-tablet").lease
    assert set(signs(hall).values()) == {None}
    calls.call_referee(
        lease, "a-call-of-table-2", calls.CallDetails(CallReason.CLAIM, deal=other(hall).uid)
    )
    assert signs(hall)[2, 1] == PlayEvidence.CALL
    DeviceLease.objects.filter(pk=lease.pk).update(waiting=1)
    assert signs(hall)[2, 1] == PlayEvidence.UNSENT
    why: dict[str, Any] = {"kind": "sheet", "reason": "differs"}
    sealed = hall.sheet(other(hall)).sealed
    KeptWrite.objects.create(tournament=hall.cast.tournament, lease=lease, sealed=sealed, **why)
    assert signs(hall)[2, 1] == PlayEvidence.KEPT


def other(hall: Hall) -> Deal:
    return hall.deal(1, hall.tables[1])


def plays(hall: Hall) -> None:
    """Let the tablet of the second table send its first deal, and the table confirm it."""
    writer, sealed = hall.writer(hall.tables[1]), hall.sheet(other(hall))
    entry.submit(writer=writer, sealed=sealed)
    entry.confirm(writer=writer, sealed=hall.agreement(sealed))


@pytest.mark.full
def test_a_scorer_has_neither_the_button_nor_the_page(hall: Hall, desk: Client) -> None:
    call_time(hall.round, hall.cast.bob)
    hall.cast.bob.memberships.update(role=Role.SCORER)
    assert BUTTON not in round_page(desk, hall.round)
    assert desk.get(address(hall.round)).status_code == 403
    assert desk.post(address(hall.round)).status_code == 403


@pytest.mark.full
def test_a_round_of_so_many_deals_is_left_alone(db: None) -> None:
    hall = Hall.of(people.assemble())
    call_time(hall.round, hall.cast.bob)
    assert corrections.open_deals(hall.round) == ()


@pytest.mark.full
def test_matches_to_a_level_end_so_too(db: None, client: Client) -> None:
    to_six = {"preset": "standard-2", "target_level": "6", "must_play": []}
    matches = create(pairs=4, rules=to_six, to_limit=True, deals_per_round=20)
    round_ = matches.begin()
    matches.play(round_, DEALERS_THREE)
    alice = User.objects.get(username="alice")
    call_time(round_, alice)
    client.force_login(alice)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    assert BUTTON in round_page(client, round_)
    assert "2 deals are not played." in text(press(client, round_))
    assert ended(round_) == [True, True]
    assert [deal.done for deal in matches.deals(round_)] == [True, True]
    assert verify(matches.tournament) == []
    organise.close_round(round_, matches.director)


@pytest.mark.full
def test_the_desk_counts_the_deals_of_games_and_expects_no_number(hall: Hall, desk: Client) -> None:
    page = round_page(desk, hall.round)
    assert '<span class="small number">1 deal</span>' in page
    assert '<span class="small number">0 deals</span>' in page
    assert "<progress" not in page.partition('class="table-tiles"')[2].partition("</ul>")[0]


@pytest.mark.full
@pytest.mark.databases
def test_what_lies_open_is_told_by_two_queries(
    hall: Hall, django_assert_max_num_queries: Any
) -> None:
    call_time(hall.round, hall.cast.bob)
    plays(hall)
    round_ = Round.objects.select_related("event__tournament").get(pk=hall.round.pk)
    with django_assert_max_num_queries(2):
        assert corrections.open_deals(round_)


@pytest.mark.full
def test_a_result_that_was_taken_back_is_a_sign_of_play(hall: Hall) -> None:
    corrections.rule(hall.deal(1), hall.cast.bob, Result.Kind.RETRACTED, "the wrong deal", seen=1)
    call_time(hall.round, hall.cast.bob)
    assert signs(hall)[1, 1] == PlayEvidence.RESULT


@pytest.mark.full
@pytest.mark.databases
def test_a_referee_of_some_tables_rules_so_there_and_reads_whose_the_others_are(
    hall: Hall, desk: Client
) -> None:
    Membership.objects.filter(user=hall.cast.bob).update(tables="|1|")
    call_time(hall.round, hall.cast.alice)
    assert BUTTON in round_page(desk, hall.round)
    page = desk.get(address(hall.round))
    assert [row.table for row in page.context["bare"]] == [1]
    assert "Table 2 is not one of yours. Yours is table 1." in text(page)
    other = hall.deal(1, hall.tables[1])
    sent = {"deal": [hall.deal(2).uid, other.uid], "reason": "late"}
    refused = desk.post(address(hall.round), sent)
    assert refused.status_code == 403
    assert "Table 2 is not one of yours." in text(refused)
    press(desk, hall.round)
    assert ended(hall.round) == [True, False]


@pytest.mark.full
def test_after_the_correction_period_a_referee_rules_so_no_more(hall: Hall, desk: Client) -> None:
    call_time(hall.round, hall.cast.bob)
    sent = {"deal": [hall.deal(2).uid], "reason": "late"}
    Round.objects.update(state=Round.State.CLOSED, closed_at=timezone.now() - timedelta(days=9))
    assert desk.post(address(hall.round), sent).status_code == 403
