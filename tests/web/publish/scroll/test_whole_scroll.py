"""The whole scroll of an evening: one file that needs nothing else, and a picture for a chat."""

from __future__ import annotations

import io
import re
from xml.etree.ElementTree import fromstring

import pytest
from PIL import Image

from tests.web.publish.scroll.test_layout import STAMP, evening
from web.publish.pdf.seal_shape import ClubMark
from web.publish.pictures import scroll as pictures
from web.publish.pictures import vector
from web.publish.pictures.parts import Foot, PictureHead, PictureState
from web.publish.pictures.scroll import LongPicture
from web.publish.scroll.words import EveningScroll


def long_picture(shown: EveningScroll, club: ClubMark | None = None) -> LongPicture:
    return LongPicture(
        PictureHead("城北棋牌俱乐部", "Open <2026>", "秋季联谊赛", club),
        PictureState("已结束", "16人", "done", "正式"),
        shown,
        Foot("城北棋牌俱乐部", "21:40", "https://cards.example.org/e/x/", "扫码看排名"),
        "其余984个名次见赛事页面。",
    )


@pytest.mark.usefixtures("serif_face")
@pytest.mark.parametrize("fields", [1, 2])
@pytest.mark.parametrize("entries", [2, 4, 16, 1000])
def test_the_whole_scroll_is_one_file_that_needs_nothing_else(entries: int, fields: int) -> None:
    shown = evening(entries, fields=fields, seals=2)
    body = vector.draw(long_picture(shown, ClubMark("社", logo=b"png")))
    drawn = fromstring(body)  # noqa: S314 (our own bytes)
    kinds = {each.tag.rpartition("}")[2] for each in drawn.iter()}
    assert kinds <= {
        *("svg", "title", "desc", "g", "path", "rect", "circle", "text", "tspan", "image")
    }
    for each in drawn.iter():
        assert each.get("href", "data:").startswith("data:")
        assert not {"style", "class", "onload"} & {*each.keys()}
        assert "url(" not in "".join(each.attrib.values())
        assert "var(" not in "".join(each.attrib.values())
    texts = ["".join(each.itertext()) for each in drawn.iter() if each.tag.endswith("}text")]
    titles = [each.get("aria-label") for each in drawn.iter() if each.get("aria-label")]
    assert "Open <2026>" in titles
    assert {"已结束 · 16人", "21:40", shown.fields[0].story} <= {*texts}
    assert len(body) < 400_000


@pytest.mark.usefixtures("serif_face")
def test_the_whole_scroll_fits_its_window_without_a_stylesheet() -> None:
    """As wide as the window, which its paper fills; in another file it keeps its shape."""
    drawn = fromstring(vector.draw(long_picture(evening(16))))  # noqa: S314 (our own bytes)
    _x, _y, wide, high = map(float, drawn.get("viewBox", "").split())
    height = r"max\(100vh,clamp\((\d+)px,([\d.]+)vw,(\d+)px\)\)"
    found = re.fullmatch(height, drawn.get("height", ""))
    assert found is not None
    least, share, most = map(float, found.groups())
    assert drawn.get("width") == "100%"
    assert share / 100 == pytest.approx(high / wide, abs=0.0001)
    assert most == high
    assert least == pytest.approx(300 * high / wide, abs=1)
    paper = next(each.get("d", "") for each in drawn if each.tag.endswith("}path"))
    assert float(paper.partition("V")[2].partition("H")[0]) >= high + 2000


@pytest.mark.usefixtures("serif_face")
def test_lines_that_bend_end_round() -> None:
    drawn = fromstring(vector.draw(long_picture(evening(16))))  # noqa: S314 (our own bytes)
    lines = [each for each in drawn.iter() if re.match(r"M.*C", each.get("d", ""))]
    bent = [each for each in lines if each.get("stroke-linecap") == "round"]
    assert bent
    for each in lines:
        numbers = re.findall(r"[\d.]+", each.get("d", ""))
        assert (each in bent) == (len(numbers) == 8 and numbers[1] != numbers[7])


@pytest.mark.usefixtures("serif_face")
def test_the_winner_s_line_of_the_whole_scroll_ends_in_the_seal() -> None:
    drawn = fromstring(vector.draw(long_picture(evening(16, notes=0))))  # noqa: S314 (our own bytes)
    [seal] = [
        each
        for each in drawn.iter()
        if each.tag.endswith("}g") and each.findtext("{*}title") == STAMP.name
    ]
    x, y, scale = map(float, re.findall(r"[\d.]+", seal.get("transform", "")))
    red = [
        each.get("d", "")
        for each in drawn.iter()
        if each.get("stroke") == pictures.INKS["seal"] and each.get("fill") == "none"
    ]
    ends = [[float(number) for number in re.findall(r"[\d.]+", path)[-2:]] for path in red]
    to_x, to_y = max(end for end in ends if len(end) == 2)
    assert to_x == pytest.approx(x, abs=0.1)
    assert y < to_y < y + 100 * scale


@pytest.mark.full
@pytest.mark.parametrize("fields", [1, 2])
@pytest.mark.parametrize("entries", [4, 1000])
def test_a_picture_is_no_longer_than_chats_show(entries: int, fields: int) -> None:
    shown = LongPicture(
        PictureHead("城北棋牌俱乐部", "第十七届“清风杯”全国华牌个人邀请赛（公开组）", "秋季联谊赛"),
        PictureState("已结束", "16人", "done", "正式"),
        evening(entries, fields=fields, seals=2),
        Foot("城北棋牌俱乐部", "21:40", "https://cards.example.org/e/x/", "扫码看排名"),
        "其余984个名次见赛事页面。",
    )
    drawn = pictures.draw(shown)
    with Image.open(io.BytesIO(drawn)) as image:
        assert image.width == 1080
        assert image.height <= pictures.HIGHEST
    assert len(drawn) <= 1_000_000
