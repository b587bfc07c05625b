"""The number in the title of an evening is counted on."""

from __future__ import annotations

import pytest

from clubs.evenings import numbered_titles


@pytest.mark.parametrize(
    ("title", "following"),
    [
        ("周五", "周五"),
        ("第98期", "第99期"),
        ("第九十八期", "第九十九期"),
        ("第九十九期", "第100期"),
        ("第99期", "第100期"),
        ("第一期", "第二期"),
        ("第九期", "第十期"),
        ("第十期", "第十一期"),
        ("第十九期", "第二十期"),
        ("第二十九期", "第三十期"),
        ("第二〇期", "第二十一期"),
        ("第〇期", "第一期"),
        ("第十十期", "第十十期"),
        ("第一二十期", "第一二十期"),
        ("No. 9", "No. 10"),
        ("#07", "#08"),
        ("第3期 No. 9", "第3期 No. 10"),
        ("No. 9 第3期", "No. 9 第4期"),
    ],
)
def test_the_number_in_a_title_goes_on(title: str, following: str) -> None:
    assert numbered_titles.next_title(title) == following


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("第3期", "第4期"),
        ("第九届", "第十届"),
        ("第2场", "第2场"),
        ("No. 9", "No. 9"),
        ("赛", "赛"),
    ],
)
def test_an_event_is_counted_by_its_evenings_alone(name: str, following: str) -> None:
    assert numbered_titles.next_event_name(name) == following


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "零"), (1, "一"), (10, "十"), (11, "十一"), (20, "二十"), (21, "二十一")],
)
def test_a_number_is_written_in_words(number: int, words: str) -> None:
    assert numbered_titles._in_words(number) == words
    assert numbered_titles._read_words(words) == number
