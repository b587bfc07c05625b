"""Stand-ins stay findable: by the search, on the page of the entry, and on the final result."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.cast import Cast
from tests.samples import sampled
from tests.web.publish.papers import pages, untold
from tournaments import organise, results
from tournaments.models import Event
from tournaments.wording.stand_ins import played_stand_ins
from web.publish import documents
from web.publish.documents import Subject

SAID = "临时替补：替补替甲（第1轮）。"


@pytest.fixture
def after(cast: Cast) -> Cast:
    """The second round in play: in the first somebody sat for 甲, in the third somebody will."""
    entry = cast.event.entries.select_related("event__tournament").get(number=1)
    organise.stand_in(entry, cast.director, "替补", 1, 1)
    organise.stand_in(entry, cast.director, "后备", 3)
    cast.closed_round()
    cast.round_in_play("2")
    return cast


def read(client: Client, name: str, *args: Any, **search: str) -> Any:
    client.cookies["django_language"] = "zh-hans"
    return client.get(reverse(name, args=args), search)


@pytest.mark.full
def test_rounds_are_those_in_which_somebody_sat(after: Cast) -> None:
    ((one,),) = played_stand_ins(results.read(after.event)).values()
    assert (one.entry, one.name, one.plays_for, one.rounds) == (1, "替补", "甲", (1,))


@pytest.mark.full
def test_a_stand_in_of_a_round_before_is_found_by_the_search(client: Client, after: Cast) -> None:
    for wanted in ("替补", "替"):
        page = read(client, "event", after.event.uid, q=wanted).content.decode()
        found = page.partition('id="found-1-')[2].partition("</div>")[0]
        assert SAID in found
        assert page.count('id="found-') == 1
    own = read(client, "event", after.event.uid, q="甲").content.decode()
    assert own.count('id="found-') == 1
    assert SAID in own
    assert "后备" not in own


@pytest.mark.full
def test_who_is_replaced_in_this_round_is_found_too(client: Client, cast: Cast) -> None:
    entry = cast.event.entries.select_related("event__tournament").get(number=1)
    organise.stand_in(entry, cast.director, "替补", 1)
    cast.round_in_play()
    page = read(client, "event", cast.event.uid, q="甲").content.decode()
    assert 'id="found-1-' in page


@pytest.mark.full
def test_stand_ins_are_on_the_page_of_the_entry_and_of_the_event(
    client: Client, after: Cast
) -> None:
    assert SAID in read(client, "entry", after.event.uid, 1).content.decode()
    assert "临时替补" not in read(client, "entry", after.event.uid, 2).content.decode()
    assert SAID in read(client, "event", after.event.uid).content.decode()


@pytest.mark.full
@pytest.mark.parametrize("kind", sampled(["final", "standings"], ["final"]))
def test_stand_ins_are_on_paper(after: Cast, kind: str) -> None:
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=after.event.pk)
    with translation.override("zh-hans"):
        document = documents.find(kind)
        made = document.render(document.prepare(Subject(event)).input, untold)
        assert SAID in "".join("".join(pages(made)).split())
