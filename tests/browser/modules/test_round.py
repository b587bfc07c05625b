"""No deal is passed over: what the page is at, what comes next, and what the round's clock says."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.browser.modules.bench import LaidEntry
from tests.browser.modules.conftest import Lay

DONE: dict[str, Any] = {"told": {"state": "done"}}
AGREES: dict[str, Any] = {"kind": "confirmations", "after": "sheet", "seat": "W", "refused": None}


def sealed(**sheet: Any) -> dict[str, Any]:
    """A sheet of South that was sent, and that nobody has confirmed."""
    made = {"key": "sheet", "recorder": "S", "report": {"won": {}}, "problems": [], "corrects": []}
    return {"draft": {"sheet": {**made, **sheet}}}


SEALED = sealed()
AGREED = {**SEALED, "items": [AGREES]}
REFUSED = {**SEALED, "items": [{**AGREES, "refused": {"code": "unreadable"}}]}
RULING = sealed(problems=[{"code": "claim_contested"}])
OBJECTED = sealed(objected=["N"])
MENDING = sealed(problems=[{"code": "not_whole"}])
STARTED: dict[str, Any] = {"draft": {"entry": {"won": {}}}}
OPEN: dict[str, Any] = {}


@pytest.fixture
def entry(lay: Lay) -> LaidEntry:
    """The first of three deals."""
    return lay({"preset": "classic"}, deals=3)


def stands(entry: LaidEntry, *deals: dict[str, Any]) -> LaidEntry:
    """Let the deals of the round be so far."""
    for number, deal in enumerate(deals, start=1):
        entry.page.evaluate("([number, deal]) => bench.stand(number, deal)", [number, deal])
    return entry


def follows(entry: LaidEntry, number: int) -> int:
    """Return which deal comes after one, 0 where none does."""
    following: int = entry.page.evaluate("(number) => bench.next(number)", number)
    return following


def opens_at(entry: LaidEntry, before: int) -> int:
    """Return which deal a page shows that is opened, and was at another one before."""
    shown: int = entry.page.evaluate("(number) => bench.opensAt(number)", before)
    return shown


@pytest.mark.full
@pytest.mark.parametrize(
    ("deal", "standing"),
    [
        (OPEN, "open"),
        (STARTED, "started"),
        (MENDING, "mending"),
        (SEALED, "sealed"),
        (AGREED, "agreed"),
        (REFUSED, "refused"),
        (RULING, "ruling"),
        (OBJECTED, "ruling"),
        (DONE, "done"),
    ],
)
def test_how_far_a_deal_is(entry: LaidEntry, deal: dict[str, Any], standing: str) -> None:
    stands(entry, deal)
    assert entry.page.evaluate("bench.stateOf(1)") == standing


@pytest.mark.full
@pytest.mark.parametrize(
    ("deals", "number", "following"),
    [
        ((SEALED, OPEN, OPEN), 1, 2),
        # Whoever is through with a deal confirms what waits, before another one is entered.
        ((SEALED, DONE, OPEN), 2, 1),
        ((SEALED, AGREED, OPEN), 2, 1),
        ((DONE, DONE, OPEN), 1, 3),
        ((DONE, STARTED, OPEN), 3, 2),
        ((SEALED, DONE, DONE), 3, 1),
        ((REFUSED, DONE, DONE), 2, 1),
        ((REFUSED, OPEN, DONE), 3, 2),
        # Nobody at the table can go on with it.
        ((RULING, DONE, DONE), 2, 0),
        ((sealed(awaited=[]), DONE, DONE), 2, 0),
        ((DONE, DONE, DONE), 3, 0),
    ],
)
def test_what_comes_next(
    entry: LaidEntry, deals: tuple[dict[str, Any], ...], number: int, following: int
) -> None:
    assert follows(stands(entry, *deals), number) == following


@pytest.mark.full
@pytest.mark.parametrize(
    ("deals", "before", "shown"),
    [
        ((OPEN, OPEN, OPEN), 0, 1),
        ((SEALED, OPEN, OPEN), 2, 1),
        ((SEALED, DONE, OPEN), 2, 1),
        # What a player objected to comes before what waits.
        ((SEALED, OBJECTED, OPEN), 3, 2),
        # In the middle of a deal the page stays there.
        ((SEALED, STARTED, OPEN), 2, 2),
        ((DONE, SEALED, OPEN), 0, 2),
    ],
)
def test_where_a_page_opens(
    entry: LaidEntry, deals: tuple[dict[str, Any], ...], before: int, shown: int
) -> None:
    assert opens_at(stands(entry, *deals), before) == shown


@pytest.mark.full
@pytest.mark.parametrize(
    ("last", "finished"), [(DONE, True), (AGREED, True), (SEALED, False), (REFUSED, False)]
)
def test_a_round_is_entered_when_the_table_is_through_with_every_deal(
    entry: LaidEntry, last: dict[str, Any], finished: bool
) -> None:
    stands(entry, DONE, last, DONE)
    assert entry.page.evaluate("bench.allFinished()") is finished


# What a deal comes to where its result stands.

OLD = {"N": 100, "W": 0, "S": -100, "E": 0}
NEW = {"N": -100, "W": 0, "S": 100, "E": 0}


@pytest.mark.full
@pytest.mark.parametrize(
    ("sheet", "shown"),
    [
        # What is previewed is to take the place of the result, as the server answered of it.
        (
            {"report": {}, "settlement": {"scores": NEW, "lines": {}}},
            {"scores": NEW, "lines": {}},
        ),
        ({"report": {}, "settlement": None}, None),
        # What was sent and did not become the result gives way to it.
        (
            {"key": "sheet", "report": {}, "settlement": {"scores": NEW, "lines": {}}},
            {"scores": OLD},
        ),
        (
            {"key": "sheet", "report": {}, "settlement": {"scores": OLD, "lines": {}}},
            {"scores": OLD, "lines": {}},
        ),
    ],
)
def test_a_correction_is_previewed_with_its_own_points(
    entry: LaidEntry, sheet: dict[str, Any], shown: dict[str, Any] | None
) -> None:
    stands(entry, {"told": {"state": "done", "scores": OLD}})
    found = entry.page.evaluate("([number, sheet]) => bench.settlement(number, sheet)", [1, sheet])
    assert found == shown


# The clock of the round, by the hour of the server.

SHOWN = """async ([clock, ahead]) => {
  const { heardAt } = await bench.module("clock");
  const { showClock } = await bench.module("status");
  heardAt(new Date(Date.now() + ahead).toUTCString());
  const pack = clock && { round: {}, clock };
  const table = document.getElementById("table");
  showClock(table, pack);
  heardAt(new Date().toUTCString());
  const time = table.querySelector('.status-line [data-part="time"]');
  return time.hidden ? null : time.textContent;
}"""
TWO_HOURS = 7_200_000


def clock(state: str, minutes: float, *, stops: bool = False) -> dict[str, Any]:
    """A clock with so many minutes left; in the last five of them no deal is begun."""
    until = datetime.now(UTC) + timedelta(minutes=minutes)
    hours = {"until": until.isoformat(), "no_new_deal": (until - timedelta(minutes=5)).isoformat()}
    return {"state": state, "seconds": 60 * minutes, "stops": stops, **hours}


@pytest.mark.full
@pytest.mark.parametrize(
    ("state", "minutes", "said"),
    [
        ("running", 49.5, "50 min left"),
        ("running", 5.5, "6 min left"),
        ("running", 4.5, "No new deal: 5 min"),
        ("running", -0.5, "Time! Finish the deal"),
        ("held", 55, "Clock paused: 55 min"),
        ("called", 0, "Time! Finish the deal"),
    ],
)
def test_what_the_clock_of_the_round_says(
    entry: LaidEntry, state: str, minutes: float, said: str
) -> None:
    assert entry.page.evaluate(SHOWN, [clock(state, minutes), 0]) == said


@pytest.mark.full
def test_a_round_without_a_clock_shows_no_time(entry: LaidEntry) -> None:
    assert entry.page.evaluate(SHOWN, [None, 0]) is None


@pytest.mark.full
def test_the_time_left_is_told_by_the_hour_of_the_server(entry: LaidEntry) -> None:
    """As on a tablet whose own clock is two hours slow."""
    assert entry.page.evaluate(SHOWN, [clock("running", 169.5), TWO_HOURS]) == "50 min left"


@pytest.mark.full
@pytest.mark.parametrize("state", ["running", "called"])
def test_rules_that_stop_the_deal_are_told_so(entry: LaidEntry, state: str) -> None:
    over = clock(state, -0.5, stops=True)
    assert entry.page.evaluate(SHOWN, [over, 0]) == "Time! Stop"
