"""What a sheet does to a claim that came before it: only one that is in its place ends it."""

from __future__ import annotations

import pytest

from referee.base.refusals import Code
from referee.sheets import entry, queries
from tests.referee.claims import test_claim_states
from tests.referee.claims.test_claim_states import course, report, sent
from tests.referee.hall import Hall
from tests.referee.sheets.test_entry import lost

hall = test_claim_states.hall


@pytest.mark.full
def test_a_sheet_of_a_device_that_lost_its_table_ends_no_claim(hall: Hall) -> None:
    claim = sent(hall, report(accepted=["W"])).claim
    late = entry.submit(writer=lost(hall), sealed=hall.sheet(report={"won": {"N": 13}}))
    assert [problem.code for problem in queries.problems_of(late)] == [Code.LEASE_LOST]
    assert course(claim) == ["stated"]
    entry.submit(writer=hall.official(), sealed=hall.sheet(report={"won": {"N": 13}}))
    assert course(claim) == ["stated"]
    entry.submit(writer=hall.writer(), sealed=hall.sheet(report={"won": {"N": 13}}))
    assert course(claim) == ["stated", "withdrawn"]
