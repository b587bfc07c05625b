"""Scales of points: read, worth by place, shared exactly, and refused line by line."""

from __future__ import annotations

from fractions import Fraction

import pytest

from clubs.seasons import scales
from clubs.seasons.refusals import SeasonProblem
from tournaments.base.refusals import Refused


@pytest.mark.parametrize("template", scales.Template)
def test_a_template_is_stored_and_written_as_it_was_read(template: scales.Template) -> None:
    text = scales.TEMPLATES[template]
    scale = scales.read_text(text)
    assert scales.as_text(scale) == text
    assert scales.from_json(scales.as_json(scale)) == scale


def test_a_place_is_worth_what_its_band_says() -> None:
    scale = scales.read_text("2: 3 1\n9：10 7,5 5/2 +1")
    assert scales.band_of(scale, 1) is None
    assert [scales.shared_worth(scale, place, 1, 8) for place in (1, 2, 3)] == [3, 1, 0]
    assert [scales.shared_worth(scale, place, 1, 9) for place in (2, 3, 9)] == [
        Fraction(15, 2),
        Fraction(5, 2),
        1,
    ]


def test_equals_share_the_places_that_they_hold_exactly() -> None:
    scale = scales.read_text("1: 10 7 5")
    assert scales.shared_worth(scale, 1, 3, 8) == Fraction(22, 3)
    assert scales.shared_worth(scale, 3, 2, 8) == Fraction(5, 2)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", ["SCALE_BANDS"]),
        ("1: 3 -2\n2 3 4\n5: n 1", ["SCALE_LINE"] * 3),
        ("9: 1\n1: 2", ["SCALE_ORDER"]),
        ("1: 1/0", ["SCALE_LINE"]),
        ("1: 1e9", ["SCALE_LINE"]),
        ("0: 3", ["SCALE_LINE"]),
    ],
)
def test_every_line_that_is_wrong_is_named(text: str, codes: list[str]) -> None:
    with pytest.raises(Refused) as refused:
        scales.read_text(text)
    assert [SeasonProblem(problem.code).name for problem in refused.value.problems] == codes
