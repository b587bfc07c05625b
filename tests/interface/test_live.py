"""A live part of a page asks politely and disturbs nobody."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.interface.small_server import Hall

ROW = '<tr id="row-{0}"><td><a class="opens" href="#sum-{0}" aria-expanded="false">{0}</a></td><td class="number">{1}</td></tr><tr class="sum" id="sum-{0}"><td>sum {0}</td></tr>'  # noqa: E501

# The marks of changed numbers wait for two seconds, and an answer is waited for for twenty; every
# other pause is one between questions.
NOTE_PAUSES = """window.pauses = []; const wait = window.setTimeout;
window.setTimeout = (act, pause) => {
  if (pause !== 2000 && pause !== 20000) pauses.push(pause);
  return wait(act, pause);
};"""


def _table(*rows: tuple[str, str]) -> str:
    return (
        f'<table class="table"><tbody>{"".join(ROW.format(*row) for row in rows)}</tbody></table>'
    )


def _wait_until_asked(hall: Hall, times: int) -> None:
    wanted, deadline = len(hall.asked) + times, time.monotonic() + 10
    while len(hall.asked) < wanted:
        assert time.monotonic() < deadline, "nobody asks any more"
        time.sleep(0.01)


@pytest.mark.full
def test_it_asks_with_the_stamp_of_what_it_shows(hall: Hall, page: Page) -> None:
    hall.show("<p>still</p>")
    page.goto(hall.address)
    _wait_until_asked(hall, 3)
    assert set(hall.asked) == {'"1"'}


@pytest.mark.full
def test_a_connection_that_died_without_a_word_is_given_up_and_told(hall: Hall, page: Page) -> None:
    hall.patience = 0.5
    hall.show("<p>old</p>")
    page.goto(hall.address)
    _wait_until_asked(hall, 1)
    expect(page.locator("#trouble")).to_be_hidden()
    hall.awake.clear()
    hall.change("<p>new</p>")
    expect(page.locator("#trouble")).to_be_visible()
    expect(page.get_by_text("old")).to_be_visible()
    hall.awake.set()
    expect(page.get_by_text("new")).to_be_visible()
    expect(page.locator("#trouble")).to_be_hidden()


@pytest.mark.full
def test_the_bar_says_when_the_last_answer_came(hall: Hall, page: Page) -> None:
    hall.show("<p>old</p>")
    page.goto(hall.address)
    _wait_until_asked(hall, 2)
    hall.status = 503
    expect(page.locator("[data-last]")).to_be_visible()
    expect(page.locator("[data-last-at]")).to_have_text(re.compile(r"^\d\d:\d\d$"))


@pytest.mark.full
def test_it_shows_what_has_changed_and_marks_the_number(hall: Hall, page: Page) -> None:
    hall.show(_table(("wang", "+10"), ("li", "+5")))
    page.goto(hall.address)
    hall.change(_table(("wang", "+30"), ("li", "+5")))
    expect(page.locator("#row-wang .number")).to_have_text("+30")
    expect(page.locator("#row-wang .number")).to_have_class("number changed")
    expect(page.locator("#row-li .number")).to_have_class("number")
    expect(page.locator("#row-wang .number")).to_have_class("number")
    _wait_until_asked(hall, 1)
    assert hall.asked[-1] == '"2"'


@pytest.mark.full
def test_rows_change_places_and_keep_what_was_opened_and_focused(hall: Hall, page: Page) -> None:
    hall.show(_table(("wang", "+10"), ("li", "+5"), ("chen", "0")))
    page.goto(hall.address)
    page.click("a[href='#sum-chen']")
    page.focus("a[href='#sum-chen']")
    hall.change(_table(("chen", "+50"), ("wang", "+10"), ("li", "+5")))
    expect(page.locator("tr[id^=row] a")).to_have_text(["chen", "wang", "li"])
    expect(page.locator("#sum-chen")).to_be_visible()
    expect(page.locator("#sum-wang")).to_be_hidden()
    expect(page.locator("a[href='#sum-chen']")).to_be_focused()
    expect(page.locator("a[href='#sum-chen']")).to_have_attribute("aria-expanded", "true")


@pytest.mark.full
def test_what_was_scrolled_and_unfolded_stays(hall: Hall, page: Page) -> None:
    long = "<br>".join(map(str, range(200)))
    folded = f"<p>{{}}</p><details><summary>more</summary><p>inside</p></details><p>{long}</p>"
    hall.show(folded.format("one"))
    page.goto(hall.address)
    page.click("summary")
    page.evaluate("scrollTo(0, 400)")
    hall.change(folded.format("two"))
    expect(page.get_by_text("two")).to_be_attached()
    expect(page.get_by_text("inside")).to_be_visible()
    assert page.evaluate("scrollY") == 400


@pytest.mark.full
def test_what_is_being_typed_is_not_taken_away(hall: Hall, page: Page) -> None:
    search = '<p>{}</p><input id="who" value="">'
    hall.show(search.format("one"))
    page.goto(hall.address)
    page.locator("#who").press_sequentially("Wang")
    hall.change(search.format("two"))
    expect(page.get_by_text("two")).to_be_visible()
    expect(page.locator("#who")).to_have_value("Wang")
    expect(page.locator("#who")).to_be_focused()


@pytest.mark.full
def test_rows_come_and_go(hall: Hall, page: Page) -> None:
    hall.show(_table(("wang", "0"), ("li", "0")))
    page.goto(hall.address)
    hall.change(_table(("li", "0"), ("zhao", "0"), ("chen", "0")))
    expect(page.locator("tr[id^=row] a")).to_have_text(["li", "zhao", "chen"])
    hall.change("<p>Nobody yet</p>")
    expect(page.locator("#live")).to_have_text("Nobody yet")
    expect(page.locator("#live table")).to_have_count(0)


@pytest.mark.full
@pytest.mark.parametrize("status", [403, 503])
def test_a_failure_is_told_after_the_second_time_and_taken_back(
    hall: Hall, page: Page, status: int
) -> None:
    hall.show("<p>old</p>")
    hall.status = status
    page.goto(hall.address)
    expect(page.locator("#trouble")).to_be_visible()
    expect(page.get_by_text("old")).to_be_visible()
    hall.status = 200
    hall.change("<p>new</p>")
    expect(page.get_by_text("new")).to_be_visible()
    expect(page.locator("#trouble")).to_be_hidden()


@pytest.mark.full
def test_a_strange_page_without_a_stamp_is_not_taken_for_an_answer(hall: Hall, page: Page) -> None:
    hall.show("<p>ours</p>")
    hall.stamp, hall.fragment = "", "<p>Pay for the network here</p>"
    page.goto(hall.address)
    expect(page.locator("#trouble")).to_be_visible()
    expect(page.locator("#live")).to_have_text("ours")


@pytest.mark.full
def test_it_asks_ever_more_seldom_while_it_fails(hall: Hall, page: Page) -> None:
    hall.show("<p>old</p>")
    hall.status = 503
    page.add_init_script(NOTE_PAUSES)
    page.goto(hall.address)
    page.wait_for_function("() => pauses.length > 4")
    first, *_, last = page.evaluate("pauses.slice(0, 5)")
    assert last > 8 * first


@pytest.mark.full
def test_it_asks_seldom_in_the_background(hall: Hall, page: Page) -> None:
    hall.show("<p>old</p>")
    hall.body = hall.body.replace('data-seldom="0.05"', 'data-seldom="60"')
    page.add_init_script(NOTE_PAUSES)
    page.add_init_script("Object.defineProperty(document, 'hidden', { get: () => true })")
    page.goto(hall.address)
    page.wait_for_function("() => pauses.length > 0")
    assert 50_000 < page.evaluate("pauses[0]") < 70_000


@pytest.mark.full
def test_after_the_last_fragment_nothing_is_asked(hall: Hall, page: Page) -> None:
    hall.show('<progress value="1" max="2"></progress>')
    page.add_init_script(NOTE_PAUSES)
    page.goto(hall.address)
    hall.change("<p data-live-done>Done</p>")
    expect(page.get_by_text("Done")).to_be_visible()
    before = page.evaluate("pauses.length")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    assert page.evaluate("pauses.length") == before


@pytest.mark.full
def test_coming_back_asks_at_once(hall: Hall, page: Page) -> None:
    hall.show("<p>old</p>")
    hall.body = hall.body.replace('data-often="0.05"', 'data-often="3600"')
    page.goto(hall.address)
    hall.change("<p>new</p>")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.get_by_text("new")).to_be_visible()
