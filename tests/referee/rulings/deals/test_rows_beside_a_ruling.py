"""Which awards, sheets, layouts and plays are meant: each row differs in one part of a key."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from referee.claims import states
from referee.models import (
    Irregularity,
    IrregularityRuling,
    Sheet,
)
from referee.rulings import (
    adjusted_scores,
    cases,
    fouled_boards,
    heavy_levels,
    irregularity_rulings,
    late_exposures,
    listed,
    suspended,
)
from tests.referee.hall import Hall
from tests.referee.rulings.deals.test_rows_of_a_ruling import MADE, result
from tests.referee.rulings.deciding.test_cases import decision, offender, points, source
from tests.referee.rulings.stored_cases import case, version
from tournaments import results
from tournaments.models import (
    Award,
    BoardLayout,
    Deal,
    Exclusion,
    Match,
    Seat,
    Suspension,
)
from tournaments.models.record import BY_CASE
from tournaments.record import ledger
from tournaments.regulations.articles import Level


@pytest.mark.full
def test_an_award_of_a_ruling_is_the_live_one_that_bears_its_uid(hall: Hall) -> None:
    made, matches = version(hall), list(Match.objects.order_by("pk"))
    values: dict[str, Any] = {"kind": "both_absent", "reason": "x", "origin_label": BY_CASE}
    first = Award.objects.create(match=matches[0], origin_uid=made.uid, **values)
    other = Award.objects.create(match=matches[1], origin_uid="another", **values)
    assert list(listed.awards_of([made.uid])) == [first]
    assert heavy_levels._lost_words(made.sanctions.get())
    stranger = version(
        hall,
        who={
            "entry": Seat.objects.filter(sitting__segment__match=matches[1])[0].side.entries.get()
        },
    ).sanctions.get()
    assert heavy_levels._lost_words(stranger) == ""
    back = {**values, "kind": "withdrawn", "origin_uid": made.uid}
    withdrawn = Award.objects.create(match=matches[0], retires=first, **back)
    assert list(listed.awards_of([made.uid])) == []
    again = {**values, "origin_label": "walkover", "origin_uid": made.uid}
    Award.objects.create(match=matches[0], retires=withdrawn, **again)
    assert list(listed.awards_of([made.uid, "another"])) == [other]


@pytest.mark.full
def test_who_is_out_by_a_ruling_was_disqualified_under_its_uid(hall: Hall) -> None:
    made, bob = version(hall), hall.cast.bob
    entries = list(hall.cast.event.entries.order_by("number")[:3])
    values: dict[str, Any] = {"number": 1, "kind": "disqualification", "after_round": 1}
    values |= {"reason": "x", "proposer": bob, "official": bob}
    rows = zip(
        entries, (made.uid, "another", made.uid), ("approved", "approved", "proposed"), strict=True
    )
    for entry, uid, state in rows:
        Exclusion.objects.create(entry=entry, origin_uid=uid, state=state, **values)
    assert listed.disqualified_by([made.uid]) == [entries[0]]
    told = [
        bool(heavy_levels._out_words(SimpleNamespace(entry=entry, version=made)))  # type: ignore[arg-type]
        for entry in entries
    ]
    assert told == [True, False, False]


@pytest.mark.full
def test_the_suspension_of_a_sanction_is_that_of_its_entry_and_version(hall: Hall) -> None:
    made = version(hall, level="L8")
    sanction, other = made.sanctions.get(), offender(hall, "W").entry
    values: dict[str, Any] = {"ruling_year": 2026, "ruling_number": 1, "reason": "x"}
    values |= {"origin_label": BY_CASE, "first_round": 2}

    def store(entry: Any, uid: str, last: int, **more: Any) -> Suspension:
        return Suspension.objects.create(
            entry=entry, origin_uid=uid, last_round=last, **values, **more
        )

    store(other, made.uid, 8)
    store(sanction.entry, "another", 9)
    bare = suspended.stored_text(sanction)
    assert not {"8", "9"} & set(bare)
    store(sanction.entry, made.uid, 4)
    assert "4" in suspended.stored_text(sanction)


@pytest.mark.full
def test_a_sheet_of_its_own_table_says_that_an_entry_has_begun(hall: Hall) -> None:
    def sheet(deal: Deal, key: str) -> None:
        Sheet.objects.create(
            deal=deal, seen=0, sound=False, official=hall.cast.bob, key=key, digest="d", sealed="s"
        )

    entry, read = offender(hall).entry, results.read(source(hall).event)

    def has_begun() -> bool:
        begun = suspended.sittings_with_sheets(read.event)
        return suspended.has_begun(read, entry, hall.round.number, begun)

    sheet(hall.deal(1, hall.tables[1]), "other")
    assert not has_begun()
    sheet(hall.deal(), "own")
    assert has_begun()


@pytest.mark.full
def test_the_mean_of_a_table_is_of_its_other_deals_that_have_points(hall: Hall) -> None:
    deal = hall.deal()
    assert adjusted_scores._mean(deal) is None
    scores = {"settlement": {"scores": {"N": -100, "W": 60}}, "kind": "played"}
    result(hall, deal, settlement={"scores": {"N": 1000}}, kind="played")
    result(hall, hall.deal(1, hall.tables[1]), settlement={"scores": {"N": 1000}}, kind="played")
    assert adjusted_scores._mean(deal) is None
    result(hall, hall.deal(2), **scores)  # type: ignore[arg-type]
    assert adjusted_scores._mean(deal) == 80
    nothing = result(hall, hall.deal(2), kind="average", settlement={"scores": {"N": 7}})
    assert adjusted_scores._mean(deal) is None
    assert nothing.version == 2


@pytest.mark.full
def test_a_layout_is_that_of_the_deal_and_a_board_of_its_own_event(hall: Hall) -> None:
    first, second = hall.deal(), hall.deal(1, hall.tables[1])
    for deal, layout in ((first, 2), (second, 3)):
        BoardLayout.objects.create(
            deal=deal, layout=layout, reason="x", origin_uid="x", origin_label="x"
        )
    assert fouled_boards.layouts_of([first]) == {first.pk: 2}
    assert fouled_boards.layouts_of([first, second]) == {first.pk: 2, second.pk: 3}


@pytest.mark.full
def test_what_stands_before_a_score_is_the_last_that_no_referee_gave(hall: Hall) -> None:
    deal = hall.deal()
    assert adjusted_scores._report_before(deal).kind == "retracted"
    result(hall, kind="adjusted")
    assert adjusted_scores._report_before(deal).kind == "retracted"
    result(hall, kind="played", facts={"won": {}})
    result(hall, kind="adjusted")
    before = adjusted_scores._report_before(deal)
    assert (before.kind, before.facts) == ("played", {"won": {}})


@pytest.mark.full
@pytest.mark.parametrize("uid", ["", "of-a-ruling"])
def test_a_score_bears_the_uid_of_its_ruling_or_one_of_its_own(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, uid: str
) -> None:
    said: list[Any] = []
    monkeypatch.setattr(ledger, "reload_round_state", lambda _sitting: None)
    monkeypatch.setattr(states, "end_open_claims", lambda *_all: None)
    post = lambda *_all, origin, **_more: said.append(origin)  # noqa: E731
    monkeypatch.setattr(ledger, "post", post)
    adjusted_scores.post_within(MADE, hall.deal(), MADE, "x", seen=0, uid=uid)
    [origin] = said
    assert origin.uid == uid if uid else len(origin.uid) > 8
    assert origin.settles is (False if uid else None)


@pytest.mark.full
def test_a_version_of_another_case_is_not_taken_back(hall: Hall) -> None:
    """The second ruling is decided anew; the first one of the same number stays in force."""
    first, second = (
        cases.decide(source(hall), hall.cast.bob, decision(hall, "R-02", label)) for label in "NW"
    )
    lighter = decision(hall, "R-02", "W", level=Level.L4, level_reason="young")
    anew = cases.revise(second.case, hall.cast.bob, lighter, seen=1)
    assert (anew.number, anew.supersedes) == (2, second)
    assert not first.steps.exists()
    assert not anew.steps.exists()
    assert [row.kind for row in second.steps.all()] == ["undone"]
    assert sum(points(hall)) == -150


@pytest.mark.full
def test_a_correction_is_the_last_result_of_its_own_deal(hall: Hall) -> None:
    own = result(hall)
    result(hall, hall.deal(2))
    foreign = result(hall, hall.deal(2))
    corrected = decision(hall, remedy="corrected")
    made = version(hall).case
    assert cases._correction(made, corrected, None) == own
    at_second = case(hall, deal=hall.deal(2))
    assert cases._correction(at_second, corrected, None) == foreign


@pytest.mark.full
def test_rulings_on_the_same_play_are_of_its_deal_code_seat_place_and_cards(hall: Hall) -> None:
    def row(deal: Deal, key: str, **columns: Any) -> Irregularity:
        sheet = Sheet.objects.create(
            deal=deal, seen=0, sound=False, official=hall.cast.bob, key=key, digest="d", sealed="s"
        )
        values = {"code": "revoke", "seat": "N", "play": 3, "cards": ["H2"], **columns}
        made = Irregularity.objects.create(deal=deal, sheet=sheet, **values)
        IrregularityRuling.objects.create(
            irregularity=made, number=1, decision="noted", official=hall.cast.bob
        )
        return made

    own, again = row(hall.deal(), "own"), row(hall.deal(), "again")
    for number, columns in enumerate(
        ({"code": "x"}, {"seat": "W"}, {"play": 4}, {"cards": ["H3"]})
    ):
        row(hall.deal(), f"other-{number}", **columns)  # type: ignore[arg-type]
    row(hall.deal(2), "elsewhere")
    found = irregularity_rulings._rulings_on_same(own)
    assert [each.irregularity for each in found] == [own, again]


@pytest.mark.full
def test_earlier_exposures_are_of_the_person_the_code_and_the_stage(hall: Hall) -> None:
    def row(number: int, label: str = "W", code: str = "late_exposure", table: int = 0) -> Any:
        deal = hall.deal(number, hall.tables[table])
        key = f"{number}{label}{code}{table}{Irregularity.objects.count()}"
        sheet = Sheet.objects.create(
            deal=deal, seen=0, sound=False, official=hall.cast.bob, key=key, digest="d", sealed="s"
        )
        made = Irregularity.objects.create(deal=deal, sheet=sheet, code=code, seat=label)
        return SimpleNamespace(row=made)

    first = row(1)
    assert late_exposures.earlier_exposures(first) == 0
    for other in (row(1), row(1, "N"), row(1, "W", "revoke"), row(1, "W", table=1)):
        assert other.row.pk
    second = row(2)
    assert late_exposures.earlier_exposures(second) == 1
    row(2, "W")
    assert late_exposures.earlier_exposures(first) == 0
    assert late_exposures.earlier_exposures(row(2, "N")) == 1
    assert late_exposures.earlier_exposures(row(2, "E")) == 0
