"""Every kind of paper of an event: what is on it, that nobody is lost, and who may have it."""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping
from fractions import Fraction

import pytest
from django.utils import translation

from tests import cast as people
from tests.cast import Cast
from tests.toy_game import toy_registered
from tests.web.publish.papers import pages, read_by_another, untold
from tournaments import organise
from tournaments.models import Adjustment, Event, Round, Seat, Sitting
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin
from web.publish import documents
from web.publish.documents import Subject
from web.publish.rulings import stories

HALL = "http://192.0.2.7:8000/"
LONG = "买买提·阿不都热合曼·艾则孜·吐尔逊"
LONG_LATIN = "Maximilian Alexander von Hohenlohe-Langenburg"
OFFICIAL = ("table_cards", "record_sheets", "scoresheets")
OF_ROUND = ("seating", "table_cards", "record_sheets", "scoresheets", "round_results")
PAPER = (*OF_ROUND, "standings", "final")


@pytest.fixture(autouse=True)
def _in_english() -> object:
    with translation.override("en"):
        yield


def paper(kind: str, event: Event, round_: Round | None = None, start: str = HALL) -> list[str]:
    """Return the text of each page of a document."""
    return pages(drawn(kind, event, round_, start))


def drawn(kind: str, event: Event, round_: Round | None = None, start: str = HALL) -> bytes:
    """Return a document as a worker would make it."""
    made = documents.find(kind)
    return made.render(made.prepare(Subject(event, start, round_)).input, untold)


def fresh(event: Event) -> Event:
    """Return an event as it is now."""
    return Event.objects.select_related("tournament__club", "ruleset").get(pk=event.pk)


def of_round(kind: str, round_: Round) -> Round | None:
    """Return the round where the document shows one."""
    return round_ if kind in OF_ROUND else None


def give(cast: Cast, round_: Round, points: int, reason: str) -> Adjustment:
    """Give penalty points to the first seat of a round."""
    seat = Seat.objects.filter(sitting__segment__match__round=round_).order_by("pk")[0]
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        origin = Origin(uid="penalty", label="sheet")
        entry = seat.side.entries.get()
        return ledger.adjust(
            made, entry, Fraction(points), reason=reason, origin=origin, side=seat.side
        )


WORDS: Mapping[str, tuple[str, ...]] = {
    "seating": ("Seating", "by table", "Table", "Seat", "North"),
    "table_cards": ("Table", "Code", "North · ", "open http://192.0.2.7:8000/t/"),
    "record_sheets": ("Record sheet", "Exposed", "♠Q ♥A ♦J ♣10", "Claim by", "Referee"),
    "scoresheets": ("Scoresheet", "Deal 1", "+200", "♥2", "Referee", "Total of the round"),
    "round_results": ("Results", "Table 1", "+200", "−100"),
    "standings": ("Standings", "+400", "Rank"),
    "final": ("Final result", "provisional", "Chief referee"),
}
ON_EVERY_PAPER = ("秋季赛 · 个人赛", "Record no. ", "Page 1 of ")


@pytest.mark.full
def test_a_paper_says_what_it_is_for(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    event, lacks = fresh(cast.event), {}
    for kind in PAPER:
        text = " ".join(read_by_another(drawn(kind, event, of_round(kind, round_))).split())
        lacks[kind] = [word for word in (*WORDS[kind], *ON_EVERY_PAPER) if word not in text]
    assert lacks == {kind: [] for kind in WORDS}


@pytest.mark.full
@pytest.mark.parametrize("players", [4, 16, pytest.param(200, marks=pytest.mark.nightly)])
def test_nobody_is_lost(db: None, players: int) -> None:
    cast = people.assemble(players=0, deals_per_round=1)
    names = [f"选手{number:03}号" for number in range(players)]
    organise.add_entries(cast.event, cast.director, [[name] for name in names])
    round_ = cast.round_in_play()
    for kind in PAPER:
        texts = paper(kind, fresh(cast.event), of_round(kind, round_))
        together = re.sub(r"\s", "", "".join(texts))
        assert [name for name in names if name not in together] == [], kind
        numbered = [f"Page {number} of {len(texts)}" for number in range(1, len(texts) + 1)]
        assert all(map(operator.contains, texts, numbered)), kind


@pytest.mark.full
def test_a_long_name_is_not_cut(db: None) -> None:
    cast = people.assemble(players=2)
    organise.add_entries(cast.event, cast.director, [[LONG], [LONG_LATIN]])
    round_ = cast.round_in_play()
    for kind in PAPER:
        texts = paper(kind, fresh(cast.event), of_round(kind, round_))
        together = re.sub(r"\s", "", "".join(texts))
        assert LONG in together, kind
        assert LONG_LATIN.replace(" ", "") in together, kind
        assert "…" not in together, kind


@pytest.mark.full
def test_the_same_shown_twice_is_one_document(cast: Cast) -> None:
    round_ = cast.round_in_play()
    for kind in PAPER:
        made = documents.find(kind)
        subject = Subject(fresh(cast.event), HALL, of_round(kind, round_))
        first, second = made.prepare(subject), made.prepare(subject)
        assert first.digest == second.digest, kind
        assert made.render(first.input, untold) == made.render(second.input, untold), kind


@pytest.mark.full
def test_a_card_without_a_known_address_shows_its_code_alone(cast: Cast) -> None:
    round_ = cast.round_in_play()
    text = "".join(paper("table_cards", fresh(cast.event), round_, start=""))
    for table in cast.tournament.tables.all():
        assert table.code in text
    assert "/t/" not in text


@pytest.mark.full
def test_two_cards_share_a_page(db: None) -> None:
    cast = people.assemble(players=16)
    cast.round_in_play()
    assert len(paper("table_cards", fresh(cast.event))) == 2


@pytest.mark.full
def test_sheets_without_a_round_leave_room_for_names(cast: Cast) -> None:
    text = "".join(paper("record_sheets", fresh(cast.event)))
    assert "Date" in text
    assert "甲" not in text


@pytest.mark.full
def test_four_deals_of_a_table_have_one_sheet_in_every_language(cast: Cast) -> None:
    Event.objects.update(deals_per_round=4)
    round_ = cast.round_in_play()
    for language in ("en", "zh-hans"):
        with translation.override(language):
            assert len(paper("record_sheets", fresh(cast.event))) == 1
            assert len(paper("record_sheets", fresh(cast.event), round_)) == 2


def test_every_trick_is_asked_for_where_the_event_wants_it(cast: Cast) -> None:
    Event.objects.update(depth=Event.Depth.TRICKS)
    text = "".join(paper("record_sheets", fresh(cast.event)))
    assert "Dealt to" in text
    assert "Cards played" in text


@pytest.mark.full
def test_penalties_stand_on_sheet_standings_and_final(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    give(cast, round_, -30, "迟到")
    event = fresh(cast.event)
    for kind in ("scoresheets", "standings", "final"):
        text = "".join(paper(kind, event, of_round(kind, round_)))
        assert "−30" in text, kind
    for kind in ("scoresheets", "final"):
        text = "".join(paper(kind, event, of_round(kind, round_)))
        assert "迟到" in text, kind


@pytest.mark.full
def test_what_other_rooms_note_of_a_deal_stands_on_its_sheet(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_ = cast.round_in_play()
    deal = cast.deals(round_)[0]
    cast.post(deal)
    monkeypatch.setattr(stories, "NOTERS", [lambda _: {deal.uid: ["West claims the rest."]}])
    assert "West claims the rest." in "".join(paper("scoresheets", fresh(cast.event), round_))


@pytest.mark.full
def test_a_corrected_deal_tells_why(cast: Cast) -> None:
    round_ = cast.round_in_play()
    deal = cast.deals(round_)[0]
    cast.post(deal)
    cast.post(deal, seen=1, reason="wrong seat")
    text = "".join(paper("scoresheets", fresh(cast.event), round_))
    assert "Corrected, version 2: wrong seat" in text
    assert "no result yet" in text


@pytest.mark.full
def test_a_table_at_which_seats_were_mended_has_one_sheet_with_one_total(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    give(cast, round_, -30, "late")
    before = paper("scoresheets", fresh(cast.event), round_)
    sittings = Sitting.objects.filter(segment__match__round=round_, table__number=1)
    table = sittings.select_related("table", "segment__match__round__event__tournament").get()
    swap = {"N": "W", "W": "N"}
    organise.exchange_seats(table, cast.director, swap, 2, 2, "received late")
    after = paper("scoresheets", fresh(cast.event), round_)
    assert len(after) == len(before)
    assert "".join(after).count("Total of the round") == 2
    assert "".join(paper("table_cards", fresh(cast.event), round_)).count("North · ") == 4
    assert "".join(after).count("late") == 1


@pytest.mark.full
@pytest.mark.parametrize("deals", [2, 9])
def test_a_deal_after_the_end_of_its_game_is_shown_and_not_summed(
    db: None, monkeypatch: pytest.MonkeyPatch, deals: int
) -> None:
    cast = people.assemble(players=4, deals_per_round=deals)
    round_ = cast.round_in_play()
    cast.play(round_)
    late = frozenset({cast.deals(round_)[-1].uid})
    monkeypatch.setattr("web.publish.printed.results.not_counted", lambda _event: late)
    text = "".join(paper("round_results", fresh(cast.event), round_))
    assert text.count("+200") >= deals
    assert f"+{200 * (deals - 1)}" in text
    assert f"+{200 * deals}" not in text


@pytest.mark.full
def test_many_deals_stand_below_each_other(db: None) -> None:
    cast = people.assemble(players=4, deals_per_round=12)
    round_ = cast.round_in_play()
    cast.post(cast.deals(round_)[0])
    (text,) = paper("round_results", fresh(cast.event), round_)
    assert "—" in text
    assert "+200" in text


@pytest.mark.full
@pytest.mark.parametrize(("players", "sheets"), [(8, 2), (16, 1), (28, 2)])
def test_the_tables_of_few_are_below_their_names(db: None, players: int, sheets: int) -> None:
    cast = people.assemble(players=players)
    shown = paper("seating", cast.event, cast.round_in_play())
    assert len(shown) == sheets
    assert "y table" in shown[-1]


@pytest.mark.full
def test_the_final_result_is_official_when_the_event_is_finished(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    assert "These standings are provisional." in "".join(paper("final", fresh(cast.event)))
    organise.close_round(round_, cast.director)
    organise.finish_event(fresh(cast.event), cast.director)
    assert "These standings are official." in "".join(paper("final", fresh(cast.event)))
    organise.set_notice(cast.event, cast.director, "Prizes at nine")
    assert "These standings are official." in "".join(paper("final", fresh(cast.event)))


@pytest.mark.full
def test_pairs_and_who_sits_out_stand_on_every_paper(db: None) -> None:
    cast = people.assemble(players=0)
    plan = organise.EventPlan(
        "双人赛", "gongzhu", {"preset": "qq-partners"}, 2, form=Event.Form.PAIRS
    )
    event = organise.create_event(cast.tournament, cast.director, plan)
    pairs = [[f"甲{number}", f"乙{number}"] for number in range(1, 6)]
    organise.add_entries(event, cast.director, pairs)
    round_ = organise.draw_round(event, cast.director, seed="seed")
    organise.publish_round(round_, cast.director)
    cast.play(round_)
    for kind in ("seating", "table_cards", "record_sheets", "scoresheets", "round_results"):
        text = "".join(paper(kind, fresh(event), round_))
        seated = [name for pair in pairs for name in pair if name in text]
        assert len(seated) == (10 if kind in ("seating", "round_results") else 8), kind
    assert "Without a seat" in "".join(paper("seating", fresh(event), round_))
    assert "*" in "".join(paper("standings", fresh(event)))


@pytest.mark.full
def test_a_game_that_no_room_knows_by_name_has_paper_too(cast: Cast) -> None:
    with toy_registered() as toy:
        event = cast.event
        event.game = event.ruleset.game = toy.name
        event.ruleset.rules = toy.rules({"value": 2}).as_dict()
        event.ruleset.save()
        event.save()
        round_ = cast.round_in_play()
        for kind in PAPER:
            assert "甲" in "".join(paper(kind, fresh(event), of_round(kind, round_))), kind
