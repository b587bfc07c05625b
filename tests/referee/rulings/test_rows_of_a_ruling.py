"""Which rows are of a ruling: each stored row differs from the right one in one part of its key."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from referee.base.refusals import Code
from referee.models import (
    CorrectionPurpose,
    CorrectionUndone,
    Irregularity,
    IrregularityRuling,
    RulingCorrection,
    RulingVersion,
    Sheet,
)
from referee.rulings import (
    carried_out,
    cases,
    heavy_levels,
    listed,
    listed_penalties,
    penalties,
    posted,
    remedies,
    rulings,
    undoing,
)
from referee.rulings.adjusted import adjusted_scores, fouled_boards, given_values, late_exposures
from referee.rulings.suspending import effect, rounds
from tests.referee.hall import Hall
from tests.referee.rulings.stored_cases import case, step, version
from tests.referee.rulings.test_cases import decision, offender, points, seat, source
from tests.referee.rulings.test_late_and_lost import codes
from tournaments import results
from tournaments.models import (
    Adjustment,
    Award,
    BoardLayout,
    Deal,
    Event,
    Exclusion,
    Match,
    PenaltyWarning,
    Result,
    Seat,
    Suspension,
    Tournament,
    WarningLevel,
)
from tournaments.models.record import BY_CASE
from tournaments.regulations.articles import Level

MADE: Any = None
"""The change within which something is done, where that is watched."""


def given(
    hall: Hall, uid: str, label: str = "penalty", seat_: str = "N", **more: Any
) -> Adjustment:
    side = seat(hall, seat_).side
    values = {"unit": "raw", "stage_of_sum": "game", "numerator": -5, "reason": "x", **more}
    event = Event.objects.get(pk=hall.cast.event.pk)
    return Adjustment.objects.create(
        event=event, side=side, origin_uid=uid, origin_label=label, **values
    )


def warned(hall: Hall, uid: str, label: str = BY_CASE, **more: Any) -> PenaltyWarning:
    values = {"entry": offender(hall).entry, "level": WarningLevel.SPOKEN, "reason": "x", **more}
    event = Event.objects.get(pk=hall.cast.event.pk)
    return PenaltyWarning.objects.create(event=event, origin_uid=uid, origin_label=label, **values)


def result(hall: Hall, deal: Deal | None = None, uid: str = "x", **more: Any) -> Result:
    """Store a result past the ledger, as the next version of its deal."""
    deal = deal or hall.deal()
    number = Result.objects.filter(deal=deal).count() + 1
    before = Result.objects.filter(deal=deal).order_by("-version").first()
    values: dict[str, Any] = {"kind": "void", "origin_label": "ruling", "retires": before}
    values |= {"facts": {}, "settlement": {}, "schema": 1, "reason": "x", **more}
    rules = Event.objects.get(pk=hall.cast.event.pk).ruleset
    Deal.objects.filter(pk=deal.pk).update(version=number, done=True)
    return Result.objects.create(deal=deal, version=number, ruleset=rules, origin_uid=uid, **values)


@pytest.mark.full
def test_a_ruling_takes_its_own_points_back_that_nobody_did(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = version(hall)
    own = given(hall, made.uid)
    given(hall, "another")
    given(hall, made.uid, "walkover")
    back = given(hall, made.uid)
    given(hall, made.uid, reverses=back)
    said: list[Any] = []
    monkeypatch.setattr(undoing.ledger, "reverse", lambda _made, row, **_more: said.append(row))
    undoing._reverse_points(MADE, made, "x")
    assert said == [own]


@pytest.mark.full
def test_a_ruling_takes_its_own_warnings_back_that_nobody_did(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = version(hall)
    own = warned(hall, made.uid)
    warned(hall, "another")
    warned(hall, made.uid, "ruling")
    back = warned(hall, made.uid)
    warned(hall, made.uid, reverses=back)
    said: list[Any] = []
    take = lambda _made, row, **_more: said.append(row)  # noqa: E731
    monkeypatch.setattr(undoing.ledger, "take_back_warning", take)
    undoing._take_back_warnings(MADE, made, "x")
    assert said == [own]


@pytest.mark.full
def test_who_takes_a_ruling_back_needs_the_right_where_its_own_points_were_given(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = version(hall)
    given(hall, made.uid)
    given(hall, "another", seat_="W")
    given(hall, made.uid, "walkover", seat_="S")
    back = given(hall, made.uid, seat_="E")
    given(hall, made.uid, seat_="E", reverses=back)
    asked: list[Any] = []
    right = lambda _by, _event, side, *_all: asked.append(side)  # noqa: E731
    monkeypatch.setattr(remedies.penalties, "require_right", right)
    remedies.require_undoing(made, hall.cast.bob)
    assert asked == [seat(hall).side]


@pytest.mark.full
@pytest.mark.parametrize(
    ("with_deal", "is_of", "asks"), [(1, 1, True), (0, 1, False), (1, 0, False)]
)
def test_the_right_on_the_deal_is_asked_where_the_ruling_lies_on_it(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, with_deal: int, is_of: int, asks: bool
) -> None:
    made = version(hall, None if with_deal else case(hall, deal=None))
    stands = SimpleNamespace(is_of=lambda _version: bool(is_of))
    monkeypatch.setattr(remedies.standing, "of_deal", lambda _deal: stands)
    asked: list[Any] = []
    monkeypatch.setattr(remedies, "require_posting", lambda deal, _by: asked.append(deal))
    remedies.require_undoing(made, hall.cast.bob)
    assert bool(asked) is asks


@pytest.mark.full
def test_points_are_found_that_were_given_as_penalties(hall: Hall) -> None:
    tournament = hall.cast.tournament
    own, other = given(hall, "1"), given(hall, "2", "walkover")
    assert listed_penalties.of_tournament(tournament, own.uid) == own
    assert listed_penalties.of_tournament(tournament, other.uid) is None
    assert listed_penalties.of_tournament(Tournament(pk=0), own.uid) is None
    assert listed_penalties.of_tournament(tournament, "nothing") is None
    counter = given(hall, "1", reverses=own)
    assert listed_penalties.of_tournament(tournament, counter.uid) is None
    assert listed_penalties.of_tournament(tournament, own.uid) == own


@pytest.mark.full
def test_a_key_is_that_of_a_penalty_which_was_given(hall: Hall) -> None:
    whom, bob = penalties.Target(offender(hall).entry), hall.cast.bob
    given(hall, "a-key", "walkover")
    first = penalties.give(whom, bob, -5, "late", key="a-key")
    assert (first.origin_uid, first.amount) == ("a-key", -5)
    assert penalties.give(whom, bob, -5, "late", key="another").pk != first.pk
    assert penalties.give(whom, bob, -5, "late").origin_uid not in ("", "a-key", "another")
    penalties.take_back(first, bob, "not he")
    assert penalties.give(whom, bob, -5, "late", key="a-key") == first


@pytest.mark.full
def test_penalties_of_a_member_are_of_the_entry_and_of_the_person(hall: Hall) -> None:
    event, entries = source(hall).event, list(hall.cast.event.entries.order_by("number")[:2])
    people = [entry.members.get().person for entry in entries]

    def target(entry: int, person: int, of: Event = event) -> Any:
        whom = f"member:{entries[entry].uid}:{people[person].uid}"
        return penalties.target(of, whom)

    for number in (0, 1):
        found = target(number, number)
        assert (found.entry, found.person, found.seat) == (entries[number], people[number], None)
    assert target(0, 1) is target(1, 0) is target(0, 0, Event(pk=0)) is None
    uid = entries[1].uid
    assert penalties.target(event, f"entry:{uid}").entry == entries[1]  # type: ignore[union-attr]
    chair = seat(hall, "E")
    found = penalties.target(event, f"seat:{chair.uid}")
    assert found is not None
    assert found.seat == chair


@pytest.mark.full
def test_the_tables_of_a_right_are_those_of_the_seat_else_of_the_side(hall: Hall) -> None:
    at_second = Seat.objects.get(sitting=hall.deal(1, hall.tables[1]).sitting, label="N")
    first, second = (table.number for table in hall.tables)
    assert penalties._tables_of(None, None) == penalties._tables_of(None, at_second) == {None}
    assert penalties._tables_of(at_second.side, None) == {second}
    assert penalties._tables_of(seat(hall).side, at_second) == {second}
    assert penalties._tables_of(seat(hall).side, None) == {first}


@pytest.mark.full
def test_points_of_a_side_are_looked_at_and_have_a_key(hall: Hall) -> None:
    who, bob = offender(hall), hall.cast.bob
    assert who.seat is not None
    side = who.seat.side

    def give(made: Any, amount: int, key: str = "") -> Adjustment:
        penalty = penalties.Penalty(amount, "late", sure=True)
        return penalties.give_to_side_within(made, who.target, bob, penalty, side=side, key=key)

    with penalties.change(
        hall.cast.tournament, hall.cast.director, penalties.Verb.PENALISE
    ) as made:
        assert give(made, 5, "a-key").origin_uid == "a-key"
        assert give(made, 5).origin_uid not in ("", "a-key")
        assert codes(lambda: give(made, 0)) == [Code.PENALTY_NOTHING]


@pytest.mark.full
def test_the_ruling_that_made_what_counts_is_that_of_the_deal(hall: Hall) -> None:
    first, second = version(hall), version(hall)
    assert posted.case_of_live(hall.deal()) is None
    result(hall, hall.deal(2), second.uid)
    assert posted.case_of_live(hall.deal()) is None
    result(hall, uid=first.uid, origin_label="sheet")
    assert posted.case_of_live(hall.deal()) is None
    result(hall, uid=first.uid)
    assert posted.case_of_live(hall.deal()) == first.case
    assert posted.case_of_live(hall.deal(2)) == second.case
    step(second, hall)
    assert posted.case_of_live(hall.deal(2)) is None
    result(hall, uid="nothing")
    assert posted.case_of_live(hall.deal()) is None
    alone = given(hall, first.uid)
    assert posted.cases_of_points([alone]) == {first.uid: first.case}


@pytest.mark.full
def test_what_was_given_without_a_ruling_is_neither_of_a_play_nor_of_a_case(hall: Hall) -> None:
    of_case, tournament = version(hall), hall.cast.tournament
    on_play = given(hall, "1")
    sheet = Sheet.objects.create(
        deal=hall.deal(),
        seen=0,
        sound=False,
        official=hall.cast.bob,
        key="k",
        digest="d",
        sealed="s",
    )
    row = Irregularity.objects.create(deal=hall.deal(), sheet=sheet, code="revoke", seat="N")
    ruled = {"irregularity": row, "official": hall.cast.bob}
    penal = IrregularityRuling.objects.create(
        **ruled, number=1, decision="penalty", adjustment=on_play.uid
    )
    noted = IrregularityRuling.objects.create(**ruled, number=2, decision="noted")
    alone = given(hall, "2")
    given(hall, of_case.uid)
    result(hall, uid=of_case.uid)
    entered = result(hall, uid="3")
    result(hall, hall.deal(2), "4", origin_label="sheet")

    def rows(*place: Any) -> set[Any]:
        return {each.row for each in listed.earlier_rulings(*place)}

    every = {penal, noted, alone, entered}
    assert rows(tournament) == rows(tournament, source(hall).event) == every
    assert rows(Tournament(pk=0)) == rows(tournament, Event(pk=0)) == set()


@pytest.fixture
def corrected(hall: Hall) -> Any:
    """A version that was corrected by the second result of its deal, and a foreign one."""
    played, second = result(hall, origin_label="sheet"), result(hall)
    third, foreign = result(hall), result(hall, hall.deal(2))
    made = version(hall, result=second, remedy="corrected", purpose="record")
    other = version(hall, case(hall, deal=hall.deal(2)), result=foreign, remedy="corrected")
    return SimpleNamespace(
        played=played, second=second, third=third, foreign=foreign, made=made, other=other
    )


def undone(hall: Hall, of: RulingVersion, row: Result) -> None:
    CorrectionUndone.objects.create(version=of, result=row, official=hall.cast.bob)


@pytest.mark.full
def test_the_corrections_of_a_case_are_named_by_a_version_or_linked(
    hall: Hall, corrected: Any
) -> None:
    made = corrected.made
    version(hall, made.case)

    def found() -> list[Any]:
        rows = carried_out.corrections_of(made.case)
        return [(row.result, row.purpose) for row in rows]

    record, equity, unsaid = (
        CorrectionPurpose.RECORD,
        CorrectionPurpose.EQUITY,
        CorrectionPurpose.UNSAID,
    )
    assert found() == [(corrected.second, record)]
    link = RulingCorrection.objects.create
    link(case=corrected.other.case, result=corrected.foreign, version=corrected.other)
    link(case=made.case, result=corrected.third, version=made)
    assert found() == [(corrected.second, record), (corrected.third, unsaid)]
    link(case=made.case, result=corrected.played, version=made, purpose="equity")
    assert found()[0] == (corrected.played, equity)
    link(case=made.case, result=corrected.second, version=made)
    assert found()[1] == (corrected.second, record)
    undone(hall, made, corrected.third)
    undone(hall, made, corrected.second)
    assert found() == [(corrected.played, equity)]
    [row] = carried_out.corrections_of(made.case)
    assert not row.is_of_record
    assert replace(row, purpose=record).is_of_record


@pytest.mark.full
def test_what_was_entered_since_is_later_of_the_deal_and_of_no_ruling(
    hall: Hall, corrected: Any
) -> None:
    made = corrected.made
    corrections = carried_out.corrections_of(made.case)

    def since(*rows: Any) -> list[Result]:
        return carried_out.entered_since(made, rows)

    assert since(*corrections) == [corrected.third]
    assert since() == []
    own = result(hall, uid=made.uid)
    assert since() == []
    later = result(hall)
    assert since() == [later]
    assert since(*corrections) == [corrected.third, later]
    result(hall, uid=version(hall).uid)
    result(hall, hall.deal(2))
    assert since() == [later]
    undone(hall, made, corrected.third)
    assert since(*corrections) == [later]
    undone(hall, made, own)
    assert since() == []
    foreign = result(hall, uid=corrected.other.uid)
    assert since(*corrections) == [later, foreign]
    at_no_deal = version(hall, case(hall, deal=None))
    assert carried_out.entered_since(at_no_deal, corrections) == []


@pytest.mark.full
def test_a_result_is_linked_to_the_case_that_it_carries_out(hall: Hall, corrected: Any) -> None:
    bob, made = hall.cast.bob, corrected.made
    assert carried_out.rulings_on(hall.deal()) == [made.case]
    assert carried_out.rulings_on(hall.deal(2)) == [corrected.other.case]
    carried_out.link(made.case, corrected.third, bob)
    carried_out.link(made.case, corrected.second, bob)
    carried_out.link(made.case, corrected.second, bob)
    rows = RulingCorrection.objects.order_by("pk")
    assert [row.result for row in rows] == [corrected.third, corrected.second]
    assert {(row.case, row.version) for row in rows} == {(made.case, made)}
    with pytest.raises(ValueError, match="own deal"):
        carried_out.link(made.case, corrected.foreign, bob)


@pytest.mark.full
def test_an_award_of_a_ruling_is_the_live_one_that_bears_its_uid(hall: Hall) -> None:
    made, matches = version(hall), list(Match.objects.order_by("pk"))
    values: dict[str, Any] = {"kind": "both_absent", "reason": "x", "origin_label": BY_CASE}
    first = Award.objects.create(match=matches[0], origin_uid=made.uid, **values)
    other = Award.objects.create(match=matches[1], origin_uid="another", **values)
    assert list(heavy_levels._awards_of([made.uid])) == [first]
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
    assert list(heavy_levels._awards_of([made.uid])) == []
    again = {**values, "origin_label": "walkover", "origin_uid": made.uid}
    Award.objects.create(match=matches[0], retires=withdrawn, **again)
    assert list(heavy_levels._awards_of([made.uid, "another"])) == [other]


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
    assert heavy_levels._disqualified_by([made.uid]) == [entries[0]]
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
    bare = effect._stored_text(sanction)
    assert not {"8", "9"} & set(bare)
    store(sanction.entry, made.uid, 4)
    assert "4" in effect._stored_text(sanction)


@pytest.mark.full
def test_a_sheet_of_its_own_table_says_that_an_entry_has_begun(hall: Hall) -> None:
    def sheet(deal: Deal, key: str) -> None:
        Sheet.objects.create(
            deal=deal, seen=0, sound=False, official=hall.cast.bob, key=key, digest="d", sealed="s"
        )

    entry, read = offender(hall).entry, results.read(source(hall).event)
    sheet(hall.deal(1, hall.tables[1]), "other")
    assert not rounds.has_begun(read, entry, hall.round.number)
    sheet(hall.deal(), "own")
    assert rounds.has_begun(read, entry, hall.round.number)


@pytest.mark.full
def test_the_mean_of_a_table_is_of_its_other_deals_that_have_points(hall: Hall) -> None:
    deal = hall.deal()
    assert given_values._mean(deal) is None
    scores = {"settlement": {"scores": {"N": -100, "W": 60}}, "kind": "played"}
    result(hall, deal, settlement={"scores": {"N": 1000}}, kind="played")
    result(hall, hall.deal(1, hall.tables[1]), settlement={"scores": {"N": 1000}}, kind="played")
    assert given_values._mean(deal) is None
    result(hall, hall.deal(2), **scores)
    assert given_values._mean(deal) == 80
    nothing = result(hall, hall.deal(2), kind="average", settlement={"scores": {"N": 7}})
    assert given_values._mean(deal) is None
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
    monkeypatch.setattr(adjusted_scores.ledger, "reload_round_state", lambda _sitting: None)
    monkeypatch.setattr(adjusted_scores.states, "end_open_claims", lambda *_all: None)
    post = lambda *_all, origin, **_more: said.append(origin)  # noqa: E731
    monkeypatch.setattr(adjusted_scores.ledger, "post", post)
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
    anew = cases.decide_anew(second.case, hall.cast.bob, lighter, seen=1)
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
        row(hall.deal(), f"other-{number}", **columns)
    row(hall.deal(2), "elsewhere")
    found = rulings._rulings_on_same(own)
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
    assert late_exposures.earlier(first) == 0
    for other in (row(1), row(1, "N"), row(1, "W", "revoke"), row(1, "W", table=1)):
        assert other.row.pk
    second = row(2)
    assert late_exposures.earlier(second) == 1
    row(2, "W")
    assert late_exposures.earlier(first) == 0
    assert late_exposures.earlier(row(2, "N")) == 1
    assert late_exposures.earlier(row(2, "E")) == 0
