"""While a table has still to play a board nobody is told who won what on it, in any form."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from referee.base.handed_in import Writer, seal
from referee.claims import claims
from referee.models import Decision
from referee.rulings import cases, irregularity_rulings
from referee.rulings.decisions import NamedOffender, RulingDecision, RulingSource
from referee.rulings.irregularity_rulings import Ruling
from referee.sheets import entry, irregularities
from referee.sheets.tables import sitting_now
from scoring.gongzhu.deck import HEARTS
from tests import teams_cast
from tests.cast import Cast
from tests.referee.hall import Tablet
from tests.samples import sampled
from tests.tournaments import over_boards, threes
from tests.web.publish import addresses
from tests.web.publish.sealed import cards_in
from tournaments.models import (
    Board,
    BoardSource,
    Comparison,
    Deal,
    DrawMethod,
    Event,
    Form,
    Round,
    Seat,
    Sitting,
    Table,
)
from tournaments.regulations.articles import Level
from tournaments.structure.stages import StagePlan
from web.publish import documents
from web.publish.documents import Subject

MENDED = "SQ to South"
"""What a ruling puts right, in words."""
NOTHING = ["|"]
SIGN = ["SQ", "|", "SQ"]
"""The queen of spades, which is the sign of the game on the first page."""
SIGNED = {"home": SIGN, "home_live": SIGN}
Made = tuple[Cast, Round]


def pairs(**changes: Any) -> Made:
    """An event over boards, its first round in play."""
    entries = changes.pop("entries", 8)
    cast = over_boards.assemble(entries, **changes)
    round_ = cast.round_in_play()
    return replace(cast, event=Event.objects.get(pk=cast.event.pk)), round_


def in_groups() -> Made:
    groups = StagePlan(draw_method=DrawMethod.ROUND_ROBIN, groups_wanted=2)
    return pairs(draw_method=DrawMethod.ROUND_ROBIN, stages=(groups,))


def two_rooms() -> Made:
    teams = teams_cast.assemble(boards=BoardSource.MADE, comparison=Comparison.IMP, deals=2)
    for match in teams.round.matches.order_by("number"):
        teams.reveal(teams.segment(1, match))
    return replace(teams.cast, event=teams.event), teams.round


def three_way() -> Made:
    teams, cast = threes.sealed(5)
    round_ = teams.draw()
    teams.line_up(round_)
    return cast, round_


FORMS: Mapping[str, Callable[[], Made]] = {
    "mitchell": lambda: pairs(draw_method=DrawMethod.MITCHELL),
    "howell": lambda: pairs(draw_method=DrawMethod.HOWELL, entries=6),
    "swiss": lambda: pairs(draw_method=DrawMethod.SWISS),
    "passed on": lambda: pairs(draw_method=DrawMethod.HOWELL, boards=BoardSource.PASSED),
    "whist": lambda: pairs(
        form=Form.PARTNERS, draw_method=DrawMethod.WHIST, comparison=Comparison.MATCHPOINTS
    ),
    "groups": in_groups,
    "two rooms": two_rooms,
    "three-way": three_way,
}


DAILY = ("two rooms",)
THIN = sampled(FORMS, DAILY)
"""Some of the forms, and all of them at night."""


@pytest.fixture(params=THIN)
def made(db: None, request: pytest.FixtureRequest) -> Made:
    """An event of a form: all but the last table have played, and that has a sheet that waits."""
    cast, round_ = FORMS[request.param]()
    last = tables(round_)[-1]
    for deal in cast.deals(round_):
        if deal.sitting.table_id != last.pk:
            posted(cast, deal)
    sitting = sitting_now(last)
    assert sitting
    written(cast, next(deal for deal in cast.deals(round_) if deal.sitting_id == sitting.pk))
    return cast, round_


def tables(round_: Round) -> list[Table]:
    """Return the tables at which somebody plays."""
    sittings = Sitting.objects.filter(segment__match__round=round_, deals__isnull=False)
    return list(Table.objects.filter(sittings__in=sittings).distinct().order_by("number"))


def report(deal: Deal) -> dict[str, Any]:
    """North has the pig; a claim gives the hearts to East, and the sheep was exposed too late."""
    hands = deal.board.hands if deal.board and deal.board.hands else {"W": ["DJ"]}
    owner = next(seat for seat, cards in hands.items() if "DJ" in cards)
    claim = {"seat": "E", "kind": "allocation", "after_trick": 5, "accepted": ["N", "W", "S"]}
    return {
        "won": {"N": ["SQ"], "W": ["DJ"], "S": ["C10"]},
        "exposed": [{"seat": owner, "card": "DJ", "kind": "exposed", "late": True}],
        "claim": {**claim, "allocation": {"E": list(HEARTS)}, "contested": deal.play_order == 2},
    }


def written(cast: Cast, deal: Deal) -> Any:
    """Write the sheet of a deal, and let the referee decide its claim where it is contested."""
    content = {"deal": deal.uid, "seen": 0, "recorder": "N", "report": report(deal)}
    writer = Writer.referee(cast.tournament, cast.bob)
    return entry.submit(writer=writer, sealed=seal(content))


def posted(cast: Cast, deal: Deal) -> None:
    """Make the sheet the result, and rule on the exposure in words that name cards."""
    sheet = written(cast, deal)
    deal.refresh_from_db()
    if deal.play_order == 2:
        claim = claims.claims_of_deal(deal)[0]
        exposed = {"E": list(HEARTS)}
        claims.decide(claim, cast.bob, exposed, "HK was high", "H2")
    else:
        agreed = {"sheet": sheet.key, "sheet_digest": sheet.digest, "seat": "referee"}
        writer = Writer.referee(cast.tournament, cast.bob)
        entry.confirm(writer=writer, sealed=seal(agreed), reason="H2 seen")
    deal.refresh_from_db()
    assert deal.done
    (incident,) = irregularities.incidents_of_deal(deal)
    penalty = Ruling(Decision.PENALTY, "DJ after SA", "HK", points=-10, sure=True)
    irregularity_rulings.rule(incident, cast.bob, penalty, seen=0)
    if deal.play_order == 1:
        decided(cast, deal)


def decided(cast: Cast, deal: Deal) -> None:
    """Decide a case of the deal in the referee's own words, which name cards."""
    related = ("side__match__round__event", "person", "sitting__segment__match")
    seat = Seat.objects.select_related(*related).get(sitting=deal.sitting_id, label="N")
    entry = seat.side.entries.select_related("event__tournament").order_by("number")[0]
    words = RulingDecision(
        (NamedOffender(entry, seat.person, seat),),
        own_article="DJ shown",
        facts="HQ fell",
        level=Level.L4,
        points=Fraction(-10),
        level_reason="C10 too",
        remedy_words=MENDED,
        seen=deal.version,
        sure=True,
    )
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=deal.event_id)
    at = Deal.objects.select_related("sitting__segment__match__round").get(pk=deal.pk)
    source = RulingSource(event, at.sitting.segment.match.round, at.sitting, at)
    cases.decide(source, cast.bob, words)


def pack(table: Table) -> Any:
    """Return what whoever opens a table is told."""
    hall = Table.objects.select_related("tournament").get(pk=table.pk)
    tablet = Tablet(Client()).opens(hall, device=f"a-device-at-table-{table.number}")
    return tablet.get("round").json()


def told(*parts: Any) -> list[str]:
    return cards_in(json.dumps(parts, ensure_ascii=False))


@pytest.mark.full
def test_no_table_is_told_cards_of_a_deal_that_others_have_still_to_play(made: Made) -> None:
    _cast, round_ = made
    *others, last = tables(round_)
    for table in others:
        table_pack = pack(table)
        assert {deal["state"] for deal in table_pack["deals"]} == {"done"}
        assert {deal["facts"] for deal in table_pack["deals"]} == {None}
        assert all(deal["scores"] for deal in table_pack["deals"])
        assert told(table_pack["deals"], table_pack["penalties"], table_pack["seats"]) == NOTHING
        assert "too late" not in str(table_pack["deals"])
        assert any(
            "penalty of 10 points" in note for deal in table_pack["deals"] for note in deal["notes"]
        )
    waiting, *rest = pack(last)["deals"]
    assert waiting["sheet"]["report"]["won"]["N"] == ["SQ"]
    assert {(deal["sheet"], deal["facts"], deal["hands"]) for deal in rest} <= {(None, None, None)}


@pytest.mark.full
def test_once_the_boards_are_open_the_table_is_told_all(made: Made) -> None:
    _cast, round_ = made
    Board.objects.update(opened_at=timezone.now())
    (first, *_others) = pack(tables(round_)[0])["deals"]
    assert first["facts"]["won"]["N"] == ["SQ"]
    assert "exposed too late: ♦" in " ".join(first["notes"])
    client = Client(headers={"accept-language": "en"})
    page = client.get(reverse("deal", args=[first["uid"]])).content.decode()
    assert MENDED in page
    assert "DJ shown" in page


@pytest.mark.full
def test_no_public_page_and_no_public_file_tells_them(made: Made) -> None:
    cast, round_ = made
    client, pages = Client(headers={"accept-language": "en"}), addresses.of(cast, round_)
    for number in range(1, cast.event.entries.count() + 1):
        pages[f"entry {number}"] = pages["entry"].replace("/entries/1/", f"/entries/{number}/")
    for deal in cast.deals(round_):
        pages[f"deal {deal.pk}"] = addresses.page_of(deal)
    texts = {}
    for name, address in pages.items():
        answer = client.get(address)
        assert answer.status_code == 200, (name, answer.status_code)
        texts[name] = answer.content.decode()
    subjects = [Subject(cast.event), Subject(cast.event, round=round_)]
    with translation.override("en"):
        for subject in subjects:
            for kind in documents.kinds(subject.event, subject.round, roles=None):
                texts[f"file {kind.name}"] = str(kind.prepare(subject).input)
    leaks = {name: cards_in(text) for name, text in texts.items() if name != "rules"}
    wanted = {name: SIGNED.get(name, NOTHING) for name in leaks}
    assert {name: cards for name, cards in leaks.items() if cards != wanted[name]} == {}
