"""The pages of line-ups: at the desk, and by the captain's link; neither tells one too early."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.credentials import captains, player_credentials
from tests import teams_cast
from tests.teams_cast import Teams
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.models import Credential, Entry, EntryMember, LineUp, Role, Seat, Segment, SitOut


@pytest.fixture
def teams(db: None) -> Teams:
    return teams_cast.assemble()


@pytest.fixture
def client() -> Client:
    return english()


def english() -> Client:
    """Return a browser that reads English."""
    return Client(headers={"accept-language": "en"})


def link_of(teams: Teams, number: int) -> str:
    """Return a new link of the captain of a side of the first match."""
    team = teams.side(number).entries.get()
    (slip,) = captains.SLIPS.draw(teams.event, teams.cast.director, [team.uid])
    return slip.link


def typed(teams: Teams, segment: Segment, number: int, *, shift: int = 0) -> dict[str, str]:
    """Return a line-up as the form sends it."""
    return {at.key: uid for at, uid in teams.seats(segment, number, shift=shift).items()}


def read(client: Client, address: str, *args: str) -> str:
    answer = client.get(reverse(address, args=args))
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.full
def test_a_captain_hands_in_by_the_link_and_the_other_captain_reads_nothing(teams: Teams) -> None:
    segment, phone = teams.segment(), english()
    mine, theirs = link_of(teams, 1), link_of(teams, 2)
    to = reverse("captain_line_up", args=[mine, segment.uid])
    answer = phone.post(to, typed(teams, segment, 1, shift=1))
    assert (answer.status_code, answer["Location"]) == (
        302,
        f"{reverse('captain', args=[mine])}#segment-{segment.uid}",
    )
    own = read(phone, "captain", mine)
    assert "Your line-up has been in since" in own
    rooms = own[own.index("Open room") : own.index("Closed room")]
    assert "North</span> 华清二" in rooms
    other = read(phone, "captain", theirs)
    assert "The other side has handed in." in other
    assert "华清二" not in other


@pytest.mark.full
def test_nobody_reads_a_line_up_at_the_desk_nor_in_public_before_it_is_revealed(
    teams: Teams, client: Client
) -> None:
    segment = teams.segment()
    # Nobody of the team stands anywhere but in a line-up, so that a name would tell.
    for number in (1, 2):
        teams.hand_in(segment, number, shift=1)
    stranger, desk = Client(), client
    pages: list[tuple[Client, str, list[Any]]] = [
        (stranger, "event", [teams.event.uid]),
        (stranger, "round", [teams.event.uid, 1]),
        (stranger, "hall_seating", [teams.event.uid]),
        (desk, "desk_line_ups", [teams.round.uid]),
        (desk, "desk_round", [teams.round.uid]),
        (desk, "desk_event", [teams.event.uid]),
    ]
    for who in (teams.cast.alice, teams.cast.bob):
        desk.force_login(who)
        for reader, address, args in pages:
            answer = reader.get(reverse(address, args=args))
            assert answer.status_code == 200
            assert "华清二" not in answer.content.decode(), address
        page = desk.get(reverse("desk_line_up", args=[segment.uid, 1])).content.decode()
        assert "selected" not in page.replace('value="" selected', "")
    organise.reveal_line_ups(segment, teams.cast.director)
    for reader, address, args in pages[1:2] + pages[3:4]:
        assert "华清二" in reader.get(reverse(address, args=args)).content.decode()


@pytest.mark.full
def test_a_line_up_is_taken_at_the_desk_and_both_are_revealed_there(
    teams: Teams, client: Client
) -> None:
    client.force_login(teams.cast.bob)
    segment = teams.segment()
    for number in (1, 2):
        to = reverse("desk_line_up", args=[segment.uid, number])
        answer = client.post(to, typed(teams, segment, number))
        assert answer.status_code == 302
    page = read(client, "desk_line_ups", teams.round.uid)
    assert "Reveal the line-ups of 1 match" in page
    client.post(reverse("desk_reveal", args=[segment.uid]))
    assert Seat.objects.filter(sitting__segment=segment).count() == 8
    client.post(reverse("desk_reveal_round", args=[teams.round.uid]))
    assert "In no match both line-ups are in" in read(client, "desk_line_ups", teams.round.uid)


@pytest.mark.full
def test_a_scorer_sees_what_is_in_and_takes_nothing(teams: Teams, client: Client) -> None:
    organise.grant_role(teams.cast.director, teams.cast.tournament, teams.cast.charlie, Role.SCORER)
    client.force_login(teams.cast.charlie)
    assert "Take it here" not in read(client, "desk_line_ups", teams.round.uid)
    to = reverse("desk_line_up", args=[teams.segment().uid, 1])
    assert client.post(to, typed(teams, teams.segment(), 1)).status_code == 403
    assert not LineUp.objects.exists()


@pytest.mark.full
def test_what_is_wrong_is_said_beside_what_was_chosen(teams: Teams) -> None:
    segment, phone, link = teams.segment(), english(), link_of(teams, 1)
    twice = typed(teams, segment, 1)
    twice["open-S"] = twice["open-N"]
    to = reverse("captain_line_up", args=[link, segment.uid])
    answer = phone.post(to, twice)
    assert answer.status_code == 409
    assert "华清一 is named for two seats." in answer.content.decode()
    stranger = typed(teams, segment, 2)
    assert phone.post(to, dict(zip(twice, stranger.values(), strict=True))).status_code == 409
    assert not LineUp.objects.exists()


@pytest.mark.full
def test_who_played_last_is_proposed_and_the_rooms_can_be_exchanged(teams: Teams) -> None:
    phone, link = Client(), link_of(teams, 1)
    teams.reveal(teams.segment(1), shift=1)
    teams.play()
    uids = list(teams.seats(teams.segment(2), 1, shift=1).values())
    answer = phone.get(reverse("captain", args=[link]))
    form = answer.context["matches"][0]["segments"][1]["form"]
    assert list(form.initial.values()) == uids
    answer = phone.get(reverse("captain", args=[link]) + "?exchange=1")
    form = answer.context["matches"][0]["segments"][1]["form"]
    assert list(form.initial.values()) == [*uids[2:], *uids[:2]]


@pytest.mark.full
def test_a_team_with_a_bye_reads_so_on_its_captain_s_page(teams: Teams) -> None:
    assert "Your team has a bye" not in read(english(), "captain", link_of(teams, 1))
    link, team = link_of(teams, 1), teams.side(1).entries.get()
    teams.round.matches.all().delete()
    SitOut.objects.create(round=teams.round, entry=team)
    assert "Your team has a bye in this round." in read(english(), "captain", link)


@pytest.mark.full
def test_late_the_team_plays_as_last_time_by_one_button(teams: Teams, client: Client) -> None:
    client.force_login(teams.cast.bob)
    to = reverse("desk_line_up_before", args=[teams.segment(2).uid, 1])
    page = client.post(to, follow=True).content.decode()
    assert "Enter one." in page
    # Before the first segment of the first round there is no last time.
    repeats = [reverse("desk_line_up_before", args=[teams.segment(n).uid, 1]) for n in (1, 2)]
    assert [address in page for address in repeats] == [False, True]
    teams.reveal(teams.segment(1))
    teams.play()
    client.post(to)
    assert LineUp.objects.filter(segment=teams.segment(2)).count() == 1


@pytest.mark.full
def test_a_link_drawn_anew_takes_the_place_of_the_former_and_no_secret_is_kept(
    teams: Teams,
) -> None:
    former = link_of(teams, 1)
    now = link_of(teams, 1)
    phone = Client()
    assert phone.get(reverse("captain", args=[former])).status_code == 404
    assert phone.get(reverse("captain", args=[now])).status_code == 200
    assert not Credential.objects.filter(secret_hash__contains=now).exists()
    # A captain's link is no player's.
    assert player_credentials.holder_of(now) is None
    teams_ = captains.SLIPS.holders(teams.event)
    seen = captains.SLIPS.state(teams.event)
    captains.SLIPS.draw(teams.event, teams.cast.director, [teams_[1].uid], seen=seen)
    with pytest.raises(Refused) as refused:
        captains.SLIPS.draw(teams.event, teams.cast.director, [teams_[1].uid], seen=seen)
    assert [problem.code for problem in refused.value.problems] == [Reason.SLIPS_DRAWN]


@pytest.mark.full
def test_who_withdraws_after_a_round_hands_in_for_it_and_reads_on(teams: Teams) -> None:
    link = link_of(teams, 1)
    entry = teams.side(1).entries.get()
    organise.withdraw_entry(entry, teams.cast.director)
    to = reverse("captain_line_up", args=[link, teams.segment().uid])
    assert "Your team has withdrawn after round 1." in read(english(), "captain", link)
    assert english().post(to, typed(teams, teams.segment(), 1)).status_code == 302
    # Gone before the round, it is told so, and nothing is taken.
    Entry.objects.filter(pk=entry.pk).update(to_round=0)
    page = read(english(), "captain", link)
    assert "Your team has withdrawn. This page can still be read." in page
    assert "hands in no line-ups any more" in page
    assert to not in page
    answer = english().post(to, typed(teams, teams.segment(), 1, shift=1))
    assert answer.status_code == 409
    assert LineUp.objects.count() == 1


@pytest.mark.full
def test_captains_slips_are_printed_for_the_teams_that_were_chosen(
    teams: Teams, client: Client
) -> None:
    client.force_login(teams.cast.bob)
    address = reverse("desk_captains", args=[teams.event.uid])
    page = client.get(address)
    assert page.content.decode().count("no captain's slip yet") == 4
    papers = client.get(reverse("desk_documents", args=[teams.event.uid])).content.decode()
    assert f'href="{address}"' in papers
    first = captains.SLIPS.holders(teams.event)[0]
    sent = {"seen": page.context["form"].state, "entries": [first.uid]}
    answer = client.post(address, sent)
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert "Captains slips" in unquote(answer["Content-Disposition"])
    assert client.get(address).content.decode().count("no captain's slip yet") == 3
    assert client.post(address, {"entries": []}).status_code == 200


@pytest.mark.full
def test_a_captain_s_code_is_shown_on_the_screen_once(teams: Teams, client: Client) -> None:
    client.force_login(teams.cast.bob)
    address = reverse("desk_captains", args=[teams.event.uid])
    form = client.get(address).context["form"]
    first = captains.SLIPS.holders(teams.event)[0]
    sent = {"seen": form.state, "entries": [first.uid], "what": "screen"}
    answer = client.post(address, sent)
    ((slip, link, _qr),) = answer.context["shown"]
    page = answer.content.decode()
    assert slip.link in link
    assert f'href="{link}"' in page
    assert '<svg class="member-link-qr"' in page
    opened = client.get(reverse("captain", args=[slip.link]))
    assert opened.status_code == 200
    assert slip.link not in client.get(address).content.decode()


def test_the_captain_is_the_first_player_or_who_was_said(teams: Teams) -> None:
    team = teams.event.entries.get(number=1)
    captain = team.members.get(role=EntryMember.Role.CAPTAIN)
    assert captain.person.name == "华清一"
    assert captains.SLIPS.holders(teams.event)[0].beside == "华清一"


@pytest.mark.full
def test_everybody_sees_which_teams_meet_before_and_both_rooms_after(
    teams: Teams, client: Client
) -> None:
    page = client.get(reverse("round", args=[teams.event.uid, 1])).content.decode()
    assert "华清队" in page
    assert page.count("segment 1 awaited") == 2
    assert "open room" not in page
    teams.reveal(teams.segment(1))
    teams.play()
    page = client.get(reverse("round", args=[teams.event.uid, 1])).content.decode()
    assert page.count("segment 1 awaited") == 1
    assert page.count("segment 2 awaited") == 1
    for number, room in ((1, "open room"), (2, "closed room")):
        assert f"Table {number} · {room}" in page
    teams.reveal(teams.segment(2), shift=1)
    page = client.get(reverse("round", args=[teams.event.uid, 1])).content.decode()
    assert "seats and players may change between segments" in page
    assert "Players changed seats here" not in page


@pytest.mark.full
def test_the_desk_shows_both_rooms_and_what_waits_for_line_ups(
    teams: Teams, client: Client
) -> None:
    client.force_login(teams.cast.alice)
    page = read(client, "desk_event", teams.event.uid)
    assert page.count("waits for line-ups</span>") == 4
    assert reverse("desk_line_ups", args=[teams.round.uid]) in page
    assert "华清队" in page
    teams.reveal(teams.segment(1))
    page = read(client, "desk_event", teams.event.uid)
    assert page.count("waits for line-ups</span>") == 2
    assert "closed room" in page


@pytest.mark.full
def test_a_table_says_whose_it_is(teams: Teams, client: Client) -> None:
    event = teams.event.uid
    assert "Line-ups are awaited." in read(client, "round", event, "1")
    hall = read(client, "hall_seating", event)
    assert re.findall(r"<th\b[^>]*>(.*?)</th>", hall)[:2] == ["open room", "closed room"]
    teams.reveal(teams.segment(1))
    assert read(client, "round", event, "1").count("华清队 – 城北队") == 2
    team = read(client, "entry", event, str(teams.side(1).entries.get().number))
    assert team.count('class="where-table"') == 2
    client.force_login(teams.cast.alice)
    assert read(client, "desk_event", event).count("华清队 – 城北队") == 2


@pytest.mark.nightly
def test_every_public_page_of_a_team_event_is_there_before_and_after(
    teams: Teams, client: Client
) -> None:
    event = teams.event.uid
    of_event = ("event", "ranks", "cross", "hall_standings", "prizes")
    pages: list[tuple[str, list[Any]]] = [(name, [event]) for name in of_event]
    pages += [("round", [event, 1]), ("entry", [event, 1])]
    for step in ("drawn", "revealed", "played"):
        if step == "revealed":
            teams.reveal(teams.segment())
        elif step == "played":
            teams.play()
        for name, args in pages:
            answer = client.get(reverse(name, args=args))
            assert (name, answer.status_code) == (name, 200)


@pytest.mark.full
def test_the_desk_reads_all_line_ups_of_a_round_in_queries_that_do_not_grow(
    teams: Teams, client: Client
) -> None:
    client.force_login(teams.cast.alice)
    asked = []
    for match in teams.round.matches.order_by("number"):
        teams.reveal(teams.segment(1, match))
        with CaptureQueriesContext(connection) as queries:
            read(client, "desk_line_ups", teams.round.uid)
        asked.append(len(queries.captured_queries))
    assert asked[0] == asked[1]


@pytest.mark.full
def test_the_desk_says_that_the_segment_before_is_still_played(
    teams: Teams, client: Client
) -> None:
    teams.reveal(teams.segment(1))
    for number in (1, 2):
        teams.hand_in(teams.segment(2), number)
    client.force_login(teams.cast.alice)
    page = read(client, "desk_line_ups", teams.round.uid)
    assert "Both are in. The previous segment still has" in page
