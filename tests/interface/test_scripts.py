"""What the shared scripts do on every page, and that nothing is lost without them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.interface.small_server import Hall

CHOICES = """<div class="choices">
<button type="button" class="button" data-set="scheme" data-value="">device</button>
<button type="button" class="button" data-set="scheme" data-value="dark">dark</button>
<button type="button" class="button" data-set="deck" data-value="two">two</button></div>
<span class="card card-club">C</span><span class="card card-spade">S</span>"""
MENU = '<details class="menu"><summary>menu</summary><div class="menu-in"><a href="#x">in</a></div></details><p>outside</p>'  # noqa: E501
SHEET = '<button type="button" data-sheet="s">open</button><dialog class="sheet" id="s"><div class="sheet-body">sheet</div><button type="button" data-close>close</button></dialog>'  # noqa: E501
ROW = '<table class="table"><tbody><tr><td><a class="opens" href="#sum" aria-expanded="false">row</a></td></tr><tr class="sum" id="sum"><td>the sum</td></tr></tbody></table>'  # noqa: E501
SUMMARY = '<div class="error-summary" tabindex="-1">two errors</div><p class="needs-js">only with script</p>'  # noqa: E501

GROUND = "getComputedStyle(document.body).backgroundColor"
LIGHT, DARK = "rgb(248, 246, 239)", "rgb(19, 23, 22)"


@pytest.mark.full
def test_a_chosen_scheme_outlives_the_page(hall: Hall, page: Page) -> None:
    hall.body = CHOICES
    page.goto(hall.address)
    assert page.evaluate(GROUND) == LIGHT
    page.click("text=dark")
    assert page.evaluate(GROUND) == DARK
    page.reload()
    assert page.evaluate(GROUND) == DARK
    expect(page.locator("text=dark")).to_have_attribute("aria-pressed", "true")
    page.click("text=device")
    assert page.evaluate(GROUND) == LIGHT


@pytest.mark.full
def test_the_device_decides_until_the_reader_does(hall: Hall, page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(hall.address)
    assert page.evaluate(GROUND) == DARK


@pytest.mark.full
def test_paper_is_white_whatever_the_scheme(hall: Hall, page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    hall.body = CHOICES
    page.goto(hall.address)
    page.click("text=dark")
    page.emulate_media(media="print")
    assert page.evaluate(GROUND) == "rgb(255, 255, 255)"
    club = "getComputedStyle(document.querySelector('.card-club')).color"
    assert page.evaluate(club) == "rgb(28, 107, 49)"


@pytest.mark.full
def test_the_two_colour_deck_paints_clubs_as_spades(hall: Hall, page: Page) -> None:
    colours = "[...document.querySelectorAll('.card')].map((c) => getComputedStyle(c).color)"
    hall.body = CHOICES
    page.goto(hall.address)
    club, spade = page.evaluate(colours)
    assert club != spade
    page.click("text=two")
    club, spade = page.evaluate(colours)
    assert club == spade


@pytest.mark.full
@pytest.mark.parametrize("way", ["Escape", "outside"])
def test_a_menu_closes(hall: Hall, page: Page, way: str) -> None:
    hall.body = MENU
    page.goto(hall.address)
    page.click("summary")
    expect(page.locator(".menu-in")).to_be_visible()
    if way == "Escape":
        page.keyboard.press("Escape")
        expect(page.locator("summary")).to_be_focused()
    else:
        page.click("text=outside", force=True)
    expect(page.locator(".menu-in")).to_be_hidden()


@pytest.mark.full
def test_a_sheet_opens_and_closes(hall: Hall, page: Page) -> None:
    hall.body = SHEET
    page.goto(hall.address)
    page.click("text=open")
    expect(page.locator("#s")).to_be_visible()
    page.click("text=close")
    expect(page.locator("#s")).to_be_hidden()


@pytest.mark.full
def test_a_row_opens_and_closes_to_its_sum(hall: Hall, page: Page) -> None:
    hall.body = ROW
    page.goto(hall.address)
    expect(page.locator("#sum")).to_be_hidden()
    page.click("text=row")
    expect(page.locator("#sum")).to_be_visible()
    page.click("text=row")
    expect(page.locator("#sum")).to_be_hidden()


@pytest.mark.full
def test_an_address_can_name_an_open_row(hall: Hall, page: Page) -> None:
    hall.body = ROW
    page.goto(hall.address + "#sum")
    expect(page.locator("#sum")).to_be_visible()
    page.click("text=row")
    expect(page.locator("#sum")).to_be_hidden()


@pytest.mark.full
def test_the_summary_of_errors_takes_the_focus(hall: Hall, page: Page) -> None:
    hall.body = SUMMARY
    page.goto(hall.address)
    expect(page.locator(".error-summary")).to_be_focused()


@pytest.mark.full
def test_without_script_a_row_still_opens(hall: Hall, chromium: Browser) -> None:
    hall.body = ROW + SUMMARY
    with chromium.new_context(java_script_enabled=False) as context:
        plain = context.new_page()
        plain.goto(hall.address)
        expect(plain.locator("#sum")).to_be_hidden()
        plain.click("text=row")
        expect(plain.locator("#sum")).to_be_visible()
        expect(plain.locator(".needs-js")).to_be_hidden()


BAR = '<nav class="site-nav">{}<a href="#here" aria-current="page">round 1</a></nav>'
NAMES = """<table class="table"><tbody><tr><td class="rank">1</td><th class="name"><a href="#wang">Wang</a></th>
<td class="number" id="points">12</td><td><button type="button" id="own">own</button></td></tr></tbody></table>"""  # noqa: E501
METAS = "[...document.querySelectorAll('meta[name=theme-color]')].map((meta) => meta.content)"


@pytest.mark.full
def test_the_chosen_page_of_a_bar_is_in_sight(hall: Hall, page: Page) -> None:
    hall.body = BAR.format('<a href="#x">another page</a>' * 20)
    page.goto(hall.address)
    expect(page.locator("[aria-current]")).to_be_in_viewport(ratio=0.9)
    assert page.evaluate("scrollY") == 0


@pytest.mark.full
def test_a_row_leads_where_its_name_leads(hall: Hall, page: Page) -> None:
    hall.body = NAMES
    page.goto(hall.address)
    page.click("#own")
    assert "#" not in page.url
    page.click("#points")
    assert page.url.endswith("#wang")


@pytest.mark.full
def test_the_bar_of_the_browser_follows_a_choice(hall: Hall, page: Page) -> None:
    hall.body = (
        '<!doctype html><html lang="en"><head><title>x</title>'
        '<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">'
        '<meta name="theme-color" content="#000000" media="(prefers-color-scheme: dark)">'
        '<script src="/static/scheme.js"></script></head><body></body></html>'
    )
    page.goto(hall.address)
    assert page.evaluate(METAS) == ["#ffffff", "#000000"]
    page.evaluate("localStorage.setItem('huapai.scheme', 'dark')")
    page.reload()
    assert page.evaluate(METAS) == ["#000000", "#000000"]
