"""The hour of line-ups, the seating right and the late ones on the pages of desk and captain."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import teams_cast
from tests.teams_cast import Teams
from tests.web.desk.line_ups.test_line_up_pages import english, link_of, read, typed
from tournaments import organise
from tournaments.line_ups import late_line_ups
from tournaments.models import Adjustment, AuditEntry, EntryMember, Event, LineUp, Role, Segment
from tournaments.progress import table_notes
from tournaments.structure import segments
from web.desk.rounds import desk_stamps

POSTS = ("desk_line_up_hour", "desk_line_ups_late")


@pytest.fixture
def teams(db: None) -> Teams:
    return teams_cast.assemble(line_up_order=Event.LineUpOrder.ALTERNATING, line_up_minutes=10)


@pytest.fixture
def desk(teams: Teams) -> Client:
    """The browser of the referee, in English."""
    client = english()
    client.force_login(teams.cast.bob)
    return client


def overdue(teams: Teams, minutes: float, number: int = 1) -> None:
    due = timezone.now() - timedelta(minutes=minutes)
    Segment.objects.filter(match__round=teams.round, number=number).update(line_ups_due=due)


@pytest.mark.full
def test_the_open_page_of_the_desk_learns_by_itself_that_a_line_up_is_late(
    teams: Teams, desk: Client
) -> None:
    overdue(teams, -10)
    address = reverse("desk_round_live", args=[teams.round.uid])
    early = desk.get(address)
    unchanged = {"If-None-Match": early["ETag"]}
    assert desk.get(address, headers=unchanged).status_code == 304
    # Nothing is done meanwhile.
    overdue(teams, 1)
    desk_stamps.forget()
    later = desk.get(address, headers=unchanged)
    assert later.status_code == 200
    assert early.content != later.content


@pytest.mark.full
def test_a_stamp_ends_with_the_hour_of_either_side(teams: Teams) -> None:
    overdue(teams, -2)
    notes, now = table_notes.read(teams.round), timezone.now()
    desk_stamps.forget()
    before = desk_stamps.of_round(teams.round, now, lambda: notes)
    assert desk_stamps.of_round(teams.round, now + timedelta(seconds=1), lambda: notes) == before
    late = desk_stamps.of_round(teams.round, now + timedelta(minutes=3), lambda: notes)
    assert late != before
    # The other side hands in first; five minutes later the second one is late.
    segment = teams.segment()
    LineUp.objects.create(
        segment=segment,
        side=segment.match.sides.get(number=1),
        version=1,
        submitted_at=now,
        seats={},
    )
    assert late_line_ups.turns_of(teams.round)[-1] == now + timedelta(minutes=5)
    desk_stamps.forget()
    assert desk_stamps.of_round(teams.round, now + timedelta(minutes=3), lambda: notes) == late
    assert desk_stamps.of_round(teams.round, now + timedelta(minutes=6), lambda: notes) != late


def plain(client: Client, address: str, *args: str) -> str:
    return html.unescape(read(client, address, *args))


@pytest.mark.full
def test_another_hour_is_named_at_the_desk_in_the_time_of_the_tournament(
    teams: Teams, desk: Client
) -> None:
    to = reverse("desk_line_up_hour", args=[teams.round.uid])
    page = desk.post(to, {"match": "all", "due": "2031-01-02T09:30"}, follow=True)
    assert page.content.decode().count("due at 2031-01-02 09:30") == 2
    due = teams.segment().line_ups_due
    assert due is not None
    assert due.isoformat() == "2031-01-02T01:30:00+00:00"
    desk.post(to, {"match": teams.match.uid, "due": ""})
    assert teams.segment().line_ups_due is None
    assert teams.segment(1, teams.round.matches.get(number=2)).line_ups_due == due
    for due_at in ("tomorrow", "0001-01-01T00:00", "9999-12-31T23:59"):
        wrong = desk.post(to, {"match": "all", "due": due_at})
        assert wrong.status_code == 200
        assert teams.segment(1, teams.round.matches.get(number=2)).line_ups_due == due
    assert 'id="hour" open' in wrong.content.decode()


@pytest.mark.full
def test_the_captain_reads_the_hour_and_who_hands_in_first(teams: Teams) -> None:
    home, away = (link_of(teams, number) for number in (1, 2))
    due = timezone.now() + timedelta(days=2)
    Segment.objects.filter(number=1).update(line_ups_due=due)
    page = plain(english(), "captain", home)
    assert "or five minutes after the other side's if that is later" in page
    first, second = page.split("Segment 2</h3>")
    assert "In this segment you have the seating right" in first
    assert "In this segment the other side has the seating right" in second
    page = plain(english(), "captain", away)
    assert f"It has to be in by {due.astimezone():%Y-%m-}" in page
    first, second = page.split("Segment 2</h3>")
    assert "In this segment the other side has the seating right: you hand in first." in first
    assert "In this segment you have the seating right" in second


@pytest.mark.full
def test_the_other_line_up_is_read_by_the_segment_in_which_one_has_the_right(teams: Teams) -> None:
    home, away = (link_of(teams, number) for number in (1, 2))
    for segment, first in ((teams.segment(1), 2), (teams.segment(2), 1)):
        teams.hand_in(segment, first, shift=1)
    for link, here, other in ((home, 0, "城北二"), (away, 1, "华清二")):
        shown = english().get(reverse("captain", args=[link])).context["matches"][0]["segments"]
        names = [
            [name for room in part["rooms"] for _seat, name in room["other"]] for part in shown
        ]
        assert other in names[here]
        assert names[1 - here] == []


@pytest.mark.full
def test_a_late_captain_hands_in_and_is_marked_to_desk_and_captain_alone(
    teams: Teams, desk: Client
) -> None:
    overdue(teams, 6.5)
    link, segment = link_of(teams, 2), teams.segment()
    assert "Your line-up has been late since" in read(english(), "captain", link)
    to = reverse("captain_line_up", args=[link, segment.uid])
    assert english().post(to, typed(teams, segment, 2)).status_code == 302
    assert "It came 7 minutes late" in read(english(), "captain", link)
    page = read(desk, "desk_line_ups", teams.round.uid)
    assert "7 minutes late</span>" in page
    assert "Penalty −40" in page
    # What the other captain and the public read is that it is in.
    other = read(english(), "captain", link_of(teams, 1))
    assert "minutes late" not in other
    assert "late" not in read(
        Client(headers={"accept-language": "en"}), "round", teams.event.uid, "1"
    )


@pytest.mark.full
def test_all_late_line_ups_are_taken_by_one_button_and_who_has_none_is_named(
    teams: Teams, desk: Client
) -> None:
    to = reverse("desk_line_ups_late", args=[teams.round.uid])
    assert "No line-up is late." in desk.post(to, follow=True).content.decode()
    for number in (2, 1):
        teams.hand_in(teams.segment(), number)
    organise.reveal_line_ups(teams.segment(), teams.cast.director)
    teams.play()
    overdue(teams, 1, 2)
    overdue(teams, 1)
    page = read(desk, "desk_line_ups", teams.round.uid)
    assert "2 line-ups are late" in page
    assert "2 line-ups of round 1 are late." in read(desk, "desk_event", teams.event.uid)
    page_after = desk.post(to, follow=True).content.decode()
    assert "The last line-up of 华清队 is used." in page_after
    assert "师大队: There is no line-up from before" in page_after
    assert LineUp.objects.filter(segment=teams.segment(2)).count() == 1


@pytest.mark.full
def test_the_penalty_is_proposed_and_given_by_the_one_form_of_penalties(
    teams: Teams, desk: Client
) -> None:
    overdue(teams, 11)
    page = plain(desk, "desk_line_ups", teams.round.uid)
    (link, *_others) = re.findall(r'href="([^"]*/penalties/\?[^"]*)"', page)
    form = desk.get(link).context["form"]
    entry = teams.side(2).entries.get()
    initial: dict[str, Any] = dict(form.initial)
    assert initial["whom"] == f"entry:{entry.uid}"
    assert initial["reason"] == "Line-up 12 minutes late: round 1, segment 1."
    shown = desk.get(link).content.decode()
    assert f'value="{initial["whom"]}" selected' in shown
    # The referee takes less than what is proposed.
    where = reverse("referee_penalties", args=[teams.cast.tournament.uid, teams.event.uid])
    asked = initial | {"points": "-5"}
    looked = desk.post(where, asked)
    assert not Adjustment.objects.exists()
    seen = looked.context["form"].data["previewed"]
    desk.post(where, asked | {"previewed": seen, "store": "1"})
    penalty = Adjustment.objects.get()
    assert (penalty.entry, int(penalty.amount), penalty.article) == (entry, -5, "A-03")


@pytest.mark.full
def test_the_choice_of_the_home_side_is_noted_at_the_desk(teams: Teams, desk: Client) -> None:
    to = reverse("desk_seating_right", args=[teams.match.uid])
    assert to in read(desk, "desk_line_ups", teams.round.uid)
    desk.post(to, {"home_right": "3"})
    assert teams.match.home_right == 1
    noted = AuditEntry.objects.filter(verb="choose_seating_right")
    unchanged = desk.post(to, {"home_right": "1"}, follow=True).content.decode()
    assert "Nothing was changed." in unchanged
    assert not noted.exists()
    for _again in range(2):
        desk.post(to, {"home_right": "2"})
    assert teams.match.home_right == 2
    assert noted.count() == 1
    page = read(desk, "desk_line_ups", teams.round.uid)
    assert '<option value="2" selected>segment 2</option>' in page
    assert "华清队 hands in first." in page
    teams.hand_in(teams.segment(), 1)
    assert to not in read(desk, "desk_line_ups", teams.round.uid)
    assert (
        "cannot be chosen any more"
        in desk.post(to, {"home_right": "1"}, follow=True).content.decode()
    )


@pytest.mark.full
def test_a_scorer_reads_hours_and_changes_nothing(teams: Teams) -> None:
    scorer, cast = english(), teams.cast
    organise.grant_role(cast.director, cast.tournament, cast.charlie, Role.SCORER)
    scorer.force_login(cast.charlie)
    overdue(teams, 1)
    page = read(scorer, "desk_line_ups", teams.round.uid)
    assert "late since" in page
    assert "/penalties/" not in page
    addresses = [reverse(name, args=[teams.round.uid]) for name in POSTS]
    addresses.append(reverse("desk_seating_right", args=[teams.match.uid]))
    for address in addresses:
        assert address not in page
        assert scorer.post(address, {"home_right": "2", "match": "all"}).status_code == 403
    assert teams.match.home_right == 1
    assert teams.segment().line_ups_due is not None


@pytest.mark.full
def test_a_page_that_is_older_than_the_team_is_told_who_does_not_play(teams: Teams) -> None:
    link, segment = link_of(teams, 2), teams.segment()
    sent = typed(teams, segment, 2)
    gone = EntryMember.objects.get(person__name="城北一", role=EntryMember.Role.PLAYER)
    EntryMember.objects.filter(pk=gone.pk).update(from_round=2)
    answer = english().post(reverse("captain_line_up", args=[link, segment.uid]), sent)
    assert answer.status_code == 409
    assert "城北一 does not play for the team in round 1." in answer.content.decode()


@pytest.mark.full
def test_a_team_of_too_few_is_told_so_by_captain_and_desk(teams: Teams, desk: Client) -> None:
    entry = teams.side(1).entries.get()
    gone = entry.members.filter(role=EntryMember.Role.PLAYER)[:2]
    entry.members.filter(pk__in=[member.pk for member in gone]).update(from_round=2)
    sentence = "In round 1 the team has 3 players who can be named, and 4 seats to fill."
    assert sentence in read(english(), "captain", link_of(teams, 1))
    assert sentence in read(desk, "desk_line_up", teams.segment().uid, "1")


@pytest.mark.full
def test_the_line_ups_of_a_closed_round_are_not_asked_match_by_match(
    teams: Teams, desk: Client
) -> None:
    for match in teams.round.matches.order_by("number"):
        for segment in match.segments.order_by("number"):
            second = segments.second_of(segment)
            for number in sorted((1, 2), key=lambda side: side == second):
                teams.hand_in(segment, number)
            organise.reveal_line_ups(segment, teams.cast.director)
            teams.play()
    organise.close_round(teams.round, teams.cast.director)
    with CaptureQueriesContext(connection) as asked:
        read(desk, "desk_line_ups", teams.round.uid)
    of_one_match = re.compile(r'"tournaments_award"."match_id" = \d')
    assert [query["sql"] for query in asked if "tournaments_award" in query["sql"]]
    assert [query["sql"] for query in asked if of_one_match.search(query["sql"])] == []
