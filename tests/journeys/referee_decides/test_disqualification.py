"""Disqualification in mid-event: proposed by the chief referee, approved by the organiser."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils import translation

from referee.models import RulingVersion
from tests import cast as people
from tests import official_cast
from tests.cast import Cast
from tests.journeys.referee_decides import hall_desk
from tests.referee.arrivals.lateness import official
from tests.tournaments.organise.taking_part.test_exclusions import entry, leader, ranks
from tournaments.checks.verification import verify
from tournaments.models import Entry, Event, Exclusion
from tournaments.progress.prize_list import prize_rows
from tournaments.results import event_record, read
from web.publish.printed import standings as printed


@pytest.fixture
def cast(db: None) -> Iterator[Cast]:
    """An official event of eight with a prize, after its first round."""
    cast = people.assemble()
    official(cast.event)
    official_cast.leads(cast)
    prizes = {"amounts": ["100"], "ties": "divided"}
    Event.objects.filter(pk=cast.event.pk).update(prizes=prizes)
    cast.event.refresh_from_db()
    cast.closed_round()
    with translation.override("zh-hans"):
        yield cast


def winners(cast: Cast) -> set[int]:
    return {row.row.competitor.number for row in prize_rows(read(cast.event))}


def told_everywhere(cast: Cast, first: Entry, *, cancelled: bool) -> None:
    """The label stands on public pages and in the standings, the reason in the record."""
    stranger = hall_desk.browser_of()
    assert "取消资格" in hall_desk.page(stranger, "event", cast.event.uid)
    assert "取消资格" in hall_desk.page(stranger, "entry", cast.event.uid, first.number)
    name = event_record.entry_name(entry(cast, first.number))
    assert printed.with_label(name, ranks(cast)[first.number]) == f"{name}（取消资格）"
    record = hall_desk.record_of(cast.event)
    for word in ("取消资格", "向同伴打手势", "I-07", *(["成绩取消"] if cancelled else [])):
        assert word in record, word


@pytest.mark.nightly
@pytest.mark.parametrize("cancelled", [False, True], ids=["kept", "cancelled"])
def test_from_the_proposal_to_public_pages_and_papers(cast: Cast, cancelled: bool) -> None:
    chief = hall_desk.browser_of(hall_desk.chief_of(cast))
    first, before = leader(cast), ranks(cast)
    where = reverse("desk_entry_leave", args=[cast.event.uid, first.number])
    sent = {"kind": "disqualification", "after_round": "1", "reason": "向同伴打手势"}
    sent |= {"without_prizes": "on", "article": "I-07", "entry": first.uid}
    sent |= {"results_cancelled": "on"} if cancelled else {}
    assert first.number in winners(cast)

    # What it would change is shown, and nothing is written.
    looked = chief.post(where, sent)
    assert "1 → <strong>–</strong>" in looked.content.decode(), "without a place from then on"
    assert not Exclusion.objects.exists()
    sent["previewed"] = looked.context["form"]["previewed"].value()
    chief.post(where, {**sent, "store": "1"})
    assert ranks(cast)[first.number].place == 1, "it stays proposed"
    assert chief.post(where, {**sent, "approve": "1"}).status_code == 403
    organiser = hall_desk.browser_of(cast.alice)
    assert "向同伴打手势" in organiser.get(where).content.decode()
    organiser.post(where, {**sent, "approve": "1", "seen": "1"})

    after = ranks(cast)
    assert after[first.number].total == (Fraction(0) if cancelled else before[first.number].total)
    assert not after[first.number].is_ranked
    assert all(after[other].total == before[other].total for other in {*before} - {first.number})
    assert first.number not in winners(cast)
    told_everywhere(cast, first, cancelled=cancelled)
    assert not cast.round_in_play().matches.filter(sides__entries=first).exists()
    assert verify(cast.tournament) == []


@pytest.mark.nightly
def test_a_ruling_disqualifies_with_one_approval(cast: Cast) -> None:
    """Scenario 15, by a ruling of L9: what follows is said before, done when it is approved."""
    chief = hall_desk.browser_of(hall_desk.chief_of(cast))
    round_ = cast.event.rounds.get(number=1)
    seat, deal = hall_desk.seat_at(round_, "N"), cast.deals(round_)[0]
    looked = hall_desk.rule(chief, seat, deal.uid, "B-05", facts="掀翻牌桌，殴打对方")
    assert "第1轮后不再参赛" in looked
    assert "成绩取消" in looked
    version = RulingVersion.objects.select_related("case__tournament").get()
    offender = seat.side.entries.get()
    assert offender.state != Entry.State.WITHDRAWN
    word = reverse("referee_ruling_word", args=[cast.tournament.uid, version.case.uid])
    organiser = hall_desk.browser_of(cast.alice)
    assert organiser.post(word, {"confirm": "1", "seen": str(version.number)}).status_code == 302
    assert Exclusion.objects.get().state == "approved"
    leave = reverse("desk_entry_leave", args=[cast.event.uid, offender.number])
    assert organiser.get(leave).context["waiting"] is None, "nobody is asked a second time"
    assert "取消资格" in hall_desk.page(hall_desk.browser_of(), "event", cast.event.uid)
    paper = hall_desk.ruling_paper(chief, version)
    for text in ("B-05", "掀翻牌桌", "取消"):
        assert text in paper, text
    assert verify(cast.tournament) == []
