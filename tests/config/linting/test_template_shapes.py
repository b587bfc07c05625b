"""Templates whose lines are too long, and templates that are too small to be files."""

from __future__ import annotations

import pytest

from config.linting.texts import long_lines, tiny_templates
from tests.config.linting.conftest import Found

TINY = '{% include "parts/_tiny.html" %}\n'


def test_a_line_of_more_than_two_hundred_letters_is_found(found: Found) -> None:
    page = f"<p>\n{'牌' * 200}\n{'牌' * 201}\n</p>\n"

    assert found(long_lines, {"templates/one.html": page}) == [
        "templates/one.html:3: a line of 201 letters: at most 200, see `inline`"
    ]


def test_a_template_of_few_lines_that_one_other_includes_is_found(found: Found) -> None:
    files = {"templates/one.html": "<p>\n" * 9 + TINY, "templates/parts/_tiny.html": "<p>\n" * 8}

    assert found(tiny_templates, files) == [
        "templates/parts/_tiny.html:1: 8 lines that one template includes: fold them"
    ]


def test_a_template_that_is_included_twice_or_is_longer_is_well(found: Found) -> None:
    page = "<p>\n" * 9 + TINY
    twice = {"templates/one.html": page + TINY, "templates/parts/_tiny.html": "<p>\n"}
    longer = {"templates/one.html": page, "templates/parts/_tiny.html": "<p>\n" * 9}

    assert found(tiny_templates, twice) == []
    assert found(tiny_templates, longer) == []


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("web/shown.py", 'TEMPLATE = "parts/_tiny.html"\n'),
        ("templates/two.html", '{% include "parts/one.html" with inside="parts/_tiny.html" %}\n'),
    ],
)
def test_a_template_that_is_handed_on_by_its_name_is_well(
    found: Found, name: str, written: str
) -> None:
    files = {
        "templates/one.html": "<p>\n" * 9 + TINY,
        "templates/parts/_tiny.html": "<p>\n",
        name: written,
    }

    assert found(tiny_templates, files) == []
