"""The page of an entry: every deal behind its total."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from clubs.members import merging, register
from clubs.members.register import data_of
from tests import cast as people
from tests import teams_cast
from tests.cast import Cast
from tests.tournaments import over_boards
from tests.web.publish.reading import read
from tournaments import results
from tournaments.models import Comparison, DrawMethod, Entry, EntryMember, Person, Round
from tournaments.results import event_record
from web.publish import cache


@pytest.mark.full
def test_an_entry_shows_every_deal_and_they_add_up(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.post(cast.deals(round_)[0])
    seat = cast.deals(round_)[0].sitting.seats.get(label="E")
    entry = seat.side.entries.get()
    page = read(english, reverse("entry", args=[cast.event.uid, entry.number]))
    assert "Table 1 · East" in page
    assert "Deal 1 +200 Deal 2 not in yet +200" in page


@pytest.mark.full
@pytest.mark.django_db
def test_a_house_player_has_a_page_and_no_rank(english: Client) -> None:
    cast = people.assemble(players=8)
    Entry.objects.filter(number=8).update(kind=Entry.Kind.HOUSE)
    cast.play(cast.round_in_play())
    own = read(english, reverse("entry", args=[cast.event.uid, 8]))
    assert "A house player: fills a table and is not ranked." in own
    assert "Rank " not in own.partition("Deal 1")[0]
    assert len(event_record.standings(results.read(cast.event))) == 7


@pytest.mark.full
@pytest.mark.django_db
def test_a_team_reads_whom_it_meets_and_where_before_anybody_has_a_seat(english: Client) -> None:
    teams = teams_cast.assemble(segments=1)
    address = reverse("entry", args=[teams.event.uid, 2])
    rooms = teams.segment().sittings.order_by("room", "pk").values_list("table__number", flat=True)
    page = read(english, address)
    assert "Round 1 · 华清队 – 城北队" in page
    assert "Line-ups are awaited." in page
    assert all(f"Table {number}" in page for number in rooms)
    teams.reveal(teams.segment())
    assert "Line-ups are awaited." not in read(english, address)


@pytest.mark.full
def test_nobody_has_a_rank_before_anything_counts(
    cast: Cast, round_: Round, english: Client
) -> None:
    address = reverse("entry", args=[cast.event.uid, 1])
    assert "Rank " not in read(english, address)
    cast.play(round_)
    assert "Rank " in read(english, address)


@pytest.mark.full
@pytest.mark.django_db
def test_who_sits_out_reads_it_while_the_boards_are_sealed(english: Client) -> None:
    cast = over_boards.assemble(
        5, draw_method=DrawMethod.HOWELL, comparison=Comparison.MATCHPOINTS, rounds_planned=3
    )
    round_ = cast.round_in_play()
    out = round_.sit_outs.get().entry
    page = read(english, reverse("entry", args=[cast.event.uid, out.number]))
    assert "Round 1 Sits out" in page
    assert "Sat out: the round counts nothing so far." in page


def links(client: Client, cast: Cast, number: int) -> list[Person]:
    """Return the persons to whose pages across events the page of an entry links."""
    page = client.get(reverse("entry", args=[cast.event.uid, number])).content.decode()
    return [
        person for person in Person.objects.all() if reverse("person", args=[person.uid]) in page
    ]


@pytest.fixture
def kept(settings: Settings) -> None:
    """Pages are kept, and served for a long time for the next ones."""
    settings.LIVE_PAUSE = 100_000
    cache.forget()


@pytest.fixture
def member(cast: Cast, kept: None) -> EntryMember:
    """The one member of an entry, in the register and not shown."""
    Person.objects.filter(club=cast.club).update(guest=False)
    return EntryMember.objects.select_related("person", "entry").order_by("pk")[0]


def agree(cast: Cast, person: Person, *, shown: bool = True) -> None:
    now = Person.objects.get(pk=person.pk)
    register.change_member(now, cast.director, replace(data_of(now), shown=shown))


@pytest.mark.full
def test_consent_moves_the_kept_page_of_an_entry(
    cast: Cast, client: Client, member: EntryMember
) -> None:
    person, number = member.person, member.entry.number
    assert links(client, cast, number) == []
    agree(cast, person)
    assert links(client, cast, number) == [person]
    agree(cast, person, shown=False)
    assert links(client, cast, number) == []
    agree(cast, person)
    merging.blank(cast.club, cast.director, person)
    assert links(client, cast, number) == []


@pytest.mark.full
def test_who_is_merged_and_parted_moves_the_kept_page_of_an_entry(
    cast: Cast, client: Client, member: EntryMember
) -> None:
    double, number = member.person, member.entry.number
    person = Person.objects.create(club=cast.club, name="张三", shown=True, number=99)
    assert links(client, cast, number) == []
    merging.merge(cast.club, cast.director, person, double)
    assert links(client, cast, number) == [person]
    register.change_member(person, cast.director, replace(data_of(person), name="张珊"))
    address = reverse("entry", args=[cast.event.uid, number])
    assert "张珊" in client.get(address).content.decode()
    merging.split(cast.club, cast.director, double)
    assert links(client, cast, number) == []


@pytest.mark.full
def test_a_guest_made_a_member_moves_the_kept_page_of_an_entry(
    cast: Cast, client: Client, member: EntryMember
) -> None:
    Person.objects.filter(pk=member.person_id).update(guest=True, shown=True, number=None)
    assert links(client, cast, member.entry.number) == []
    register.make_members(cast.club, cast.director, [member.person])
    assert links(client, cast, member.entry.number) == [member.person]


@pytest.mark.full
def test_a_number_beyond_all_entries_has_no_page(cast: Cast, client: Client) -> None:
    for number in (99, 10**30):
        assert client.get(f"/e/{cast.event.uid}/entries/{number}/").status_code == 404
