"""What the tests of wording read of a page, and what they pass over."""

from __future__ import annotations

from tests.tournaments.wording.reading import texts_of


def page(body: str) -> list[str]:
    return texts_of(f'<html lang="en"><body>{body}</body></html>')


def test_a_term_in_another_language_is_passed_over() -> None:
    assert page('Pigpen <i lang="zh-hans">猪圈</i>') == ["Pigpen"]


def test_a_term_in_no_language_or_in_that_of_the_page_is_read() -> None:
    assert page("<i>猪圈</i>") == ["猪圈"]
    assert page('<i lang="en">猪圈</i>') == ["猪圈"]


def test_code_is_passed_over_and_what_follows_is_read() -> None:
    assert page('<code>x</code><i lang="zh-hans">猪<b>圈</b></i><i>y</i> z') == ["y", "z"]
