"""Names are stored as they are seen: composed, with single spaces, and without unseen marks."""

from __future__ import annotations

import unicodedata

import pytest

from tests.cast import PLAYERS, Cast
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.entries.name_signs import PRIVATE_USE, private_signs
from tournaments.entries.names import as_stored, key_of, tidy
from tournaments.models import Person
from tournaments.organise import MOST_ENTRIES


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("  王 \t 小明 ", "王 小明"),
        ("王\u200b小\ufeff明", "王小明"),
        ("e\u0301va", "éva"),
        ("\u202e王\u202c小明\u0007", "王小明"),
        ("𬭼垚", "𬭼垚"),
        ("O'Brien-<b>", "O'Brien-<b>"),
        ("\u2060\u200d\ufe0f\u3164", ""),
        ("\u0301", ""),
    ],
)
def test_a_name_is_tidied(typed: str, stored: str) -> None:
    assert tidy(typed) == stored
    assert tidy(stored) == stored


def test_a_name_that_nobody_can_see_is_missing(cast: Cast) -> None:
    assert _refused(cast, [["\u3164\ufe0f"]]) == [Reason.ENTRY_NAME_MISSING]


def test_a_name_with_an_unseen_mark_stands_twice(cast: Cast) -> None:
    assert _refused(cast, [[f"{PLAYERS[0]}\u202e"]]) == [Reason.ENTRY_NAME_TWICE]


def test_a_name_may_contain_what_separates_partners(cast: Cast) -> None:
    organise.add_entries(cast.event, cast.director, [["A · B"], ["A"]])
    assert _refused(cast, [["A · B"]]) == [Reason.ENTRY_NAME_TWICE]
    assert Person.objects.filter(name="A · B").count() == 1


@pytest.mark.full
def test_an_event_has_a_largest_number_of_entries(cast: Cast) -> None:
    names = [[f"p{number}"] for number in range(MOST_ENTRIES)]
    assert _refused(cast, names) == [Reason.ENTRIES_TOO_MANY]


def _refused(cast: Cast, members: list[list[str]]) -> list[Reason]:
    with pytest.raises(Refused) as refused:
        organise.add_entries(cast.event, cast.director, members)
    return [problem.code for problem in refused.value.problems if isinstance(problem.code, Reason)]


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("张\ue863", "张䶮"),
        ("张\ue81e", "张龴"),
        ("\ue816", "\U00020087"),
        ("王\ue7c7", "王ḿ"),
        ("李\ue000", "李\ue000"),
        ("\U000f0000", "\U000f0000"),
    ],
)
def test_a_private_sign_is_stored_as_unicode_has_it_and_never_dropped(
    typed: str, stored: str
) -> None:
    assert as_stored(typed) == stored
    assert key_of(typed) == key_of(stored)


def test_every_private_sign_that_is_mapped_becomes_one_of_unicode() -> None:
    assert len(PRIVATE_USE) == 81
    assert all(unicodedata.category(chr(code)) != "Co" for code in PRIVATE_USE.values())
    assert private_signs("张\ue863李\ue000\ue000") == ("U+E000",)
