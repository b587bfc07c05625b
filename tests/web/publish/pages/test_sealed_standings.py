"""Where boards go round, what closed rounds came to is told when the boards are opened."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.cast import Cast
from tests.tournaments import over_boards
from tests.web.publish import addresses
from tournaments import organise, results
from tournaments.base.refusals import Reason, Refused
from tournaments.checks import published_changes
from tournaments.models import (
    Board,
    Comparison,
    Deal,
    DrawMethod,
    Event,
    Publication,
    Result,
    Round,
)
from tournaments.progress import extra_deals, qualification_state
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin, Report
from tournaments.results import event_record
from tournaments.standings.qualification_rules import FeedRule, Take, TakeKind
from tournaments.structure.stages import StagePlan
from web.publish import documents
from web.publish.documents import DocumentKind, Subject

STAMP = re.compile(r'data-etag="[^"]*"|Record no\. [^"\']*|"board-seal"[^<]*')
"""What says how many changes there were, and when."""
PLACES = re.compile(r'class="(?:standing-place|number hall-rank)">([^<]*)<')
WHY = "the standings begin when they are opened"


@pytest.fixture
def howell(db: None) -> Cast:
    """Four pairs in a Howell over three rounds: the first one is closed."""
    cast = over_boards.assemble(
        draw_method=DrawMethod.HOWELL, comparison=Comparison.MATCHPOINTS, rounds_planned=3
    )
    close(cast)
    return replace(cast, event=Event.objects.get(pk=cast.event.pk))


def close(cast: Cast) -> Round:
    round_ = cast.round_in_play()
    cast.play(round_)
    organise.close_round(round_, cast.director)
    return round_


def other_result(cast: Cast, deal: Deal) -> None:
    """Let a deal have no points for anybody."""
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        origin = Origin(uid="ruling", label="sheet")
        report = Report(Result.Kind.NOT_PLAYED, {})
        ledger.post(made, deal, report, seen=deal.version, origin=origin, reason="wrong cards")


def first_deal() -> Deal:
    return Deal.objects.filter(sitting__segment__match__round__number=1).order_by("pk")[0]


def public_pages(cast: Cast, client: Client) -> dict[str, str]:
    """Return every page of the event that a stranger may ask for, without its stamps."""
    round_ = Round.objects.get(number=1)
    pages = addresses.of(cast, round_)
    pages |= {name: reverse(name, args=[cast.event.uid]) for name in ("boards", "groups")}
    pages["board"] = reverse("board", args=[cast.event.uid, 1, 1])
    for number in (2, 3, 4):
        pages[f"entry {number}"] = reverse("entry", args=[cast.event.uid, number])
    return {
        name: STAMP.sub("", client.get(address).content.decode()) for name, address in pages.items()
    }


def papers(cast: Cast) -> dict[str, str]:
    """Return what stands on every public paper and in every export of the event."""
    event = Event.objects.get(pk=cast.event.pk)
    subjects = [Subject(event), Subject(event, round=Round.objects.get(number=1))]
    return {
        f"paper {kind.name}": STAMP.sub("", str(in_english(kind, subject)))
        for subject in subjects
        for kind in documents.kinds(event, subject.round, roles=None)
    }


def in_english(kind: DocumentKind, subject: Subject) -> Mapping[str, Any]:
    with translation.override("en"):
        return kind.prepare(subject).input


@pytest.mark.full
def test_what_a_closed_round_came_to_changes_nothing_that_a_stranger_is_shown(
    howell: Cast, client: Client
) -> None:
    client.cookies["django_language"] = "en"
    before = {**public_pages(howell, client), **papers(howell)}
    other_result(howell, first_deal())
    now = {**public_pages(howell, client), **papers(howell)}
    assert {name for name, text in before.items() if text != now[name]} == set()
    for name in (
        "event",
        "ranks",
        "prizes",
        "entry",
        "groups",
        "hall_standings",
        "paper standings",
    ):
        assert WHY in before[name], name
    for name in ("event", "hall_standings"):
        assert set(PLACES.findall(before[name])) <= {"–"}, name
    # With the boards open all of them differ.
    with change(howell.tournament, SYSTEM, Verb.CLOSE_ROUND) as made:
        Board.objects.update(opened_at=howell.event.created_at)
        made.shows(howell.event)
    opened = {**public_pages(howell, client), **papers(howell)}
    assert WHY not in "".join(opened.values())
    shown = ("event", "ranks", "round", "entry", "hall_standings", "paper standings")
    assert [name for name in shown if before[name] == opened[name]] == []


@pytest.mark.full
def test_the_standings_are_published_with_the_round_that_opens_the_boards(howell: Cast) -> None:
    kept = Publication.objects.filter(kind=Publication.Kind.STANDINGS)
    assert not kept.exists()
    assert event_record.public_record(results.read(howell.event)).field.rounds == ()
    close(howell)
    assert not kept.exists()
    close(howell)
    assert [publication.round.number for publication in kept if publication.round] == [3]
    assert event_record.public_record(results.read(howell.event)).field.rounds == (1, 2, 3)


@pytest.mark.full
def test_a_movement_that_ends_early_is_told_when_the_event_is_finished(howell: Cast) -> None:
    Event.objects.filter(pk=howell.event.pk).update(rounds_planned=1)
    event = Event.objects.get(pk=howell.event.pk)
    organise.finish_event(event, howell.director)
    assert event_record.public_record(results.read(event)).sealed_from is None


@pytest.mark.full
def test_the_desk_is_shown_no_effect_on_standings_that_are_sealed(
    howell: Cast, client: Client
) -> None:
    client.force_login(howell.alice)
    client.cookies["django_language"] = "en"
    where = reverse("referee_penalties", args=[howell.tournament.uid, howell.event.uid])
    seat = first_deal().sitting.seats.order_by("pk")[0]
    asked = {"whom": f"seat:{seat.uid}", "points": "-1", "reason": "late", "key": "0123456789ab"}
    page: Any = client.post(where, asked)
    assert page.status_code == 200
    assert WHY in page.content.decode()


@pytest.mark.full
def test_who_would_go_on_by_sealed_standings_is_not_shown_at_the_desk(
    db: None, client: Client
) -> None:
    """Not either where nobody said how many rounds the movement has: one may be all of it."""
    movement = StagePlan(draw_method=DrawMethod.HOWELL)
    final = StagePlan(
        draw_method=DrawMethod.SWISS, rounds_planned=1, feed=FeedRule((Take(TakeKind.TOP, 2),))
    )
    cast = over_boards.assemble(
        draw_method=DrawMethod.HOWELL,
        comparison=Comparison.MATCHPOINTS,
        stages=(movement, final),
    )
    close(cast)
    assert qualification_state.preview(cast.event.stages.get(number=2)).problems == ()
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    where = reverse("desk_stages", args=[cast.event.uid])
    page: Any = client.get(where)
    assert WHY in page.content.decode()
    assert page.context["going"] == ()
    close(cast)
    close(cast)
    page = client.get(where)
    assert len(page.context["going"]) == 2


@pytest.mark.full
def test_the_desk_lists_the_matches_without_what_they_came_to(howell: Cast, client: Client) -> None:
    client.force_login(howell.alice)
    client.cookies["django_language"] = "en"
    where = reverse("desk_matches", args=[Round.objects.get(number=1).uid])
    page: Any = client.get(where)
    assert WHY in page.content.decode()
    assert {(line.totals, line.score) for line in page.context["lines"]} == {("", "")}


@pytest.mark.full
def test_the_desk_says_why_no_standings_follow_from_a_closed_round(
    howell: Cast, client: Client
) -> None:
    client.force_login(howell.alice)
    client.cookies["django_language"] = "en"
    for number, why in ((2, WHY), (3, "The standings are published.")):
        round_ = howell.round_in_play()
        howell.play(round_)
        page: Any = client.post(reverse("desk_close", args=[round_.uid]), follow=True)
        notices = " ".join(str(message) for message in page.context["messages"])
        assert round_.number == number
        assert "The round is closed." in notices
        assert why in notices


@pytest.mark.full
def test_later_rounds_of_a_movement_are_no_change_of_what_was_published(howell: Cast) -> None:
    """Standings that were published before they were sealed differ by nature."""
    event, director = howell.event, howell.director
    with change(howell.tournament, director, Verb.CLOSE_ROUND) as made:
        shown = event_record.published_standings(results.read(event), 1)
        kind = Publication.Kind.STANDINGS
        ledger.publish(made, event, kind, shown, round_=Round.objects.get(number=1))
    assert not published_changes.changes_since(event)
    close(howell)
    assert not published_changes.changes_since(event)
    close(howell)
    assert not published_changes.changes_since(event)
    other_result(howell, first_deal())
    assert [standing.round for standing in published_changes.changes_since(event).standings] == [3]


@pytest.mark.full
def test_who_is_equal_in_sealed_standings_is_told_to_nobody(db: None, client: Client) -> None:
    """Who is asked to play an extra deal would tell what the boards came to so far."""
    cast = over_boards.assemble(
        draw_method=DrawMethod.HOWELL,
        comparison=Comparison.MATCHPOINTS,
        rounds_planned=3,
        tie_breaks=("extra_deal", "lot"),
    )
    close(cast)
    event = Event.objects.get(pk=cast.event.pk)
    uids = [entry.uid for entry in event.entries.order_by("number")]
    assert event_record.sealed_from(results.read(event)) == 1
    assert extra_deals.ties(results.read(event)) == []
    with pytest.raises(Refused) as refused:
        organise.note_extra_deal(event, cast.director, dict.fromkeys(uids[:2], 1), "board 1 again")
    assert [problem.code for problem in refused.value.problems] == [Reason.EXTRA_DEAL_OF_OTHERS]
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    page: Any = client.get(reverse("desk_extra_deals", args=[event.uid]))
    assert page.context["forms"] == []
    assert WHY in page.content.decode()
    close(cast)
    close(cast)
    assert extra_deals.ties(results.read(event))
