"""The made-up event that the style guide shows."""

from __future__ import annotations

from typing import Any

from django import forms

from tournaments.models import ClubInk
from web.publish.pages.story import PodiumPlace

HEARTS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
NAMES = {"SQ": "猪", "DJ": "羊", "C10": "变压器"}


class EventForm(forms.Form):
    name = forms.CharField(label="名称", help_text="打印在每张纸上。")
    deals = forms.IntegerField(label="每轮副数", min_value=1, max_value=64)
    start = forms.CharField(label="开始", required=False)
    rules = forms.ChoiceField(label="规则", choices=[("classic", "经典"), ("huapai", "华牌")])
    depth = forms.ChoiceField(
        label="记录到",
        choices=[("captures", "得牌"), ("tricks", "逐圈")],
        widget=forms.RadioSelect,
    )
    public = forms.BooleanField(label="谁都可以看名次", required=False)
    notes = forms.CharField(label="说明", widget=forms.Textarea(attrs={"rows": 3}), required=False)


class TableForm(forms.Form):
    number = forms.IntegerField(label="桌号")
    deals = forms.IntegerField(label="副数", required=False)
    code = forms.CharField(label="桌上的代码", help_text="四个字母或数字，印在桌卡上。")


def _row(rank: int, name: str, first: int, second: int, **more: Any) -> dict[str, Any]:
    heights = [6 + (rank * 7 + step * 5) % 13 for step in range(4)]
    line = " ".join(f"{4 + step * 29},{height}" for step, height in enumerate(heights))
    total = {"first": first, "second": second, "total": first + second}
    shown = {"change": "same", "steps": "", "pigs": rank % 3, "line": line, "last": heights[-1]}
    return {"rank": rank, "name": name, **total, **shown, **more}


STANDINGS = (
    _row(1, "王小明", 320, 180, change="up", steps="2", open=True),
    _row(2, "Alexandra Petrova-Montgomery", 410, 40, change="down", steps="1"),
    _row(3, "李国强", 100, 210, change="up", steps="3", mine=True),
    _row(4, "欧阳文静", 60, 20),
    _row(5, "陈静", -40, 0),
    _row(6, "赵丽华", -120, -60, change="down", steps="1"),
    _row(7, "司马青", -230, -90),
    _row(8, "吴建国", -500, -300),
)

PODIUM = (
    PodiumPlace(1, 1, "王小明", "+500"),
    PodiumPlace(2, 4, "Alexandra Petrova-Montgomery", "+450"),
    PodiumPlace(3, 2, "李国强", "+310"),
)
HELD = {
    "N": ["SA", "SK", "S9", "HA", "H10", "H7", "D9", "D4", "CK", "C8"],
    "W": ["SQ", "S10", "S4", "HK", "HQ", "H2", "DJ", "D10", "D3", "C10", "CA", "C7", "C3"],
    "S": ["SJ", "S8", "H9", "H5", "DA", "DQ", "D6", "CQ", "C9", "C5"],
}

TABLES = (
    {"number": 1, "done": 8, "state": "state-done", "word": "已确认", "heard": "刚才"},
    {"number": 2, "done": 4, "state": "state-dispute", "word": "有争议", "heard": "20 秒前"},
    {
        "number": 3,
        "done": 5,
        "state": "state-offline",
        "word": "离线",
        "heard": "4 分钟前，2 份待发",
    },
    {"number": 5, "done": 6, "state": "state-live", "word": "进行中", "heard": "刚才"},
    {"number": 7, "done": 7, "state": "state-waiting", "word": "待确认", "heard": "12 秒前"},
    {"number": 8, "done": 0, "state": "", "word": "未开始", "heard": "还没有平板"},
)


def _history(place: int) -> dict[str, Any]:
    """A line of the chart of ranks: the place in each of six rounds."""
    heights = [30 + 30 * ((place + step * (place % 2)) % 6) for step in range(6)]
    points = " ".join(f"{40 + 60 * step},{height}" for step, height in enumerate(heights))
    name = STANDINGS[place]["name"]
    return {"x": 40 + 60 * place, "y": heights[-1], "points": points, "name": name}


CHART = tuple(map(_history, range(6)))


def _line(words: str, points: int, *cards: str) -> dict[str, Any]:
    return {"words": words, "points": points, "cards": cards}


def _seat(label: str, name: str, *lines: dict[str, Any]) -> dict[str, Any]:
    total = sum(line["points"] for line in lines)
    return {"label": label, "name": name, "lines": lines, "total": total}


SETTLEMENT = (
    _seat("N", "王小明", _line("羊", 100, "DJ")),
    _seat("W", "李国强", _line("", -40, "HK"), _line("", -30, "HQ"), _line("另 3 张", 0)),
    _seat("S", "陈静", _line("猪，明", -200, "SQ"), _line("变压器 ×2", -200, "C10")),
    _seat("E", "Alexandra Petrova-Montgomery", _line("没有得牌", 0)),
)

PLACED = dict.fromkeys(("HA", "HK", "HQ", "HJ", "SQ"), "S") | {"H10": "N", "H9": "N", "H2": "W"}


def tile(code: str) -> dict[str, Any]:
    return {
        "code": code,
        "name": NAMES.get(code, ""),
        "seat": PLACED.get(code, ""),
        "wrong": code == "DJ",
    }


def sample() -> dict[str, Any]:
    """What the style guide's templates know as `sample`."""
    return {
        "path": (("城北棋牌俱乐部", "#club"), ("秋季赛", "#tournament"), ("个人赛", "#event")),
        "inks": ClubInk.values,
        "standings": STANDINGS,
        "chart": CHART,
        "tables": TABLES,
        "podium": PODIUM,
        "held": HELD,
        "settlement": SETTLEMENT,
        "tiles": [tile(f"H{rank}") for rank in HEARTS] + [tile(code) for code in NAMES],
        "hand": [{"code": f"H{rank}", "played": rank in "98"} for rank in HEARTS],
        "table": TableForm({"at-number": "3", "at-deals": "8", "at-code": "K7P4"}, prefix="at"),
        "minus": -40,
        "deep": -160,
        "form": EventForm({"name": "", "deals": "99", "rules": "classic"}),
    }
