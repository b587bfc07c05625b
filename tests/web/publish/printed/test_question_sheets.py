"""Sheets of a game that asks questions: the blank ones and the filled ones, without its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.utils import translation

from tests import levels_cast
from tests.cast import Cast
from tests.levels_cast import ATTACKERS_WIN, DEALERS_KEEP, post
from tests.web.publish.papers import pages, read_by_another, untold
from tournaments.models import Event, Result, Round
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin, Report
from web.publish import documents
from web.publish.documents import Subject


@pytest.fixture(autouse=True)
def _in_english() -> object:
    with translation.override("en"):
        yield


@pytest.fixture
def cast(db: None) -> Cast:
    return levels_cast.assemble()


def written(kind: str, event: Event, round_: Round | None = None) -> Mapping[str, Any]:
    """Return what a document is made from."""
    subject = Event.objects.select_related("tournament__club", "ruleset").get(pk=event.pk)
    return documents.find(kind).prepare(Subject(subject, "", round_)).input


def drawn(kind: str, event: Event, round_: Round | None = None) -> bytes:
    """Return a document as a worker would make it."""
    return documents.find(kind).render(written(kind, event, round_), untold)


def grids(round_: Round, event: Event) -> list[list[list[str]]]:
    """Return the rows of every grid on the scoresheet of the first table."""
    blocks = written("scoresheets", event, round_)["parts"][0]["blocks"]
    return [[list(row) for row in block["rows"]] for block in blocks if block["kind"] == "grid"]


def words(pdf: bytes) -> str:
    """Return what stands on a paper, with single spaces."""
    return " ".join(read_by_another(pdf).split())


@pytest.mark.full
def test_a_blank_sheet_asks_what_the_game_asks(cast: Cast) -> None:
    text = words(drawn("record_sheets", cast.event, cast.round_in_play()))
    for words_ in ("Dealer", "Level", "Trump", "♠ ♥ ♦ ♣", "N W S E", "Initials", "甲"):
        assert words_ in text
    assert "Claim" not in text
    assert "Cards won" not in text
    assert "…" not in text


@pytest.mark.full
def test_the_deals_of_a_match_have_one_page(cast: Cast) -> None:
    assert len(pages(drawn("record_sheets", cast.event, cast.round_in_play()))) == 2


def test_a_sheet_without_a_round_leaves_room_for_names(cast: Cast) -> None:
    text = words(drawn("record_sheets", cast.event))
    assert "Date" in text
    assert "after it" in text


@pytest.mark.full
def test_every_trick_is_asked_for_with_a_place_for_jokers(db: None) -> None:
    cast = levels_cast.assemble(depth=Event.Depth.TRICKS, deals=1)
    text = words(drawn("record_sheets", cast.event, cast.round_in_play()))
    assert "Dealt to" in text
    assert "Small joker" in text
    assert text.count("joker") >= 2
    assert "Cards played" in text


def played(cast: Cast) -> Round:
    """Return a round with two deals at its first table."""
    round_ = cast.round_in_play()
    first, second = cast.deals(round_)[:2]
    post(cast, first, DEALERS_KEEP)
    post(cast, second, ATTACKERS_WIN)
    return round_


@pytest.mark.full
def test_a_scoresheet_leads_from_deal_to_deal(cast: Cast) -> None:
    round_ = played(cast)
    deals, end = grids(round_, cast.event)
    # North's side went from 2 to 4 and lost the deal there to East, whose side now plays 3.
    assert deals[:2] == [
        ["1", "N", "2", "No trump", "N", "", "35", "+2", "4", "0", "2", "S · 4"],
        ["2", "S", "4", "♥", "W", "pair", "75 + 10 × 4 = 115", "0", "4", "+1", "3", "E · 3"],
    ]
    assert [row[6] for row in deals[2:]] == ["no result yet"] * 2
    # Without a penalty there is one total.
    assert [row[1:] for row in end] == [["4"], ["3"]]
    assert "…" not in words(drawn("scoresheets", cast.event, round_))


@pytest.mark.full
def test_a_match_is_worth_something_as_soon_as_it_is_over(db: None) -> None:
    cast = levels_cast.assemble(deals=2, ranking=Event.Ranking.VP_15_10)
    round_ = played(cast)
    assert [row[-2:] for row in grids(round_, cast.event)[1]] == [["+1", "16"], ["−1", "14"]]
    post(cast, cast.deals(round_)[1], {**ATTACKERS_WIN, "attackers_points": 100}, seen=1)
    text = words(drawn("scoresheets", cast.event, round_))
    assert {"Victory", "points"} <= set(text.split())
    assert "version 2: misread" in text
    assert [row[-2:] for row in grids(round_, cast.event)[1]] == [["0", "15"], ["0", "15"]]


@pytest.mark.full
@pytest.mark.parametrize("hook", ["start", "off"])
def test_a_sheet_has_the_j_of_the_last_trick_to_mark_where_it_is_hooked(
    db: None, hook: str
) -> None:
    rules = {"preset": "standard-2", "must_play": ["J", "A"], "jack_hook": hook}
    cast = levels_cast.assemble(rules=rules)
    text = words(drawn("record_sheets", cast.event))
    rows = cast.event.deals_per_round if hook == "start" else 0
    assert [text.count(asked) for asked in ("trump-J", "other-J no-J")] == [rows, rows]
    assert ("J in the last trick: only at level J" in text) == (hook == "start")
    assert "…" not in text


@pytest.mark.full
def test_a_deal_not_played_changes_nothing(cast: Cast) -> None:
    round_ = cast.round_in_play()
    first = cast.deals(round_)[0]
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        origin = Origin(uid="ruling", label="sheet")
        report = Report(Result.Kind.NOT_PLAYED, {})
        ledger.post(made, first, report, seen=0, origin=origin, reason="misdeal")
    text = words(drawn("scoresheets", cast.event, round_))
    assert "misdeal" in text
    assert "115" not in text


@pytest.mark.full
def test_what_few_deals_answer_stands_below_them(db: None) -> None:
    cast = levels_cast.assemble(rules={"preset": "standard-2"})
    text = words(drawn("record_sheets", cast.event))
    assert "failed throws (deal: answer)" in text
    assert "…" not in text
