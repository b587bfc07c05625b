"""A certificate: a landscape page for a wall, on which nothing sticks out however long it is."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any, Final

import pytest
from pypdf import PdfReader
from reportlab.lib.pagesizes import A4, landscape

from web.publish.pdf import certificate, ornament
from web.publish.pdf.certificate import Certificate

PLAIN: Final = Certificate(
    over="海棠棋牌俱乐部",
    title="荣誉证书",
    lead="兹证明",
    name="李晓燕",
    occasion="在“2026秋季赛季”积分总排名中获得",
    place="第一名",
    detail="共参加5项比赛，累计俱乐部积分36分。特发此证，以资鼓励。",
    number="证书编号：2026-01-001",
    signature="负责人（签名）",
    organiser="主办单位（盖章）",
    club="海棠棋牌俱乐部",
    day="2026年11月23日",
    medal=1,
)
NUMBER: Final = 24
"""The size of the number in a medal."""
LONG: Final = replace(
    PLAIN,
    name="阿不都热合曼·欧阳长孙无忌" * 4,
    occasion=f"在“{'全国拱猪升级大联盟友谊联赛' * 9}”积分总排名中获得",
    club="瓦岗寨棋牌运动协会联合会" * 4,
    over="城北棋牌俱乐部 · 城南棋牌俱乐部 · " * 9,
    medal=0,
)


def draw(*certificates: Certificate) -> list[Any]:
    content = certificate.render(certificates, "证书", "zh-hans")
    return list(PdfReader(io.BytesIO(content)).pages)


def pieces(page: Any) -> list[tuple[str, float, float, float]]:
    """Every text with its size, and where it begins on the page."""
    drawn: list[tuple[str, float, float, float]] = []

    def note(text: str, matrix: Any, at: Any, _font: Any, size: float) -> None:
        if text.strip():
            drawn.append((text.strip(), size, matrix[4] + at[4], matrix[5] + at[5]))

    page.extract_text(visitor_text=note)
    return drawn


@pytest.mark.full
def test_it_is_a_landscape_page_that_says_everything() -> None:
    [page] = draw(PLAIN)
    assert (page.mediabox.width, page.mediabox.height) == pytest.approx(landscape(A4), abs=0.1)
    said = "".join(page.extract_text().split())
    for text in (PLAIN.title, PLAIN.name, PLAIN.place, PLAIN.number, PLAIN.day, PLAIN.signature):
        assert text in said


def test_the_name_and_the_place_are_what_the_eye_goes_to() -> None:
    [page] = draw(PLAIN)
    sizes = {text: size for text, size, _x, _y in pieces(page)}
    smaller = [size for text, size in sizes.items() if len(text) > len(PLAIN.title)]
    large = {size for text, size in sizes.items() if text in PLAIN.name or text in PLAIN.place}
    assert smaller
    assert min(large) > 2 * max(smaller)


@pytest.mark.full
@pytest.mark.parametrize("each", [PLAIN, LONG, replace(LONG, mark="样张")])
def test_nothing_sticks_out_of_the_frame(each: Certificate) -> None:
    [page] = draw(each)
    wide, high = landscape(A4)
    edge = ornament.EDGE + ornament.BAND
    words = [row for row in pieces(page) if row[0] != each.mark]
    assert words
    for text, _size, left, base in words:
        assert edge < left < wide - edge, text
        assert edge < base < high - edge, text


@pytest.mark.full
@pytest.mark.parametrize("each", [PLAIN, LONG])
def test_no_line_stands_on_another(each: Certificate) -> None:
    (page,) = draw(each)
    words = pieces(page)
    for text, size, left, base in words:
        for above, other, beside, up in words:
            overlap = left < beside + len(above) * other and beside < left + len(text) * size
            assert not (overlap and 1 < up - base < 0.85 * size), (above, text)


@pytest.mark.full
def test_each_has_a_page_and_the_same_gives_the_same_bytes() -> None:
    assert len(draw(PLAIN, LONG, PLAIN)) == 3
    first, second = (certificate.render([PLAIN], "证书", "zh-hans") for _ in range(2))
    assert first == second


@pytest.mark.full
def test_only_the_first_three_have_a_medal() -> None:
    numbers = [
        [text for text, size, _x, _y in pieces(page) if size == NUMBER and text.isdecimal()]
        for page in draw(*[replace(PLAIN, medal=place) for place in range(4)])
    ]
    assert numbers == [[], ["1"], ["2"], ["3"]]
