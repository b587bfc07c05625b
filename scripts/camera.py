"""The camera of the guide's pictures, and the names in them: see `scripts.screenshots`."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.journeys.evening.teams import Team

GUIDE: Final = Path(__file__).resolve().parents[1] / "docs" / "guide" / "images"
SCREEN: Final = ViewportSize(width=1366, height=768)
TALL: Final = ViewportSize(width=1366, height=1180)
LOW: Final = ViewportSize(width=1366, height=640)
PHONE: Final = ViewportSize(width=390, height=844)
COLOURS: Final = 96


@dataclass(frozen=True, slots=True)
class Words:
    """The names in the pictures of a language."""

    locale: str
    club: str
    tournament: str
    place: str
    event: str
    pairs: str
    reason: str
    players: Sequence[str]
    of_teams: str
    knockout: str
    teams: Sequence[Team]


WORDS: Final[Mapping[str, Words]] = {
    "zh": Words(
        "zh-CN",
        "清风棋牌俱乐部",
        "周五牌局",
        "文化馆二楼",
        "个人赛",
        "升级双人赛",
        "迟到十分钟",
        ("陈思远", "林晓燕", "王建国", "赵敏", "周子墨", "黄丽娟", "吴大伟", "郑秋霞"),
        "复式队式赛",
        "双人淘汰赛",
        (
            Team("华清队", ("陈思远", "林晓燕", "王建国", "赵敏", "孙志强")),
            Team("北风队", ("周子墨", "黄丽娟", "吴大伟", "郑秋霞")),
            Team("东山队", ("冯海涛", "蒋雨桐", "沈一凡", "韩雪")),
            Team("西湖队", ("杨柳", "朱明轩", "秦小曼", "许文博")),
        ),
    ),
    "en": Words(
        "en-GB",
        "Clearwind Card Club",
        "Friday evening",
        "Arts House, first floor",
        "Individual",
        "Shengji for pairs",
        "Ten minutes late",
        (
            "Ada Lin",
            "Ben Hughes",
            "Clara Wong",
            "David Chen",
            "Emma Reed",
            "Frank Zhao",
            "Grace Kim",
            "Henry Ford",
        ),
        "Teams",
        "Pairs knockout",
        (
            Team("Harbour", ("Ada Lin", "Ben Hughes", "Clara Wong", "David Chen", "Ivy Stone")),
            Team("Northwind", ("Emma Reed", "Frank Zhao", "Grace Kim", "Henry Ford")),
            Team("Eastgate", ("Jack Bell", "Kate Moss", "Leo Tan", "Mia Park")),
            Team("Westlake", ("Noah Gray", "Olive Hart", "Paul Yu", "Rose Lane")),
        ),
    ),
}


class Camera:
    """A second window of the director, in the language of the pictures."""

    def __init__(self, browser: Browser, address: str, language: str) -> None:
        self.browser, self.address = browser, address
        self.words = WORDS[language]
        self.folder = GUIDE / language
        self.folder.mkdir(parents=True, exist_ok=True)

    def device(self, size: ViewportSize, like: BrowserContext | None = None) -> BrowserContext:
        """Return a device in the hall; `like` another one, it is signed in as that is."""
        return self.browser.new_context(
            viewport=size,
            base_url=self.address,
            locale=self.words.locale,
            storage_state=like.storage_state() if like else None,
        )

    def takes(self, name: str, page: Page) -> None:
        """Save a picture of a page, in few colours."""
        page.mouse.move(0, 0)
        page.evaluate("document.fonts.ready")
        picture = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
        few = picture.quantize(COLOURS, dither=Image.Dither.NONE)
        few.save(self.folder / f"{name}.png", optimize=True)
