"""The prizes of an event: set at the desk, shown to all as the standings are, and on paper."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import levels_cast
from tests.cast import Cast
from tests.levels_cast import DEALERS_KEEP, post
from tests.web.publish.papers import pages, untold
from tournaments import organise, results
from tournaments.base.refusals import PlanReason, Refused
from tournaments.checks.verification import verify
from tournaments.models import AuditEntry, Event
from tournaments.progress import prize_list
from web.publish import documents
from web.publish.documents import Subject

PRIZES = {"amounts": ["300", "200", "100"], "ties": "divided", "tie_breaks": [], "unit": "元"}


@pytest.fixture
def matches(db: None) -> Cast:
    """Four pairs after a round of two matches: two have won alike, two have lost alike."""
    cast = levels_cast.assemble(deals=1, ranking="vp_15_10", tie_breaks=("net",))
    round_ = cast.round_in_play()
    for deal in cast.deals(round_):
        post(cast, deal, DEALERS_KEEP)
    organise.close_round(round_, cast.director)
    return replace(cast, event=fresh(cast))


def fresh(cast: Cast) -> Event:
    return Event.objects.select_related("tournament__club", "ruleset").get(pk=cast.event.pk)


@pytest.mark.full
def test_prizes_follow_the_standings_and_ties_divide(matches: Cast) -> None:
    organise.set_prizes(matches.event, matches.director, PRIZES)
    prizes = prize_list.prize_rows(results.read(fresh(matches)))
    assert [row.prize.amount for row in prizes] == [250, 250, 50, 50]
    assert [len(row.shared_with) for row in prizes] == [1, 1, 1, 1]
    assert verify(matches.tournament) == []


@pytest.mark.full
def test_further_tie_breaks_part_those_who_share_a_place(matches: Cast) -> None:
    rules = PRIZES | {"ties": "next_tie_break", "tie_breaks": ["lot"]}
    organise.set_prizes(matches.event, matches.director, rules)
    prizes = prize_list.prize_rows(results.read(fresh(matches)))
    assert [row.prize.amount for row in prizes] == [300, 200, 100]


@pytest.mark.full
def test_nobody_withdrawn_has_a_prize(matches: Cast) -> None:
    organise.set_prizes(matches.event, matches.director, {**PRIZES, "amounts": ["9"] * 4})
    first = prize_list.prize_rows(results.read(fresh(matches)))[0]
    entry = matches.event.entries.get(number=first.row.competitor.number)
    organise.withdraw_entry(entry, matches.director)
    named = [
        row.row.competitor.number for row in prize_list.prize_rows(results.read(fresh(matches)))
    ]
    assert entry.number not in named
    assert len(named) == 3


def test_setting_the_same_prizes_again_shows_nothing_new(matches: Cast) -> None:
    organise.set_prizes(matches.event, matches.director, PRIZES)
    seen = fresh(matches).public_revision
    organise.set_prizes(matches.event, matches.director, PRIZES)
    assert fresh(matches).public_revision == seen
    assert AuditEntry.objects.filter(verb="set_prizes").count() == 2


@pytest.mark.parametrize(
    "prizes",
    [
        {"amounts": []},
        {"amounts": ["x"]},
        {"amounts": "300"},
        {"amounts": ["1"], "things": ["x" * 41]},
        {"amounts": ["1"], "things": ["a", "b"]},
        {"amounts": ["1"], "things": [1]},
    ],
)
def test_what_are_no_prizes_is_refused(cast: Cast, prizes: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        organise.set_prizes(cast.event, cast.director, prizes)
    assert [problem.code for problem in refused.value.problems] == [PlanReason.PRIZES_UNREADABLE]


@pytest.mark.full
def test_the_desk_sets_prizes_and_shows_who_would_have_them(client: Client, matches: Cast) -> None:
    client.force_login(matches.alice)
    where = reverse("desk_prizes", args=[matches.event.uid])
    form = {"amounts": "300\n\n 200.50 \n100", "unit": "元", "ties": "higher"}
    answer: Any = client.post(where, form, follow=True)
    assert fresh(matches).prizes["amounts"] == ["300", "401/2", "100"]
    assert [row.prize.amount for row in answer.context["given"]] == [300, 300, 100, 100]
    assert answer.context["form"]["amounts"].value() == "300\n401/2\n100"
    answer = client.post(where, {**form, "amounts": "300\n-5"})
    assert list(answer.context["form"].errors) == ["amounts"]
    client.post(where, {**form, "amounts": ""})
    assert fresh(matches).prizes == {}


@pytest.mark.full
def test_prizes_that_are_changed_after_the_finish_are_told_as_such(
    client: Client, matches: Cast
) -> None:
    desk = reverse("desk_prizes", args=[matches.event.uid])
    where = reverse("prizes", args=[matches.event.uid])
    client.force_login(matches.alice)
    client.cookies["django_language"] = "en"
    warned, changed = "If you change its prizes now", "changed after the finish of the event: 20"
    organise.set_prizes(matches.event, matches.director, PRIZES)
    assert warned not in client.get(desk).content.decode()
    organise.finish_event(fresh(matches), matches.director)
    assert warned in client.get(desk).content.decode()
    organise.set_prizes(matches.event, matches.director, PRIZES)
    assert changed not in client.get(where).content.decode()
    organise.set_prizes(matches.event, matches.director, PRIZES | {"unit": "$"})
    assert changed in client.get(where).content.decode()
    body = AuditEntry.objects.filter(verb="set_prizes").order_by("-seq")[0].body
    assert json.loads(body)["details"]["after_finish"] is True
    with translation.override("en"):
        kind = documents.find("prizes")
        text = " ".join(pages(kind.render(kind.prepare(Subject(fresh(matches))).input, untold)))
    assert changed in " ".join(text.split())
    organise.set_prizes(matches.event, matches.director, {})
    assert changed in client.get(where).content.decode()


@pytest.mark.full
def test_everybody_reads_the_prizes_and_may_print_them(client: Client, matches: Cast) -> None:
    where = reverse("prizes", args=[matches.event.uid])
    client.cookies["django_language"] = "en"
    assert "This event has no prizes." in client.get(where).content.decode()
    organise.set_prizes(matches.event, matches.director, PRIZES)
    page = client.get(where).content.decode()
    assert "250元" in page
    assert "As the standings are now" in page
    assert where in client.get(reverse("event", args=[matches.event.uid])).content.decode()
    with translation.override("en"):
        kind = documents.find("prizes")
        text = " ".join(pages(kind.render(kind.prepare(Subject(fresh(matches))).input, untold)))
    assert "250元" in text
    assert "Received" in text


@pytest.mark.full
def test_a_thing_stands_beside_an_amount_at_the_desk_for_all_and_on_paper(
    client: Client, matches: Cast
) -> None:
    client.force_login(matches.alice)
    desk, where = (reverse(name, args=[matches.event.uid]) for name in ("desk_prizes", "prizes"))
    form = {"amounts": "300元 茶叶一盒\n200\n围棋一副", "unit": "元", "ties": "divided"}
    answer: Any = client.post(desk, form, follow=True)
    assert fresh(matches).prizes == {
        "amounts": ["300", "200", "0"],
        "ties": "divided",
        "tie_breaks": [],
        "things": ["茶叶一盒", "", "围棋一副"],
        "unit": "元",
    }
    assert answer.context["form"]["amounts"].value() == "300 茶叶一盒\n200\n围棋一副"
    client.cookies["django_language"] = "zh-hans"
    page = client.get(where).content.decode()
    assert page.count("250元、茶叶一盒") == 2
    assert page.count("茶叶一盒：不分割，由并列者抽签决定归属（人工进行）。") == 2
    with translation.override("zh-hans"):
        kind = documents.find("prizes")
        text = "".join(pages(kind.render(kind.prepare(Subject(fresh(matches))).input, untold)))
    assert "250元、茶叶一盒" in text
    assert "围棋一副：不分割" in "".join(text.split())


@pytest.mark.full
@pytest.mark.parametrize("line", ["-5", "1/0", "1e9999 x", "-5 元", "？！", "茶" * 41])
def test_a_line_that_is_no_prize_is_named_and_stays(
    client: Client, matches: Cast, line: str
) -> None:
    client.force_login(matches.alice)
    form = {"amounts": f"300\n{line}", "unit": "元", "ties": "divided"}
    answer: Any = client.post(reverse("desk_prizes", args=[matches.event.uid]), form)
    assert list(answer.context["form"].errors) == ["amounts"]
    assert "2" in answer.context["form"].errors["amounts"][0]
    assert answer.context["form"]["amounts"].value() == form["amounts"]
    assert fresh(matches).prizes == {}


@pytest.mark.full
def test_before_anything_counts_nothing_is_won(db: None) -> None:
    cast = levels_cast.assemble(deals=1, ranking="vp_15_10", tie_breaks=("net",))
    organise.set_prizes(cast.event, cast.director, PRIZES)
    assert prize_list.prize_rows(results.read(fresh(cast))) == ()
    cast.round_in_play()
    assert prize_list.prize_rows(results.read(fresh(cast))) == ()


def test_before_anything_counts_nobody_has_a_prize(db: None) -> None:
    cast = levels_cast.assemble(deals=1, ranking="vp_15_10", tie_breaks=("net",))
    organise.set_prizes(cast.event, cast.director, PRIZES)
    assert prize_list.prize_rows(results.read(fresh(cast))) == ()
