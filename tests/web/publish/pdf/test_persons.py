"""A pair's name in a narrow column breaks between its people."""

from __future__ import annotations

import doctest

from web.templatetags import persons


def test_each_person_stands_in_a_part_of_his_own() -> None:
    assert doctest.testmod(persons).failed == 0


def test_what_people_are_called_stays_text() -> None:
    shown = persons.persons("Ann <Lee>／Bob & Wu")
    assert "<Lee>" not in shown
    assert "Bob &amp; Wu" in shown
