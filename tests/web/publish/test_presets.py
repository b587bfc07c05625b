"""Every set of rules before the public: pages and papers of an event that was played under it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests import preset_events
from tests.cast import Cast
from tests.preset_events import CASES, Case, Made
from tests.samples import sampled
from tests.web.publish import addresses
from tests.web.publish.papers import pages, untold
from tests.web.publish.printed.test_sheets import fresh
from tests.web.publish.reading import read
from tournaments import organise
from tournaments.models import Result, Round
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin, Report
from tournaments.wording import signed
from web.publish import documents
from web.publish.documents import Subject

DEPTHS = ("captures", "hands", "tricks")
# What referees decided names only whom it concerns, and a list of prizes who has won one.
OF_SOME = {"referee_record", "prizes"}


@pytest.fixture
def english(client: Client) -> Client:
    """A browser in English."""
    client.cookies["django_language"] = "en"
    return client


def played(client: Client, cast: Cast, case: Case) -> tuple[Made, Round]:
    """Return an event with a round played at two tables, a deal recorded at every depth."""
    made = preset_events.create(client, cast, case, tables=2, depth="tricks")
    round_ = made.cast.round_in_play()
    for seed, deal in enumerate(made.cast.deals(round_)):
        report = Report(Result.Kind.PLAYED, made.sheet(seed).at(DEPTHS[seed % 3]))
        with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as log:
            ledger.post(log, deal, report, seen=0, origin=Origin(uid="sheet", label="sheet"))
    organise.close_round(round_, cast.director)
    client.logout()
    return made, round_


@pytest.mark.nightly
@pytest.mark.parametrize("case", sampled(CASES, (Case("qq-double"),)), ids=str)
def test_every_page_and_paper_is_there_for_every_set_of_rules(
    english: Client, cast: Cast, case: Case
) -> None:
    made, round_ = played(english, cast, case)
    pages_are_there(english, made, round_)
    papers_are_there(made, round_, [f"选手{number}" for number in range(2 * case.players)])


def pages_are_there(english: Client, made: Made, round_: Round) -> None:
    for name, address in addresses.of(made.cast, round_).items():
        assert english.get(address).status_code == 200, name
    for deal in made.cast.deals(round_)[:3]:
        text = read(english, addresses.page_of(deal))
        scores = Result.live.get(deal=deal).settlement["scores"]
        seated = deal.sitting.seats.values_list("label", "person__name")
        assert [seat for seat, _name in seated.order_by("pk")] == list(made.seats)
        assert [name for _seat, name in seated if name not in text] == []
        assert [score for score in scores.values() if signed(score) not in text] == []


def papers_are_there(made: Made, round_: Round, names: list[str]) -> None:
    event = fresh(made.cast.event)
    read = set()
    for name in documents.names():
        kind = documents.find(name)
        if not kind.suits(event, tuple(event.stages.all())):
            continue
        of_round = round_ if kind.shows(round_) else None
        content = kind.render(
            kind.prepare(Subject(event, "http://192.0.2.7/", of_round)).input, untold
        )
        if kind.suffix == "pdf" and name not in OF_SOME:
            text = re.sub(r"\s", "", "".join(pages(content)))
            assert [name for name in names if name not in text] == [], name
            read.add(name)
    assert {"seating", "standings"} <= read


@pytest.mark.full
def test_a_record_sheet_of_two_decks_asks_for_every_copy_and_leaves_room_for_pairs(
    english: Client, cast: Cast
) -> None:
    made = preset_events.create(english, cast, Case("qq-double"), depth="tricks")
    kind = documents.find("record_sheets")
    book = kind.prepare(Subject(fresh(made.cast.event))).input
    grids = [block for block in book["parts"][0]["blocks"] if "columns" in block]
    numbers = [[column["heading"] for column in grid["columns"]][1:] for grid in grids]
    assert [str(n) for n in range(1, 14)] in numbers
    assert [str(n) for n in range(14, 27)] in numbers
    assert any("♠Q ♠Q ♥A ♥A ♦J ♦J ♣10 ♣10" in row for grid in grids for row in grid["rows"])
