"""Words in a place that is too small for them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.publish.pdf.fonts import Font, plain, registered
from web.publish.pdf.text import ELLIPSIS, SHRINK, fit
from web.publish.pdf.typefaces import typefaces

LETTERS = "王小明李国强东，。（）·+−Alexandra Petrova-Montgomery0123456789"


@pytest.fixture(scope="module")
def font() -> Iterator[Font]:
    with registered([LETTERS], typefaces()) as fonts:
        yield fonts.regular


def test_what_fits_stays_as_it_is(font: Font) -> None:
    fitted = fit("王小明", font, 10, 31)
    assert (fitted.lines, fitted.size) == (("王小明",), 10)


def test_what_nearly_fits_becomes_smaller(font: Font) -> None:
    fitted = fit("王小明", font, 10, 27)
    assert fitted.lines == ("王小明",)
    assert fitted.size == pytest.approx(9)


def test_what_is_too_long_goes_on_two_lines(font: Font) -> None:
    fitted = fit("王小明李国强", font, 10, 25)
    assert (fitted.lines, fitted.size) == (("王小明", "李国强"), 10 * SHRINK)


def test_a_line_ends_between_words_and_never_before_a_full_stop(font: Font) -> None:
    assert fit("Alexandra Petrova", font, 10, 45).lines == ("Alexandra", "Petrova")
    assert fit("王小明。李国强", font, 10, 26).lines == ("王小", "明。…")


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("李小明（王-2026-001）", 70, ("李小明", "（王-2026-001）")),  # a number of a case
        ("王小明东 −50", 38, ("王小明东", "−50")),  # no seat of a game
        ("王小，东 −50", 38, ("王小，", "东 −50")),
        ("王小明 · 李国强", 36, ("王小明 ·", "李国强")),
        ("王小明李+50", 38, ("王小明", "李+50")),
    ],
)
def test_a_line_ends_neither_within_a_number_nor_before_a_dot(
    font: Font, text: str, width: float, lines: tuple[str, ...]
) -> None:
    assert fit(text, font, 10, width).lines == lines


def test_what_is_longer_still_is_cut_in_sight(font: Font) -> None:
    fitted = fit("王小明" * 9, font, 10, 25)
    assert len(fitted.lines) == 2
    assert fitted.lines[1].endswith(ELLIPSIS)


@pytest.mark.full
@given(st.text(st.sampled_from(LETTERS), max_size=60), st.floats(9, 300), st.integers(1, 3))
def test_nothing_ever_sticks_out(text: str, width: float, lines: int) -> None:
    words = plain(text)
    with registered([LETTERS], typefaces()) as fonts:
        fitted = fit(words, fonts.bold, 10, width, lines)
        assert len(fitted.lines) <= lines
        for line in fitted.lines:
            assert fonts.bold.width(line, fitted.size) <= width + 1e-6
