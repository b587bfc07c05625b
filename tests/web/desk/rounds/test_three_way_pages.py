"""Half matches of three teams on every page and paper: who meets, where, when, for how much."""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from clubs.credentials import captains
from tests.cast import Cast
from tests.samples import sampled
from tests.tournaments import threes as hall_of
from tests.tournaments.threes import Threes, names
from tests.web.publish.papers import pages, untold
from tests.web.publish.reading import words
from tournaments import organise
from tournaments.line_ups import line_up_state
from tournaments.models import Event, LineUp, OddField, Round, Segment, User
from web.publish import documents
from web.publish.documents import Subject

HALL = "http://192.0.2.7:8000/"
OF_ROUND = ("seating", "table_cards", "record_sheets", "scoresheets", "round_results")
OF_EVENT = ("standings", "final", "standings_xlsx", "results_xlsx", "standings_csv", "results_csv")


@pytest.fixture
def threes_and_cast(db: None) -> tuple[Threes, Cast]:
    return hall_of.sealed(7)


def english(user: User | None = None) -> Client:
    """Return a browser that reads English, of somebody who is signed in if said."""
    client = Client(headers={"accept-language": "en"})
    if user is not None:
        client.force_login(user)
    return client


def read(client: Client, address: str, *args: object) -> str:
    answer = client.get(reverse(address, args=args))
    assert answer.status_code == 200, address
    content: str = answer.content.decode()
    return content


def once(page: str) -> None:
    """Every id of a page is unique, because live parts are found by it."""
    ids = Counter(re.findall(r'\sid="([^"]+)"', page))
    assert [id_ for id_, times in ids.items() if times > 1] == []


@pytest.mark.full
def test_the_captain_hands_in_once_and_reads_whom_he_meets_when(
    threes_and_cast: tuple[Threes, Cast],
) -> None:
    threes, cast = threes_and_cast
    round_ = threes.draw()
    match, two, _last = threes.three(round_)
    team = match.sides.get(number=1).entries.get()
    (slip,) = captains.SLIPS.draw(cast.event, cast.director, [team.uid])
    phone = english()
    page = read(phone, "captain", slip.link)
    once(page)
    against = [names(match)[1], names(two)[0]]
    assert [f"Round 1: half match against {other}队" in page for other in against] == [True, True]
    assert page.count("<form") == 1
    assert "Table 5 first half · Table 7 second half" in " ".join(page.split())
    segment = match.segments.get()
    fields = re.findall(r'name="((?:open|closed)-\w)"', page)
    uids = list(line_up_state.players(team, 1))
    assert fields == ["open-N", "open-S", "closed-W", "closed-E"]
    sent = dict(zip(fields, uids, strict=True))
    to = reverse("captain_line_up", args=[slip.link, segment.uid])
    assert phone.post(to, sent).status_code == 302
    assert LineUp.objects.filter(side__entries=team).count() == 2
    own, other = LineUp.objects.filter(side__entries=team).order_by("pk")
    assert {(row["label"], row["person"]) for row in own.seats} == {
        (row["label"], row["person"]) for row in other.seats
    }
    page = read(phone, "captain", slip.link)
    assert page.count("Your line-up has been in since") == 2
    assert phone.post(to, sent | {fields[0]: sent[fields[2]]}).status_code == 409


@pytest.mark.full
def test_the_desk_shows_half_matches_from_the_draft_to_the_award(
    threes_and_cast: tuple[Threes, Cast],
) -> None:
    threes, cast = threes_and_cast
    desk = english(cast.alice)
    assert "three of them meet in half matches" in read(desk, "desk_event", cast.event.uid)
    round_ = organise.draw_round(cast.event, cast.director)
    page = read(desk, "desk_round", round_.uid)
    once(page)
    reasons = re.findall(r"<p[^>]*>([^<]*; three meet in half matches, each with each)</p>", page)
    assert [reason.count(";") for reason in reasons] == [1, 1, 1]
    assert page.count(">Home side</span>") == page.count(">Visiting side</span>") == 5
    organise.publish_round(round_, cast.director)
    page = read(desk, "desk_line_ups", round_.uid)
    once(page)
    assert page.count("Three teams hand in once each") == 3
    threes.line_up(round_)
    page = read(desk, "desk_round", round_.uid)
    once(page)
    halves = [page.count(f'muted">{half} half') for half in ("first", "second")]
    assert halves == [3, 3]
    assert read(desk, "desk_matches", round_.uid).count("half match") == 3
    match, _two, _last = threes.three(round_)
    page = read(desk, "desk_award", match.uid)
    assert "as is usual for these standings: 6 : 0" in page
    assert "12 : 0" not in page


@pytest.mark.full
def test_the_penalty_for_one_late_line_up_is_offered_once(
    threes_and_cast: tuple[Threes, Cast],
) -> None:
    threes, cast = threes_and_cast
    round_ = threes.draw()
    Segment.objects.update(line_ups_due=timezone.now() - timedelta(minutes=7))
    for is_revealed in (False, True):
        if is_revealed:
            threes.line_up(round_)
        page = read(english(cast.alice), "desk_line_ups", round_.uid)
        fined = re.findall(r"/penalties/\?whom=entry%3A(\w+)", page)
        assert sorted(fined) == sorted(cast.event.entries.values_list("uid", flat=True))


@pytest.mark.nightly
def test_public_pages_tell_the_halves_apart(threes_and_cast: tuple[Threes, Cast]) -> None:
    threes, cast = threes_and_cast
    round_, reader, event = threes.draw(), english(), cast.event.uid
    match, two, _last = threes.three(round_)
    team = int(names(match)[0])
    for stage in ("drawn", "lined up", "played"):
        if stage == "lined up":
            threes.line_up(round_)
        if stage == "played":
            cast.play(round_)
            organise.close_round(round_, cast.director)
        for address, args in {
            "round": [1],
            "entry": [team],
            "hall_seating": [],
            "hall_standings": [],
            "ranks": [],
            "cross": [],
            "event": [],
            "rules": [],
            "boards": [],
        }.items():
            once(read(reader, address, event, *args))
    page = read(reader, "round", event, 1)
    assert 'id="table-5"' in page
    assert 'id="table-5-closed"' in page
    assert "Table 5 · second half" in " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert read(reader, "hall_seating", event).count("half match") == 3
    page = words(read(reader, "entry", event, team))
    assert (page.count("first half · Table"), page.count("second half · Table")) == (2, 2)
    assert "three meet in half matches, each with each" in read(reader, "event", event)
    page = read(reader, "cross", event)
    assert f">{names(two)[0]}队<" in page


@pytest.mark.full
@pytest.mark.parametrize("kind", sampled(OF_ROUND, ("round_results",)))
def test_every_paper_of_the_round_is_there(threes_and_cast: tuple[Threes, Cast], kind: str) -> None:
    threes, cast = threes_and_cast
    round_ = threes.draw()
    _paper(kind, cast.event, round_)
    threes.line_up(round_)
    text = _paper(kind, cast.event, round_)
    if kind != "table_cards":
        assert "second half" in text
    cast.play(round_)
    assert _paper(kind, cast.event, round_)


@pytest.mark.full
def test_every_paper_of_the_event_is_there(threes_and_cast: tuple[Threes, Cast]) -> None:
    threes, cast = threes_and_cast
    round_ = threes.draw()
    threes.line_up(round_)
    cast.play(round_)
    organise.close_round(round_, cast.director)
    for kind in OF_EVENT:
        made = documents.find(kind)
        subject = Subject(cast.event, HALL)
        with translation.override("en"):
            assert made.render(made.prepare(subject).input, untold)


def _paper(kind: str, event: Event, round_: Round) -> str:
    made = documents.find(kind)
    with translation.override("en"):
        subject = Subject(event, HALL, round_)
        return "\n".join(pages(made.render(made.prepare(subject).input, untold)))


@pytest.mark.full
def test_the_form_offers_it_where_it_fits_and_says_why_it_does_not(
    threes_and_cast: tuple[Threes, Cast],
) -> None:
    _threes, cast = threes_and_cast
    desk = english(cast.alice)
    to = reverse("desk_event_new", args=[cast.tournament.uid])
    page = desk.get(f"{to}?template=teams_swiss").content.decode()
    assert "With an odd number of pairs or teams" in page
    assert (
        "With an odd number of pairs or teams"
        not in desk.get(f"{to}?template=teams_round_robin").content.decode()
    )
    sent = _sent(page) | {"odd_field": "three_way", "deals_per_round": "7"}
    answer = desk.post(f"{to}?template=teams_swiss", sent)
    assert "7 cannot be halved" in answer.content.decode()
    assert (
        desk.post(f"{to}?template=teams_swiss", sent | {"deals_per_round": "8"}).status_code == 302
    )
    assert Event.objects.latest("pk").odd_field == OddField.THREE_WAY


def _sent(page: str) -> dict[str, str]:
    """Return what the form of a page sends as it is shown."""
    fields: dict[str, str] = {}
    form = page[page.index('<form class="form ') :]
    for tag in re.findall(r"<input[^>]*>", form):
        name, value = (re.search(rf'{attribute}="([^"]*)"', tag) for attribute in ("name", "value"))
        kind = re.search(r'type="(\w+)"', tag)
        if name and (not kind or kind[1] not in {"radio", "checkbox"} or "checked" in tag):
            fields[name[1]] = value[1] if value else ""
    for name, options in re.findall(
        r'<select[^>]*name="([^"]*)"[^>]*>(.*?)</select>', form, re.DOTALL
    ):
        chosen = re.search(r'value="([^"]*)"[^>]*selected', options)
        fields[name] = chosen[1] if chosen else (re.findall(r'value="([^"]*)"', options) or [""])[0]
    return fields
