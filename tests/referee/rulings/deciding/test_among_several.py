"""What is read is of its own event, table and side, where there are several."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from referee.base.verbs import Verb
from referee.models import Decision, RulingPart
from referee.rulings import cases, irregularity_rulings, posting, ruling_parts, ruling_stack
from referee.rulings.irregularity_rulings import Ruling
from referee.rulings.ruling_parts import Annulment
from referee.rulings.ruling_stack import Removal
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import decision, offender, source
from tests.referee.rulings.stored_cases import version
from tournaments import organise
from tournaments.models import Deal, Seat
from tournaments.record.audit import change


@pytest.mark.full
def test_a_ruling_is_of_its_own_event(hall: Hall) -> None:
    cast = hall.cast
    plan = organise.EventPlan("第二项", "gongzhu", {"preset": "classic"}, 2)
    organise.create_event(cast.tournament, cast.director, plan)
    made = cases.decide(source(hall), cast.bob, decision(hall, "P-07"))
    assert made.case.event == cast.event


@pytest.mark.full
def test_the_seat_of_an_entry_is_at_the_table_of_the_deal(hall: Hall) -> None:
    for label in "NWSE":
        assert ruling_stack.seat_of(hall.deal(), offender(hall, label).entry) == label
    elsewhere = Seat.objects.filter(sitting=hall.deal(1, hall.tables[1]).sitting)[0]
    stranger = elsewhere.side.entries.get()
    assert ruling_stack.seat_of(hall.deal(), stranger) == ""


@pytest.mark.full
def test_a_version_is_taken_back_that_was_confirmed_and_that_once(hall: Hall) -> None:
    made, bob = version(hall, needs="deputy", steps=("confirmed",)), hall.cast.bob
    for _again in range(2):
        with change(hall.cast.tournament, hall.cast.director, Verb.RULE_CASE) as within:
            posting.undo(within, cases.version_of(made.uid), bob, "the committee saw it otherwise")
        kinds = list(made.steps.order_by("pk").values_list("kind", flat=True))
        assert kinds == ["confirmed", "undone"]


@pytest.mark.full
@pytest.mark.parametrize("label", ["N", "E"])
def test_points_for_a_play_go_to_who_sat_there_at_that_table(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, label: str
) -> None:
    said: list[Any] = []

    def give(_made: Any, whom: Any, *_all: Any, **_more: Any) -> Any:
        said.append(whom.seat)
        return SimpleNamespace(uid="given")

    monkeypatch.setattr("referee.rulings.penalties.give_within", give)
    for table in hall.tables:
        deal = Deal.objects.select_related("event").get(pk=hall.deal(1, table).pk)
        row: Any = SimpleNamespace(deal=deal, seat=label)
        made: Any = None
        ruling = Ruling(Decision.PENALTY, "x", points=-5)
        assert irregularity_rulings._apply_decision(made, row, hall.cast.bob, ruling) == "given"
    assert [(chair.label, chair.sitting.table) for chair in said] == [
        (label, table) for table in hall.tables
    ]


@pytest.mark.parametrize("remains", [True, False])
def test_what_is_left_of_a_ruling_is_put_upon_the_event_without_the_rest(
    monkeypatch: pytest.MonkeyPatch, remains: bool
) -> None:
    versions = SimpleNamespace(values_list=lambda *_all, **_more: ["own"])
    case: Any = SimpleNamespace(deal=Deal(pk=1), versions=versions)
    gone = SimpleNamespace(result=SimpleNamespace(pk=3), is_of_record=True)
    said: list[Any] = []
    prefix = "referee.rulings.ruling_parts"
    for name, value in {
        "posting.without_rulings": lambda _before, removal: said.append(("without", removal)),
        "posting.rulings_out": lambda removal: removal,
        "posting.assumed": lambda _before, *all_: said.append(all_),
        "what_remains": lambda *_all: "decision" if remains else None,
        "RulingSource": SimpleNamespace(of_case=lambda _case: None),
        "proposals.propose": lambda *_all: None,
        "proposals.proposed_measures": lambda *_all: "measures",
        "corrections_of": lambda _case: [gone],
    }.items():
        monkeypatch.setattr(f"{prefix}.{name}", value)
    stored: Any = SimpleNamespace(case=case)
    nothing: Any = None
    annulment = Annulment(stored, frozenset({RulingPart.RECORD}))
    ruling_parts.assumed(nothing, annulment, nothing)
    removal = Removal(frozenset({"own"}), frozenset({3}), case.deal)
    assert said == [("measures" if remains else "without", removal)]
