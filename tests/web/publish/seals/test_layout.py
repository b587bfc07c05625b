"""How the signs of a name stand in its seal."""

from __future__ import annotations

import itertools

import pytest

from web.publish.seals.drawing import MOST_STRETCHED, cells, columns

ARRANGED = {
    "敏": ("敏",),
    "赵敏": ("赵敏", "之印"),
    "陈思远": ("陈思", "远印"),
    "欧阳修": ("欧阳", "修印"),
    "诸葛孔明": ("诸葛", "孔明"),
    "红桃皇后队": ("红桃皇", "后队"),
    "清风棋牌俱乐部": ("清风棋牌", "俱乐部"),
    "东城区工人文化宫": ("东城区工", "人文化宫"),
    "东城区工人文化宫队": ("东城区", "工人文", "化宫队"),
    "东城区工人文化宫一队": ("东城区工", "人文化", "宫一队"),
    "买买提·吐尔逊": ("买买提", "吐尔逊"),
    "迪丽热巴·迪力木拉提": ("迪丽热巴", "迪力木", "拉提"),
    "阿·卜": ("阿", "卜之印"),
    "马·丽莎": ("马", "丽莎印"),
    "马·丽莎娜": ("马", "丽莎娜"),
    "阿卜·杜热": ("阿卜", "杜热"),
    "阿·卜·杜热": ("阿卜", "杜热"),
    "克·阿卜杜热": ("克", "阿卜杜热"),
    "丽娜·阿卜杜热": ("丽娜", "阿卜杜热"),
    "克·阿卜杜热西提": ("克阿卜杜", "热西提"),
    "阿卜杜·热西提": ("阿卜杜", "热西提"),
    "阿卜杜·热西提·买提江": ("阿卜杜", "热西提", "买提江"),
}


@pytest.mark.parametrize(("name", "arranged"), ARRANGED.items())
def test_columns_stand_from_the_right(name: str, arranged: tuple[str, ...]) -> None:
    assert columns(name) == arranged


@pytest.mark.parametrize("name", ["", "·", "Ann", "王Tom", "***", "東" * 13, "田中さん"])
def test_what_is_no_name_of_han_signs_has_no_seal(name: str) -> None:
    assert columns(name) == ()


@pytest.mark.parametrize("name", ARRANGED)
def test_signs_stand_apart_within_the_square_and_are_little_stretched(name: str) -> None:
    placed = list(cells(columns(name)))

    for cell in placed:
        ratio = cell.width / cell.height
        assert 1 / MOST_STRETCHED - 1e-9 <= ratio <= MOST_STRETCHED + 1e-9
        assert min(cell.x, cell.y) >= -1e-9
        assert max(cell.x + cell.width, cell.y + cell.height) <= 1 + 1e-9
    for cell, other in itertools.combinations(placed, 2):
        beside = abs(cell.x - other.x) + 1e-9 >= min(cell.width, other.width)
        above = abs(cell.y - other.y) + 1e-9 >= min(cell.height, other.height)
        assert beside or above


def test_the_first_sign_stands_above_at_the_right() -> None:
    first, *others = cells(columns("陈思远"))

    assert first.sign == "陈"
    assert all(first.x >= other.x and first.y <= other.y for other in others)
