"""A pair's name in a narrow column breaks between its people."""

from __future__ import annotations

import doctest

from web.templatetags import words


def test_each_person_stands_in_a_part_of_his_own() -> None:
    assert doctest.testmod(words).failed == 0


def test_what_people_are_called_stays_text() -> None:
    shown = words.persons("Ann <Lee>／Bob & Wu")
    assert "<Lee>" not in shown
    assert "Bob &amp; Wu" in shown
