"""Name slips: drawn once, shown on paper alone, and worthless when they are drawn anew."""

from __future__ import annotations

import io
from typing import Any
from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.credentials import player_credentials
from clubs.credentials.slips import Slip
from tests.cast import Cast
from tests.samples import sampled
from tests.web.publish.papers import pages
from tournaments import organise
from tournaments.jobs.models import Document, Job
from tournaments.models import AuditEntry, Credential, Entry, EntryMember, Event
from tournaments.record import audit
from web.publish.printed.handed_out import slips as paper

Answer = Any


@pytest.fixture
def desk(cast: Cast) -> Client:
    """The referee's browser."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(cast.bob)
    return client


def asks_for(cast: Cast, proof: str) -> Event:
    Event.objects.filter(pk=cast.event.pk).update(proof=proof)
    return Event.objects.select_related("tournament").get(pk=cast.event.pk)


def prints(desk: Client, event: Event, *persons: str) -> Answer:
    """Press the button for these, or for everybody who is proposed."""
    address = reverse("desk_slips", args=[event.uid])
    form = desk.get(address).context["form"]
    wanted = list(persons) or form.initial["persons"]
    return desk.post(address, {"seen": form.state, "persons": wanted})


@pytest.mark.full
@pytest.mark.databases
def test_slips_with_pins_are_printed_and_kept_nowhere(cast: Cast, desk: Client) -> None:
    event = asks_for(cast, "pin")
    answer = prints(desk, event)
    assert answer["Content-Type"] == "application/pdf"
    assert "no-store" in answer["Cache-Control"]
    text = " ".join(pages(answer.content))
    assert "甲" in text
    assert "PIN" in text
    persons = [holder.uid for holder in player_credentials.SLIPS.holders(event)]
    assert Credential.objects.filter(revoked_at=None).count() == len(persons) == 8
    assert not Document.objects.exists()
    assert not Job.objects.exists()
    entry = AuditEntry.objects.latest("pk")
    assert (entry.verb, "pbkdf2" in entry.body) == ("draw_slips", False)


@pytest.mark.full
@pytest.mark.parametrize(("slips", "sheets"), [(paper.A_PAGE, 1), (paper.A_PAGE + 1, 2)])
def test_the_page_says_how_many_pages_the_paper_has(
    cast: Cast, desk: Client, slips: int, sheets: int
) -> None:
    drawn = [Slip(number, f"{number}号", pin="123456") for number in range(1, slips + 1)]
    assert len(pages(paper.draw_for_players(cast.event, drawn, "https://example.org"))) == sheets


@pytest.mark.full
def test_the_page_says_what_its_button_gives(cast: Cast, desk: Client) -> None:
    event = asks_for(cast, "pin")
    page = desk.get(reverse("desk_slips", args=[event.uid]))
    assert (page.context["chosen"], page.context["pages"]) == (8, 1)
    assert 'Download slips: <span class="number" data-ticked>8</span>' in page.content.decode()
    prints(desk, event, *page.context["form"].initial["persons"][:3])
    page = desk.get(reverse("desk_slips", args=[event.uid]))
    assert page.context["chosen"] == 5, "who has a slip is not proposed again"


@pytest.mark.full
def test_every_pin_on_the_paper_is_the_player_s(cast: Cast) -> None:
    event = asks_for(cast, "pin")
    drawn = player_credentials.SLIPS.draw(
        event, cast.director, [holder.uid for holder in player_credentials.SLIPS.holders(event)]
    )
    for slip in drawn:
        member = EntryMember.objects.get(entry__event=event, entry__number=slip.number or 0)
        assert player_credentials.is_pin(event.tournament, member.person, slip.pin)


@pytest.mark.full
def test_a_button_pressed_twice_prints_once(cast: Cast, desk: Client) -> None:
    event = asks_for(cast, "pin")
    address = reverse("desk_slips", args=[event.uid])
    form = desk.get(address).context["form"]
    sent = {"seen": form.state, "persons": form.initial["persons"]}
    desk.post(address, sent)
    again = desk.post(address, sent)
    assert "Slips were drawn since this page was opened." in again.content.decode()
    assert Credential.objects.count() == 8


@pytest.mark.full
@pytest.mark.databases
def test_of_two_directors_who_print_at_once_one_is_told(
    cast: Cast, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = asks_for(cast, "pin")
    first: list[Slip] = []

    def overtaken(*args: Any) -> Any:
        monkeypatch.undo()
        persons = [holder.uid for holder in player_credentials.SLIPS.holders(event)]
        first.extend(player_credentials.SLIPS.draw(event, cast.director, persons))
        return audit.change(*args)

    monkeypatch.setattr(player_credentials, "change", overtaken)
    answer = prints(desk, event)
    assert "Slips were drawn since this page was opened." in answer.content.decode()
    assert AuditEntry.objects.filter(verb="draw_slips").count() == 1
    for slip in first:
        member = EntryMember.objects.get(entry__event=event, entry__number=slip.number or 0)
        assert player_credentials.is_pin(event.tournament, member.person, slip.pin)


@pytest.mark.full
@pytest.mark.parametrize(("language", "title"), [("en", "Name slips"), ("zh-hans", "姓名条")])
def test_the_file_of_slips_is_named_in_the_reader_s_language(
    cast: Cast, desk: Client, language: str, title: str
) -> None:
    event = asks_for(cast, "pin")
    address = reverse("desk_slips", args=[event.uid])
    form = desk.get(address).context["form"]
    sent = {"seen": form.state, "persons": form.initial["persons"]}
    answer = desk.post(address, sent, headers={"accept-language": language})
    assert f"{event.name} {title} " in unquote(answer["Content-Disposition"])


@pytest.mark.full
def test_who_comes_late_is_proposed_alone(cast: Cast, desk: Client) -> None:
    event = asks_for(cast, "phone")
    prints(desk, event)
    organise.add_entries(cast.event, cast.director, [["晚来"]])
    form = desk.get(reverse("desk_slips", args=[event.uid])).context["form"]
    late = Entry.objects.get(event=event, number=9).members.get().person
    assert form.initial["persons"] == [late.uid]
    prints(desk, event)
    assert Credential.objects.filter(revoked_at=None).count() == 9


@pytest.mark.full
def test_nobody_chosen_prints_nothing(cast: Cast, desk: Client) -> None:
    event = asks_for(cast, "pin")
    address = reverse("desk_slips", args=[event.uid])
    state = desk.get(address).context["form"].state
    answer = desk.post(address, {"seen": state})
    assert "Choose at least one player." in answer.content.decode()
    assert not Credential.objects.exists()


@pytest.mark.full
@pytest.mark.parametrize("language", sampled(["en", "zh-hans"], ["zh-hans"]))
@pytest.mark.parametrize("proof", ["tap", "pin", "phone"])
def test_slips_are_there_for_every_kind_of_event(
    cast: Cast, desk: Client, proof: str, language: str
) -> None:
    with translation.override(language):
        answer = prints(desk, asks_for(cast, proof))
    texts = pages(io.BytesIO(answer.content).getvalue())
    assert len(texts) == 1
    assert all(name in texts[0] for name in ("甲", "辛"))
