"""A referee of some tables rules at these, and is told elsewhere whose table it is."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.base.refusals import Code
from referee.calls import calls
from referee.calls.calls import CallDetails
from referee.models import Arrival, CallReason, RulingCase
from referee.rulings import cases, listed_penalties, penalties
from referee.rulings.decisions import RulingDecision, RulingSource
from referee.rulings.penalties import Target
from tests.cast import account
from tests.referee.arrivals.lateness import clocked, official
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import decision
from tests.referee.rulings.deciding.test_versions_that_wait import late
from tests.web.desk.rulings.test_case_pages import filled, form_of, store
from tournaments import organise, results
from tournaments.base.refusals import Reason, Refused
from tournaments.models import Adjustment, Deal, Membership, Role, RoleLimit, Seat


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    """Bob, the referee of the first table; Dora looks after the second one."""
    organise.grant_role(hall.cast.director, hall.cast.tournament, account("dora"), Role.REFEREE)
    Membership.objects.filter(user=hall.cast.bob).update(tables="|1|")
    Membership.objects.filter(user__username="dora").update(tables="|2|")
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def address(hall: Hall, name: str, *of: str) -> str:
    return reverse(f"referee_{name}", args=[hall.cast.tournament.uid, *of])


def deal_at(hall: Hall, table: int) -> Deal:
    return hall.deal(1, hall.tables[table - 1])


def seat_at(hall: Hall, table: int) -> Seat:
    rows = Seat.objects.select_related("side", "person", "sitting__table")
    return rows.filter(sitting=deal_at(hall, table).sitting).order_by("pk")[0]


def text(page: Any) -> str:
    return str(page.content.decode())


@pytest.mark.nightly
def test_his_tools_are_there_and_open(hall: Hall, desk: Client) -> None:
    page = text(desk.get(reverse("desk_event", args=[hall.cast.event.uid])))
    tools = page.partition('class="rail-tools"')[2].partition("</ul>")[0]
    assert [
        name for name in ("Calls for the referee", "Penalty points", "Rulings") if name in tools
    ]
    links = set(re.findall(r'href="(/desk/referee/[^"#]*)', tools.replace("&amp;", "&")))
    links |= {address(hall, "claim_policy", hall.cast.event.uid)}
    assert {link: desk.get(link).status_code for link in links} == dict.fromkeys(links, 200)


def test_elsewhere_a_sentence_says_whose_table_it_is(hall: Hall, desk: Client) -> None:
    other = deal_at(hall, 2).uid
    rule = address(hall, "rule_case", hall.cast.event.uid)
    for where in (address(hall, "deal", other), f"{rule}?deal={other}"):
        page = desk.get(where)
        assert page.status_code == 403
        assert "Table 2 is looked after by dora. Yours is table 1." in text(page)


@pytest.mark.full
def test_a_refusal_leads_to_his_own_table_and_desk(hall: Hall, desk: Client) -> None:
    page = text(desk.get(address(hall, "deal", deal_at(hall, 2).uid)))
    for where in (
        reverse("desk_round", args=[hall.round.uid]) + "#table-1",
        address(hall, "overview"),
        reverse("desk"),
    ):
        assert f'href="{where}"' in page
        assert desk.get(where.partition("#")[0]).status_code == 200


@pytest.mark.full
def test_an_irregularity_of_another_table_is_neither_shown_nor_settled(
    hall: Hall, desk: Client
) -> None:
    Membership.objects.filter(user=hall.cast.bob).update(tables="")
    row = late(hall, 1, table=1).row
    Membership.objects.filter(user=hall.cast.bob).update(tables="|1|")
    for own in ({"table": deal_at(hall, 1).sitting.uid}, {"deal": deal_at(hall, 1).uid}, {}):
        where = form_of(hall, **own, irregularity=row.uid)
        assert desk.get(where).status_code == 404
        assert desk.post(where, filled(hall)).status_code == 404
    Membership.objects.filter(user=hall.cast.bob).update(tables="")
    where = form_of(hall, deal=deal_at(hall, 2).uid, irregularity=row.uid)
    assert desk.get(where).status_code == 200


@pytest.mark.full
def test_a_call_from_another_table_is_not_ruled_on(hall: Hall, desk: Client) -> None:
    details = CallDetails(CallReason.IRREGULARITY, "come", "")
    call = calls.call_referee(hall.lease(hall.tables[1]), "call-of-table-2", details)
    bob = hall.cast.bob
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2)
    other = organise.create_event(hall.cast.tournament, hall.cast.director, plan)
    held = Membership.objects.filter(user=bob)
    held.update(tables="")
    limit = RoleLimit.objects.create(membership=held.get(), event=other)
    where = f"{address(hall, 'rule_case', other.uid)}?call={call.uid}"
    assert desk.get(where).status_code == 404
    source = RulingSource(other, call=call)
    with pytest.raises(Refused) as refused:
        cases.decide(source, bob, RulingDecision(facts="seen"))
    assert [problem.code for problem in refused.value.problems] == [Reason.ROLE_ENDED]
    limit.delete()
    assert desk.get(where).status_code == 200
    assert desk.get(form_of(hall, call=call.uid)).status_code == 200


def test_two_sentences_in_chinese_have_no_blank_between(hall: Hall, desk: Client) -> None:
    desk.cookies["django_language"] = "zh-hans"
    page = desk.get(address(hall, "deal", deal_at(hall, 2).uid))
    assert "2号桌由dora负责。您负责1号桌。" in text(page)


@pytest.mark.full
def test_what_needs_the_whole_event_says_so(hall: Hall, desk: Client) -> None:
    page = desk.get(reverse("desk_officials", args=[hall.cast.tournament.uid]))
    assert page.status_code == 403
    assert "This is for: owner, director. Yours is table 1." in text(page)
    typed = desk.get(address(hall, "read_in"))
    assert typed.status_code == 403
    assert "This needs a role in the whole event. Yours is table 1." in text(typed)


def test_who_has_another_role_reads_whose_the_page_is_and_goes_on_at_his_desk(
    hall: Hall, client: Client
) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    scorer = account("dora")
    organise.grant_role(hall.cast.director, hall.cast.tournament, scorer, Role.SCORER)
    client.force_login(scorer)
    page = client.get(address(hall, "rulings"))
    assert page.status_code == 403
    assert "This is for: owner, director, chief referee, deputy chief referee, referee." in text(
        page
    )
    assert f'href="{address(hall, "overview")}"' in text(page)


@pytest.mark.full
def test_a_table_of_nobody_in_particular_is_said_to_be_none_of_his(
    hall: Hall, desk: Client
) -> None:
    Membership.objects.filter(user__username="dora").delete()
    Membership.objects.filter(user=hall.cast.bob).update(tables="|1|7|")
    page = desk.get(address(hall, "deal", deal_at(hall, 2).uid))
    assert "Table 2 is not one of yours. Yours are tables 1, 7." in text(page)


@pytest.mark.full
def test_he_rules_at_his_table_under_the_next_number(hall: Hall, desk: Client) -> None:
    seat = seat_at(hall, 1)
    where = form_of(hall, deal=deal_at(hall, 1).uid)
    answer = store(desk, where, filled(hall, whom=f"seat:{seat.uid}", article="P-06"))
    case = RulingCase.objects.get()
    assert answer["Location"] == address(hall, "ruling", case.uid)
    assert case.number == 1
    assert desk.get(answer["Location"]).status_code == 200
    assert Adjustment.objects.get().side == seat.side


@pytest.mark.full
def test_a_ruling_without_a_place_offers_the_seats_of_his_tables(hall: Hall, desk: Client) -> None:
    form = desk.get(address(hall, "rule_case", hall.cast.event.uid)).context["form"]
    groups = [rows for _round, rows in form.fields["whom"].choices if _round]
    offered = [seat for rows in groups for seat, _words in rows]
    own = Seat.objects.filter(sitting__table=hall.tables[0]).values_list("uid", flat=True)
    assert sorted(offered) == sorted(f"seat:{uid}" for uid in own)


@pytest.mark.full
def test_before_anybody_sits_at_his_tables_the_page_of_penalties_says_so(
    hall: Hall, desk: Client
) -> None:
    Membership.objects.filter(user=hall.cast.bob).update(tables="|7|")
    page = text(desk.get(address(hall, "penalties", hall.cast.event.uid)))
    assert "Nobody has played at your tables yet" in page
    assert "correction period" not in page


@pytest.mark.full
def test_he_gives_and_takes_back_penalty_points_at_his_table(hall: Hall, desk: Client) -> None:
    where = address(hall, "penalties", hall.cast.event.uid)
    form = desk.get(where).context["form"]
    sent = {"whom": f"seat:{seat_at(hall, 1).uid}", "points": "-50", "reason": "late"}
    sent |= {"key": form["key"].value()}
    look = desk.post(where, sent)
    sent |= {"previewed": look.context["form"]["previewed"].value(), "store": "1"}
    assert desk.post(where, sent).status_code == 302
    given = Adjustment.objects.get()
    assert desk.post(address(hall, "take_back", given.uid), {"reason": "wrong"}).status_code == 302
    entry = hall.cast.event.entries.get(number=1)
    for whom in (f"seat:{seat_at(hall, 2).uid}", f"entry:{entry.uid}"):
        assert (
            "whom"
            in desk.post(where, {**sent, "whom": whom, "key": "k" * 12}).context["form"].errors
        )


@pytest.mark.full
@pytest.mark.databases
def test_what_is_sent_for_another_table_is_refused(hall: Hall, desk: Client) -> None:
    bob, seat = hall.cast.bob, seat_at(hall, 2)
    with pytest.raises(Refused) as refused:
        penalties.give(Target(seat.side.entries.get(), seat), bob, -50, "late")
    assert [problem.code for problem in refused.value.problems] == [Code.PENALTY_LATE]
    deal = deal_at(hall, 2)
    source = RulingSource(hall.cast.event, hall.round, deal.sitting, deal)
    with pytest.raises(Refused) as refused:
        cases.decide(source, bob, decision(hall, "P-06", label=seat.label))
    assert Code.RULING_BEYOND_OFFICE in {problem.code for problem in refused.value.problems}
    given = penalties.give(Target(seat.side.entries.get(), seat), hall.cast.alice, -50, "late")
    assert desk.post(address(hall, "take_back", given.uid), {"reason": "x"}).status_code == 403
    snapshot = results.read(hall.cast.event)
    authors = listed_penalties.penalty_authors(snapshot.adjustments)
    rows = listed_penalties.given_penalties(snapshot, authors)
    assert [row.taken_back for row in rows] == [None]


@pytest.mark.full
def test_he_notes_arrivals_at_his_table_and_reads_whose_the_others_are(
    hall: Hall, desk: Client
) -> None:
    official(hall.cast.event)
    where = address(hall, "arrivals", hall.round.uid)
    round_page = text(desk.get(reverse("desk_round", args=[hall.round.uid])))
    assert where in round_page
    tables = text(desk.get(where)).partition('id="tables"')[2]
    own, others = (part.partition("</li>")[0] for part in tables.split("<h3>Table ")[1:])
    assert own.count('value="missing"') == 4
    assert "looked after" not in own
    assert "Table 2 is looked after by dora. Yours is table 1." in others
    assert 'value="missing"' not in others

    first, second = (press_missing(hall, desk, table) for table in (1, 2))
    assert (first.status_code, second.status_code) == (302, 403)
    assert "Table 2 is looked after by dora." in text(second)
    mark = Arrival.objects.get()
    assert mark.side == seat_at(hall, 1).side
    assert "looked after" in text(desk.get(where))
    desk.force_login(hall.cast.alice)
    assert press_missing(hall, desk, 2).status_code == 302
    desk.force_login(hall.cast.bob)
    missing = text(desk.get(where)).partition('id="missing"')[2].partition('id="tables"')[0]
    assert missing.count('value="back"') == 1


def press_missing(hall: Hall, desk: Client, table: int) -> Any:
    side = seat_at(hall, table).side
    sent = {"side": side.uid, "entry": side.entries.get().uid, "press": "missing"}
    return desk.post(address(hall, "arrivals", hall.round.uid), sent)


@pytest.mark.full
@pytest.mark.databases
def test_a_deputy_of_some_tables_gives_what_follows_there(
    hall: Hall, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    official(hall.cast.event)
    Membership.objects.filter(user=hall.cast.bob).update(role=Role.DEPUTY)
    assert press_missing(hall, desk, 1).status_code == 302
    clocked(hall.cast, hall.round, monkeypatch)(16)
    side = seat_at(hall, 1).side
    row = desk.get(address(hall, "arrivals", hall.round.uid)).context["missing"][0]
    sent = {"side": side.uid, "entry": side.entries.get().uid, "press": "arrived"}
    desk.post(
        address(hall, "arrivals", hall.round.uid), {**sent, "shown": row.expected.shown, "seen": 1}
    )
    assert Adjustment.objects.get().side == side
