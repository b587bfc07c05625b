"""Sealed texts, confirmers and words: what needs no database."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from referee.base.handed_in import DEPTH, confirmation_facts, read_json, seal, sheet_facts
from referee.base.refusals import Code, CodedRefusal, Phase
from referee.models import REFEREE
from referee.sheets.queries import awaited, confirmers
from tournaments import wording

SHEET = {"deal": "0123456789ab", "seen": 0, "recorder": "N", "report": {}}
AGREEMENT = {"sheet": "0123456789abcdef", "sheet_digest": "0" * 64, "seat": "W"}
INDIVIDUAL = {"N": 1, "W": 2, "S": 3, "E": 4}
PAIRS = {"N": 1, "W": 2, "S": 1, "E": 2}


def test_a_sheet_reads_back_as_it_was_sealed() -> None:
    facts = sheet_facts(seal(SHEET))
    assert (facts.deal, facts.seen, facts.recorder, facts.report) == tuple(SHEET.values())


def test_a_confirmation_reads_back_as_it_was_sealed() -> None:
    facts = confirmation_facts(seal(AGREEMENT))
    assert (facts.sheet, facts.sheet_digest, facts.seat) == tuple(AGREEMENT.values())


def test_every_seal_has_a_key_of_its_own_unless_one_is_given() -> None:
    assert seal(SHEET).key != seal(SHEET).key
    assert seal(SHEET, "given-key").key == "given-key"


def test_a_field_that_is_not_known_changes_nothing() -> None:
    assert sheet_facts(seal({**SHEET, "app": "2"})) == sheet_facts(seal(SHEET))


def test_a_text_with_another_digest_is_refused() -> None:
    with pytest.raises(CodedRefusal) as turned:
        sheet_facts(replace(seal(SHEET), digest="0" * 64))
    assert turned.value.code == Code.DIGEST_MISMATCH


@pytest.mark.parametrize(
    ("content", "fields"),
    [
        ({}, ["deal", "seen", "recorder", "report"]),
        ({**SHEET, "deal": "not a uid"}, ["deal"]),
        ({**SHEET, "seen": True}, ["seen"]),
        ({**SHEET, "seen": 2**31}, ["seen"]),
        ({**SHEET, "seen": "0", "report": []}, ["seen", "report"]),
        ({**SHEET, "recorder": None}, ["recorder"]),
    ],
)
def test_a_sheet_that_cannot_be_read_names_every_field(content: Any, fields: list[str]) -> None:
    with pytest.raises(CodedRefusal) as turned:
        sheet_facts(seal(content))
    assert turned.value.code == Code.UNREADABLE
    assert [problem.field for problem in turned.value.problems] == fields


def test_a_confirmation_that_cannot_be_read_names_every_field() -> None:
    with pytest.raises(CodedRefusal) as turned:
        confirmation_facts(seal({"sheet": "short", "sheet_digest": 5}))
    assert [p.field for p in turned.value.problems] == ["sheet", "sheet_digest", "seat"]


def test_json_may_be_as_deep_as_the_limit_and_no_deeper() -> None:
    def nested(depth: int) -> str:
        return "[" * depth + "]" * depth

    assert read_json(nested(DEPTH))
    with pytest.raises(CodedRefusal):
        read_json(nested(DEPTH + 1))


@pytest.mark.parametrize(
    ("policy", "sides", "recorder", "expected"),
    [
        ("other_side", INDIVIDUAL, "N", ("W", "S", "E")),
        ("other_side", PAIRS, "W", ("N", "S")),
        ("all_others", INDIVIDUAL, "E", ("N", "W", "S")),
        ("all_others", PAIRS, "N", ("W", "E")),
        ("other_side", INDIVIDUAL, REFEREE, ("N", "W", "S", "E")),
        ("referee", INDIVIDUAL, "N", ()),
    ],
)
def test_who_may_confirm(
    policy: str, sides: dict[str, int], recorder: str, expected: tuple[str, ...]
) -> None:
    assert confirmers(policy, sides, recorder) == expected


@pytest.mark.parametrize(
    ("policy", "sides", "confirmed", "expected"),
    [
        ("other_side", INDIVIDUAL, [], ("W", "S", "E")),
        ("other_side", INDIVIDUAL, ["S"], ()),
        ("all_others", INDIVIDUAL, ["S"], ("W", "E")),
        ("all_others", INDIVIDUAL, ["S", "W", "E"], ()),
        ("all_others", PAIRS, ["E"], ()),
        ("all_others", INDIVIDUAL, [REFEREE], ()),
        ("referee", INDIVIDUAL, [REFEREE], ()),
    ],
)
def test_whose_word_is_still_wanted(
    policy: str, sides: dict[str, int], confirmed: list[str], expected: tuple[str, ...]
) -> None:
    assert awaited(policy, sides, "N", confirmed) == expected


VALUES = {
    "table": "ABC123",
    "field": "seen",
    "limit": 24,
    "left": 2,
    "minutes": 5,
    "line": 1,
    "number": 3,
    "column": 2,
    "name": "won",
    "seconds": 30,
    "seats": "North",
    "who": "chief referee",
    "text": "H1",
    "points": "−2000",
    "most": 10000,
    "least": 3,
}


@pytest.mark.full
@pytest.mark.parametrize("code", [*Code, *Phase])
def test_every_code_has_a_whole_sentence(code: Code | Phase) -> None:
    with translation.override("en"):
        words = wording.sentence(code, VALUES)
    assert words[-1] in ".”"
    assert "%(" not in words
