"""Where the marks of cards, the change of a rank and the record of a page stand, in boxes."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string
from django.utils import translation

from tests.interface.guide import Shows

PHONE, LAPTOP = (390, 844), (1366, 768)
SCORING = [("SQ", "猪"), ("DJ", "羊"), ("C10", "变压器")]


def hand(size: str, felt: str = "") -> str:
    """Return a hand in which another card follows each scoring card."""
    source = "{% load cards %}{% for code, name in scoring %}{% card code name %}{% card other %}"
    cards = Template(source + "{% endfor %}").render(Context({"scoring": SCORING, "other": "HK"}))
    held = f'<span class="{felt and "felt-hand"}"><span class="hand {size}">{cards}</span></span>'
    return f'<div class="felt {felt}"><div class="felt-seat seat-s">{held}</div></div>'


MARKS = """() => [...document.querySelectorAll(".hand > .card:has(> .card-name)")].map((card) => {
  const box = (part) => part.getBoundingClientRect();
  const mark = box(card.querySelector(".card-name")), next = box(card.nextElementSibling);
  const rank = box(card.querySelector(".card-rank"));
  const suit = card.querySelector(".card-suit");
  return {
    seen: next.left - mark.right,
    inside: mark.left >= box(card).left && mark.bottom <= box(card).bottom,
    belowRank: mark.top - rank.bottom,
    bySuit: suit.checkVisibility() && mark.top < box(suit).bottom - 3,
    letters: mark.height,
  };
})"""


@pytest.mark.full
@pytest.mark.parametrize("size", ["", "cards-m", "cards-l"])
@pytest.mark.parametrize("felt", ["", "felt-deal"])
@pytest.mark.parametrize("window", [PHONE, LAPTOP])
def test_the_mark_of_a_card_is_seen_beside_the_next_one(
    shows: Shows, window: tuple[int, int], felt: str, size: str
) -> None:
    marks = shows(window, hand(size, felt)).evaluate(MARKS)
    assert len(marks) == len(SCORING)
    for mark in marks:
        assert mark["seen"] >= 0, mark
        assert mark["inside"], mark
        assert mark["belowRank"] >= -6, mark
        assert not mark["bySuit"], mark
        assert mark["letters"] >= 13, mark


CHANGES = """() => [...document.querySelectorAll(".standing-row .change")].map((change) => {
  const { right, width } = change.getBoundingClientRect();
  const drawn = getComputedStyle(change, "::before").content;
  const seen = [...change.childNodes].filter((part) => part.className !== "visually-hidden");
  const words = seen.map((part) => part.textContent.trim()).join("");
  return [words + (drawn === "none" ? "" : drawn), Math.round(right), Math.round(width)];
})"""


@pytest.mark.full
def test_a_rank_without_a_move_is_blank_and_keeps_its_width(shows: Shows) -> None:
    with translation.override("zh-hans"):
        cells = [
            render_to_string("publish/deal/_change.html", {"shown": shown})
            for shown in (
                {"change": "up", "steps": 4},
                {"change": "same", "steps": 0},
                {"change": "down", "steps": 12},
                {"change": ""},
            )
        ]
    rows = "".join(
        f'<li><details class="standing-row"><summary><span class="standing-place">1</span>'
        f'<span class="standing-name">王小明</span><span class="standing-total">14</span>{cell}'
        f"</summary></details></li>"
        for cell in cells
    )
    markup = f'<div class="standings"><ol class="standing-rows plain">{rows}</ol></div>'
    for window in (PHONE, LAPTOP):
        up, same, down, none = shows(window, markup).evaluate(CHANGES)
        assert ("4" in up[0], "12" in down[0]) == (True, True)
        assert (same[0].strip('"'), none[0].strip('"')) == ("", "")
        assert len({(right, width) for _, right, width in (up, same, down, none)}) == 1


FOLDED = """() => {
  const fold = document.querySelector("#record");
  const whole = fold.querySelector(".board-seal");
  return [fold.offsetHeight, whole.checkVisibility(), fold.querySelector("summary").scrollWidth];
}"""


@pytest.mark.full
def test_the_record_of_a_page_is_one_line_and_its_number_in_a_fold(shows: Shows) -> None:
    mark = {"seq": 456, "hash": "473f0e1e" * 8}
    with translation.override("zh-hans"):
        markup = render_to_string("publish/parts/_mark.html", {"mark": mark})
    page = shows(PHONE, markup)
    height, is_whole_seen, width = page.evaluate(FOLDED)
    assert height <= 48
    assert not is_whole_seen
    assert width <= PHONE[0] - 32
    page.locator("#record summary").click()
    height, is_whole_seen, _ = page.evaluate(FOLDED)
    assert is_whole_seen
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
