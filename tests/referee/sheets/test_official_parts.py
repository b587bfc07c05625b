"""A sheet cannot say that the referee has decided something that nobody decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from referee.base.handed_in import Writer
from referee.base.refusals import Code
from referee.claims import claims, policies
from referee.claims.policies import ClaimTreatment
from referee.models import REFEREE, Claim, ClaimMode, ClaimState, Sheet
from referee.sheets import entry, official_parts, versions
from tests.cast import NORTH_TAKES_THE_PIG, Cast
from tests.referee.hall import Hall, Tablet
from tournaments.base.refusals import Refused
from tournaments.models import Hold, Result
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change

DECIDED = {"reason": "x"}
LATE = {"seat": "W", "card": "SQ", "kind": "exposed", "late": True, "allowed": True}
SPARED: Mapping[str, Any] = {"won": {"N": ["SQ"]}}


@pytest.fixture
def hall(cast: Cast) -> Hall:
    return Hall.of(cast)


@pytest.fixture
def tablet(hall: Hall, client: Client) -> Tablet:
    return Tablet(client).opens(hall.table)


def claimed(**facts: Any) -> dict[str, Any]:
    claim = {"seat": "N", "after_trick": 8, "kind": "all", "accepted": [], "contested": True}
    return {**SPARED, "claim": {**claim, **facts}}


def codes_of(sheet: Sheet) -> list[str]:
    return [str(problem["code"]) for problem in sheet.problems]


def allowed_late() -> dict[str, Any]:
    return {**NORTH_TAKES_THE_PIG, "exposed": [LATE]}


FORGED = {
    "decided": (claimed(decided=DECIDED), "claim.decided"),
    "decided without words": (claimed(decided={}), "claim.decided"),
    "uncontested": (claimed(decided=DECIDED, contested=False), "claim.decided"),
    "allowed": (allowed_late(), "exposed.0.allowed"),
}


@pytest.mark.full
@pytest.mark.parametrize("name", FORGED)
def test_no_device_says_what_the_referee_decided(hall: Hall, tablet: Tablet, name: str) -> None:
    report, field = FORGED[name]
    shown = tablet.post("preview", {"deal": hall.deal().uid, "report": report}).json()
    assert ("referee_only", field) == (shown["problems"][0]["code"], shown["problems"][0]["field"])
    assert shown["scores"] == {}
    sealed = hall.sheet(report=report)
    answer = tablet.submits(sealed)
    assert ("referee_only", field) in [(row["code"], row["field"]) for row in answer["problems"]]
    assert answer["confirmers"] == []
    assert tablet.confirms(hall.agreement(sealed))["version"] == 0
    assert not Result.objects.exists()


def test_a_forged_decision_holds_nothing_and_the_claim_is_said_again(hall: Hall) -> None:
    entry.submit(writer=hall.writer(), sealed=hall.sheet(report=claimed(decided=DECIDED)))
    claim = Claim.objects.get()
    assert [step.state for step in claim.steps.all()] == [ClaimState.DECLARED]
    assert not Hold.objects.exists()


def test_where_claims_are_not_allowed_a_forged_decision_does_not_help(hall: Hall) -> None:
    policies.set_policy(hall.cast.event, hall.cast.bob, ClaimTreatment(mode=ClaimMode.DISALLOWED))
    report = claimed(decided=DECIDED, contested=False)
    sheet = entry.submit(writer=hall.writer(), sealed=hall.sheet(report=report))
    assert codes_of(sheet) == ["referee_only"]


@pytest.mark.parametrize("recorder", ["N", REFEREE])
def test_what_an_official_reads_in_or_types_is_checked_too(hall: Hall, recorder: str) -> None:
    sealed = hall.sheet(report=claimed(decided=DECIDED), recorder=recorder)
    assert "referee_only" in codes_of(entry.submit(writer=hall.official(), sealed=sealed))


def decide(hall: Hall) -> Result:
    """Have the referee decide a contested claim."""
    entry.submit(writer=hall.writer(), sealed=hall.sheet(report=claimed()))
    rest = [f"H{rank}" for rank in (*range(2, 11), "J", "Q", "K", "A")]
    claims.decide(Claim.objects.get(), hall.cast.bob, {"N": [*rest, "DJ", "C10"]}, "shown")
    return Result.live.get()


@pytest.mark.full
@pytest.mark.parametrize("recorder", [REFEREE, "N"])
def test_only_a_referee_repeats_a_decision_that_was_made(hall: Hall, recorder: str) -> None:
    facts = decide(hall).facts
    writer = hall.official() if recorder == REFEREE else hall.writer()
    sealed = hall.sheet(report=facts, recorder=recorder, seen=1)
    codes = codes_of(entry.submit(writer=writer, sealed=sealed))
    assert ("referee_only" in codes, codes == []) == (recorder == "N", recorder == REFEREE)
    other = {**facts, "claim": {**facts["claim"], "decided": {"reason": "another"}}}
    sealed = hall.sheet(report=other, recorder=REFEREE, seen=1)
    assert codes_of(entry.submit(writer=hall.official(), sealed=sealed)) == ["referee_only"]


@pytest.mark.full
@pytest.mark.parametrize(("origin", "refused"), [("ruling", []), ("sheet", ["referee_only"])])
def test_a_table_repeats_an_exposure_that_a_ruling_allowed(
    hall: Hall, origin: str, refused: list[str]
) -> None:
    """The facts of a result come with the round, and a correction begins with them."""
    deal, facts = hall.deal(), allowed_late()
    with change(hall.cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        report = ledger.Report(Result.Kind.PLAYED, facts)
        posted_by = ledger.Origin("origin", origin)
        ledger.post(made, deal, report, seen=0, origin=posted_by)
    problems = official_parts.part_problems(hall.deal(), facts, by_referee=False)
    assert [problem.code for problem in problems] == refused
    late = {**LATE, "seat": "E"}
    assert official_parts.part_problems(hall.deal(), {**facts, "exposed": [late]}, by_referee=True)


@pytest.fixture
def forged(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Sheet:
    """A sheet that was taken in before forged decisions were refused."""
    with monkeypatch.context() as patched:
        patched.setattr(entry, "part_problems", lambda *_asked, **_named: [])
        report = claimed(decided=DECIDED)
        return entry.submit(writer=hall.writer(), sealed=hall.sheet(report=report))


def refused_codes(hall: Hall, sheet: Sheet, writer: Writer, seat: str) -> list[str]:
    sealed = replace(hall.sheet(key=sheet.key), digest=sheet.digest)
    with pytest.raises(Refused) as refused:
        entry.confirm(writer=writer, sealed=hall.agreement(sealed, seat), reason="read")
    return [problem.code for problem in refused.value.problems]


@pytest.mark.full
def test_a_forged_sheet_of_before_is_not_confirmed_and_not_copied(
    hall: Hall, forged: Sheet
) -> None:
    assert forged.sound
    assert refused_codes(hall, forged, hall.writer(), "W") == [Code.REFEREE_ONLY]
    assert refused_codes(hall, forged, hall.official(), REFEREE) == [Code.REFEREE_ONLY]
    version = versions.of_deal(hall.deal())[0]
    for key in ("choice-of-bob-1", "choice-of-bob-2"):
        with pytest.raises(Refused):
            versions.choose(version, hall.cast.bob, "read", seen=0, key=key)
    assert not Result.objects.exists()


@pytest.mark.full
def test_verify_names_the_sheets_of_decisions_that_nobody_made(hall: Hall, forged: Sheet) -> None:
    (part,) = official_parts.forged_parts(hall.cast.tournament)
    assert (part.sheet, part.field, part.counts) == (forged, "claim.decided", False)
    out = StringIO()
    call_command("verify", stdout=out)
    assert f"sheet {forged.uid}, table 1, deal 1: “claim.decided”" in out.getvalue()


@pytest.mark.full
def test_a_decision_that_was_made_is_not_named(hall: Hall) -> None:
    decide(hall)
    assert list(official_parts.forged_parts(hall.cast.tournament)) == []
