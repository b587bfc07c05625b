"""One sheet from a tablet to the standings on paper, through the program as it is really run."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect
from pypdf import PdfReader

from config.simulation.demo.club_day import MAIN
from tests.journeys.demo import Demo, running
from tests.until import until

TABLET = ViewportSize(width=820, height=1180)
PHONE = ViewportSize(width=390, height=844)
DESK = ViewportSize(width=1366, height=768)
TABLE = 2
SEATS = {"N": "北", "W": "西", "S": "南", "E": "东"}


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    with running(tmp_path_factory.mktemp("of") / "demo") as served:
        yield served


@pytest.fixture
def pages(chromium: Browser, demo: Demo) -> Iterator[dict[str, Page]]:
    """A tablet, a phone and a desk, each a browser of its own; no page may report an error."""
    wrong: list[str] = []
    sizes = {"tablet": TABLET, "phone": PHONE, "desk": DESK}
    contexts = {
        name: chromium.new_context(viewport=size, base_url=demo.url, locale="zh-CN")
        for name, size in sizes.items()
    }
    opened = {name: context.new_page() for name, context in contexts.items()}
    for page in opened.values():
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "console",
            lambda message: wrong.append(message.text) if message.type == "error" else None,
        )
    yield opened
    for context in contexts.values():
        context.close()
    assert wrong == []


@pytest.mark.nightly
def test_a_sheet_goes_from_a_tablet_to_the_phone_and_to_paper(
    pages: dict[str, Page], demo: Demo, tmp_path: Path
) -> None:
    code = _code_at_the_desk(pages["desk"], demo)
    tablet, phone = pages["tablet"], pages["phone"]
    _open_the_table(tablet, code)
    _confirm_what_waits(tablet)

    phone.goto("/")
    phone.locator('a[href^="/e/"]').first.click()
    before = _totals(phone)
    names = _write(tablet)
    _confirm(tablet)

    points = _settled(tablet)
    expected = {name: before[name] + points[seat] for seat, name in names.items()}
    for name, total in expected.items():
        expect(_total_of(phone, name)).to_have_text(_signed(total), timeout=30_000)
    after = _totals(phone)
    assert after == before | expected

    paper = _on_paper(phone)
    for name, total in after.items():
        assert re.search(rf"{name}\n([\d+−/ .]*\n)+?{re.escape(_signed(total))}\n", paper), paper


def _code_at_the_desk(desk: Page, demo: Demo) -> str:
    desk.goto("/desk/")
    desk.fill("input[name=username]", "director")
    desk.fill("input[name=password]", demo.passwords["director"])
    desk.press("input[name=password]", "Enter")
    desk.locator('a[href^="/desk/events/"]').first.click()
    # The demo plays its first event while it is looked at.
    until(lambda: _is_played(desk), seconds=120)
    desk.locator(f"#table-{TABLE} summary").click()
    return desk.locator(f"#table-{TABLE} .strong").inner_text()


def _is_played(desk: Page) -> bool:
    """Whether every table of the last round has its deals, and a sheet waits where not all."""
    desk.reload()
    tables = desk.locator(".desk-tiles > li")
    waiting = tables.locator(".state-waiting").count()
    at_last = desk.locator(f'.steps [aria-current]:has-text("第{MAIN.rounds}轮")').count() == 1
    shown = [tile.locator(".deal-link[data-done]").count() for tile in tables.all()]
    return at_last and shown == list(MAIN.done) and waiting == sum(deals < 4 for deals in MAIN.done)


def _open_the_table(tablet: Page, code: str) -> None:
    tablet.goto("/t/")
    tablet.locator("main input:not([readonly])").first.fill(code.lower())
    tablet.keyboard.press("Enter")


def _confirm_what_waits(tablet: Page) -> None:
    """Say who writes, agree with the sheet that the table had sent before, and go on."""
    tablet.locator("[data-view=recorder] .seat").first.click()
    tablet.locator("[data-part=names] button").first.click()
    # Only then it is in the standings.
    expect(tablet.locator("[data-view=result] .state-done")).to_be_visible()
    tablet.click("[data-act=next]")


def _write(tablet: Page) -> dict[str, str]:
    """Give the pig to one seat, the hearts to another; forget the sheep, be told, and mend it."""
    seats = tablet.locator("[data-view=entry] .seat")
    expect(seats).to_have_count(4)
    names = {
        seat.get_attribute("data-seat") or "": seat.locator("[data-part=name]").inner_text()
        for seat in seats.all()
    }
    _give(tablet, "N", ["SQ", "C10"])
    _give(tablet, "E", [f"H{rank}" for rank in [*"23456789", "10", *"JQKA"]])
    tablet.click("[data-act=preview]")
    problems = tablet.locator("[data-view=entry] [data-part=problems]")
    expect(problems).to_be_visible()
    expect(problems).to_contain_text("♦J")
    _give(tablet, "W", ["DJ"])
    _tell_owners(tablet, {"SQ": "W", "DJ": "N", "C10": "W", "HA": "N"})
    tablet.click("[data-act=preview]")
    return names


def _give(tablet: Page, seat: str, cards: list[str]) -> None:
    tablet.click(f"[data-view=entry] .seat[data-seat={seat}]")
    for card in cards:
        tablet.click(f"[data-part=scoring] .tile[data-tile={card}]")


def _tell_owners(tablet: Page, owners: dict[str, str]) -> None:
    """Say to whom the cards were dealt whose worth depends on it; nobody won his own."""
    for card, seat in owners.items():
        tablet.click(f"[data-exposable={card}]")
        tablet.click(f"[data-part=whose] [data-seat={seat}]")


def _confirm(tablet: Page) -> None:
    tablet.click("[data-act=send]")
    tablet.locator("[data-part=names] button").first.click()
    expect(tablet.locator("[data-act=next]")).to_be_visible()


def _settled(tablet: Page) -> dict[str, int]:
    """The pig doubled by the transformer, the sheep, and all the hearts; T9 L286, L289."""
    expected = {"N": -200, "W": 100, "S": 0, "E": 200}
    totals = tablet.locator("[data-view=result] [data-part=totals] li")
    shown = dict(re.split(r"\s+(?=\S+$)", one) for one in totals.all_inner_texts())
    assert {name[0]: _number(points) for name, points in shown.items()} == {
        SEATS[seat]: points for seat, points in expected.items()
    }
    lines = tablet.locator("[data-part=settlement]")
    for points in ("+100", "+200"):
        expect(lines).to_contain_text(points)
    return expected


def _total_of(phone: Page, name: str) -> Locator:
    row = phone.locator("li[id^=row-]").filter(has_text=name)
    return row.locator("summary .points").first


def _totals(phone: Page) -> dict[str, int]:
    rows = phone.locator("li[id^=row-]")
    expect(rows.first).to_be_visible()
    return {
        " ".join(row.locator(".standing-name .person").all_inner_texts()): _number(
            row.locator("summary .points").first.inner_text()
        )
        for row in rows.all()
    }


def _number(text: str) -> int:
    return int(text.strip().replace("−", "-").replace("+", ""))


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def _on_paper(phone: Page) -> str:
    phone.locator("button", has_text="PDF").click()
    link = phone.locator("#ready a")
    expect(link).to_be_visible(timeout=60_000)
    answer = phone.request.get(link.get_attribute("href") or "")
    assert answer.headers["content-type"] == "application/pdf"
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.body())).pages)
