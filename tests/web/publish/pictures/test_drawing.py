"""Pictures hold what they say, however long names are: nothing is cut off, no word is broken."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from itertools import pairwise
from typing import Final

import pytest
from PIL import Image, ImageChops, ImageColor

from tests.interface.stylesheet import inks
from tests.samples import sampled
from web.publish.pdf.seal_shape import INKS, ClubMark, SealShape
from web.publish.pictures import deal, person, poster
from web.publish.pictures.canvas import PAPER, Canvas, fit, fit_lines, wrap, wrap_name
from web.publish.pictures.deal import DealPicture, LevelOfDeal, SeatOfDeal
from web.publish.pictures.faces import FontFace
from web.publish.pictures.parts import (
    EDGE,
    INSIDE,
    SEAL_SIDE,
    SEAL_SIDE_BEYOND,
    WIDTH,
    Foot,
    PictureHead,
    PictureRow,
    PictureState,
    seal_side,
)
from web.publish.pictures.person import Day, DayRow, DayTable
from web.publish.pictures.poster import Poster, Ranked
from web.publish.seals.drawing import LEAST, LEAST_BEYOND, seal

CHINESE: Final = ("赵敏", "林晓燕", "欧阳明珠", "阿卜杜热合曼·买买提依明江")
LATIN: Final = (
    "Jo Wu",
    "Bartholomew Featherstonehaugh",
    "Konstantinos Papadimitriou-Oikonomopoulos",
)
PAIRS: Final = tuple(
    f"{one}／{other}" for one, other in zip(LATIN, LATIN[1:] + LATIN[:1], strict=True)
)
HEAD: Final = PictureHead(
    "城北棋牌俱乐部 · 2026年11月22日", "第十七届“清风杯”全国华牌个人邀请赛（公开组）", "秋季联谊赛"
)
FOOT: Final = Foot("城北棋牌俱乐部", "21:40", "https://cards.example.org/e/x/", "扫码看排名")
FINISHED: Final = PictureState("已结束", "16人", "done", "正式")
HEARTS: Final = tuple(f"H{rank}" for rank in [*"23456789", "10", *"JQKA"])
SHADE: Final = 8
"""By how much a picture of few colours may differ from the colour of its paper."""
MOST_BYTES: Final = 1_200_000


def opened(picture: bytes) -> Image.Image:
    with Image.open(io.BytesIO(picture)) as image:
        assert image.format == "PNG"
        return image.convert("RGB")


def margins_are_clear(image: Image.Image, *, below: int) -> bool:
    """Whether nothing is written beside the place for words."""
    sides = [
        image.crop((0, below, EDGE - 30, image.height)),
        image.crop((image.width - EDGE + 30, below, image.width, image.height)),
    ]
    ground = Image.new("RGB", sides[0].size, PAPER)
    shades = (ImageChops.difference(side, ground).convert("L").tobytes() for side in sides)
    return all(max(shade) <= SHADE for shade in shades)


def places(names: tuple[str, ...], count: int) -> tuple[PictureRow, ...]:
    return tuple(
        PictureRow(str(n + 1), names[n % len(names)], str(1400 - n), n + 1 if n < 3 else 0)
        for n in range(count)
    )


@pytest.mark.full
@pytest.mark.parametrize("names", sampled([CHINESE, LATIN, PAIRS], [CHINESE]))
@pytest.mark.parametrize("count", [1, 4, 16, 200])
def test_a_long_picture_holds_its_names(names: tuple[str, ...], count: int) -> None:
    shown = places(names, count)
    facts = ("分差最大：第3轮3号桌第1副，" + "、".join(names),)
    lists = (Ranked("", shown),)
    drawn = poster.draw(Poster(HEAD, FINISHED, lists, "桌分", "本场之最", facts, FOOT))
    image = opened(drawn)
    assert image.width == WIDTH
    assert len(drawn) < MOST_BYTES
    assert margins_are_clear(image, below=12)


@pytest.mark.full
@pytest.mark.parametrize("names", sampled([CHINESE, LATIN, PAIRS], [CHINESE]))
@pytest.mark.parametrize("rounds", [0, 1, 16])
def test_a_day_holds_every_round(names: tuple[str, ...], rounds: int) -> None:
    tables = (DayTable("12号桌 北", (" · ".join(names), names[0])),) * 3
    rows = tuple(
        DayRow(f"第{n}轮", tables[: 1 + n % 3], "+1230", "桌分4") for n in range(1, rounds + 1)
    )
    ranks, told = tuple(range(1, rounds + 1)), tuple(row.round for row in rows)
    day = Day(HEAD, names[1], "第1名", "桌分", "14", FINISHED, rows, ranks, told, 16, (), FOOT)
    image = opened(person.draw(day))
    assert margins_are_clear(image, below=12)
    assert image.height > 700 + 80 * rounds


@pytest.mark.full
@pytest.mark.parametrize("names", sampled([CHINESE, LATIN], [CHINESE]))
def test_a_deal_shows_all_cards_of_a_seat(names: tuple[str, ...]) -> None:
    def _drawn(cards: tuple[str, ...]) -> Image.Image:
        seats = tuple(
            SeatOfDeal(label, label, names[n % len(names)], "+100", cards if n == 1 else ())
            for n, label in enumerate("NWSE")
        )
        return opened(deal.draw(DealPicture(HEAD, seats, True, None, (), FOOT)))

    bare, *pictures = (_drawn(("SQ", "DJ", "C10", *HEARTS)[:count]) for count in range(17))
    assert len({picture.height for picture in pictures}) == 1
    assert bare.height < pictures[0].height
    assert all(one.tobytes() != other.tobytes() for one, other in pairwise(pictures))


@pytest.mark.full
@pytest.mark.usefixtures("serif_face")
@pytest.mark.parametrize("winners", ["NS", "WE"])
@pytest.mark.parametrize("trump", ["", "H"])
def test_no_seal_of_a_seat_lies_on_the_level_and_the_bar(winners: str, trump: str) -> None:
    """What the seals change in the picture is apart from what the middle changes."""
    level = LevelOfDeal("10", trump, ("级牌", "主"), "抓分方总得分", 130, (0, 80, 200))
    none = LevelOfDeal("", "S", ("", ""))
    [shape] = seals("马丽莎")
    seats = tuple(SeatOfDeal(label, label, "马丽莎", "+1") for label in "NWSE")
    sealed = tuple(replace(one, seal=shape if one.label in winners else None) for one in seats)
    drawn = [
        opened(deal.draw(DealPicture(HEAD, each, True, None, (), FOOT, level=middle)))
        for each, middle in ((sealed, level), (sealed, none))
    ]
    red = red_in(drawn[1]).crop((0, 300, WIDTH, drawn[1].height))
    far = ImageChops.difference(drawn[0], drawn[1]).convert("L").crop((0, 300, *red.size))
    middle = far.point([255 if shade > 60 else 0 for shade in range(256)]).getbbox()
    assert middle is not None
    assert red.getbbox() is not None
    assert red.crop(middle).getbbox() is None
    assert middle[2] - middle[0] >= 250


def test_seats_of_no_square_table_stand_in_rows() -> None:
    seats = tuple(SeatOfDeal(str(n), str(n), "赵敏", "0") for n in range(1, 6))
    drawn = deal.draw(DealPicture(HEAD, seats, False, FINISHED, ("全红",), FOOT))
    assert opened(drawn).width == WIDTH


def test_a_name_breaks_between_partners_and_words_only() -> None:
    for name in (*LATIN, *PAIRS):
        lines, face = fit_lines(name, FontFace(48, is_bold=True), 300, 3, 16)
        assert "".join(lines).replace(" ", "") == name.replace(" ", "")
        assert all(face.width(line) <= 300 for line in lines)
        words = set(re.findall(r"\w+", name))
        assert set(re.findall(r"\w+", " ".join(lines))) == words


def test_what_has_no_room_is_cut_with_a_mark() -> None:
    text, face = fit("Konstantinos " * 5, FontFace(40), 200, 20)
    assert text.endswith("…")
    assert face.size == 20
    assert face.width(text) <= 200


def test_lines_of_a_paragraph_stay_within_their_width() -> None:
    text = "16人参赛，共5轮：赵敏以桌分14夺冠。Bartholomew came second，相差2。" * 4
    lines = wrap(text, FontFace(30), INSIDE)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(FontFace(30).width(line) <= INSIDE for line in lines)
    assert not any(line[0] in "，。；：、" for line in lines)
    assert wrap_name("赵敏／林晓燕", FontFace(60), 300) == ["赵敏／", "林晓燕"]
    assert FontFace(100).width("甲 · 乙") - 200 <= 80


def test_no_line_of_one_or_two_signs_ends_a_paragraph() -> None:
    face = FontFace(30)
    for text in ("升级双人小组赛和淘汰赛", "16人参赛，共5轮：赵敏以桌分14夺冠，相差360。"):
        for width in range(120, 330, 10):
            lines = wrap(text, face, width)
            assert "".join(lines) == text
            assert all(face.width(line) <= width for line in lines)
            assert len(lines) == -(-face.width(text) // width) or len(lines[-1]) > 2
    assert wrap("升级双人小组赛和淘汰赛", face, 305)[-1] != "赛"


def test_pieces_of_a_bent_line_join_without_a_notch() -> None:
    """Two pieces at an angle: each end is round, so that the outer side has no wedge."""
    drawn = Canvas(200, 200)
    for end in ((20.0, 100.0), (100.0, 180.0)):
        drawn.line([(100.0, 100.0), end], "#000000", 24, is_round=True)
    for x, y in ((100, 90), (108, 92), (110, 100)):
        assert drawn.image.getpixel((x, y)) == (0, 0, 0)


def test_a_sign_that_no_font_has_stands_as_a_mark() -> None:
    assert "〓" in "".join(run.text for run in FontFace(30).runs("a\U0002a6a5b"))
    assert "".join(run.text for run in FontFace(30).runs("a\U0001f600b")) == "ab"


def test_latin_letters_and_selectors_leave_no_mark_in_a_picture() -> None:
    runs = FontFace(30).runs("Łukasz Müller, Đorđe, Ștefan 葛\U000e0100城")
    assert "".join(run.text for run in runs) == "Łukasz Müller, Đorđe, Ștefan 葛城"


RED: Final = (0xB3, 0x34, 0x1B)


def red_in(image: Image.Image) -> Image.Image:
    """Where a picture of few colours is about as red as a seal."""
    far = ImageChops.difference(image, Image.new("RGB", image.size, RED)).convert("L")
    return far.point([255 if shade < 16 else 0 for shade in range(256)])


def seals(*names: str) -> tuple[SealShape, ...]:
    return tuple(found.shape for name in names if (found := seal(name, "0" * 12)))


@pytest.mark.usefixtures("serif_face")
def test_seals_that_could_not_be_read_are_left_out() -> None:
    column = (INSIDE - 40) // 3
    assert seal_side(seals("赵敏"), column) == SEAL_SIDE
    assert seal_side(seals("买买提·吐尔逊"), column) == SEAL_SIDE_BEYOND
    assert seal_side(seals("买买提·吐尔逊", "赵敏"), column) == 0
    assert seal_side((), column) == 0


@pytest.mark.full
@pytest.mark.usefixtures("serif_face")
@pytest.mark.parametrize("names", [("马丽莎",), ("马丽莎", "欧阳明珠")])
def test_the_seals_of_a_person_stand_at_the_right_of_name_and_rank(names: tuple[str, ...]) -> None:
    name = "／".join(names)
    day = Day(
        HEAD, name, "第1名", "桌分", "14", FINISHED, (), (10, 2), ("第1轮", "第2轮"), 16, (), FOOT
    )
    shapes = seals(*names)
    plain, sealed = (
        opened(person.draw(replace(day, seals=each))).crop((0, 200, WIDTH, 700))
        for each in ((), shapes)
    )
    red = red_in(sealed).getbbox()
    assert red is not None
    assert red[2] - (WIDTH - EDGE) <= 4
    assert red[3] - red[1] >= SEAL_SIDE - 8
    if len(names) == 1:
        left = (0, 0, red[0] - 12, plain.height)
        far = ImageChops.difference(plain.crop(left), sealed.crop(left)).convert("L")
        assert max(far.tobytes()) <= 5 * SHADE


def test_a_seal_is_large_enough_on_a_phone() -> None:
    on_phone = 390 / WIDTH
    assert SEAL_SIDE * on_phone >= LEAST
    assert SEAL_SIDE_BEYOND * on_phone >= LEAST_BEYOND


@pytest.mark.usefixtures("serif_face")
@pytest.mark.parametrize(("name", "size"), [("马·丽莎", SEAL_SIDE_BEYOND), ("马丽莎", SEAL_SIDE)])
def test_a_seal_of_three_signs_in_a_column_is_a_large_one(name: str, size: int) -> None:
    assert seal_side(seals(name), INSIDE) == size


@pytest.mark.parametrize("club", [ClubMark("清风社", "tea"), ClubMark("Jade", "navy")])
def test_the_mark_of_the_club_in_a_deal_is_in_its_ink_and_never_in_cinnabar(club: ClubMark) -> None:
    seats = tuple(SeatOfDeal(label, label, "Ann Lee", "+40") for label in "NWSE")
    shown = DealPicture(replace(HEAD, club=club), seats, True, None, (), FOOT, is_by_club=True)
    image = opened(deal.draw(shown))
    drawn = [opened(deal.draw(replace(shown, is_by_club=False))), image]
    # A picture has few colours, so that all of it changes a little.
    far = ImageChops.difference(*drawn).convert("L")
    changed = far.point([255 if shade > 40 else 0 for shade in range(256)]).getbbox()
    assert changed is not None
    inside = image.crop(changed)
    assert abs(inside.width - SEAL_SIDE) <= 20
    assert red_in(inside).getbbox() is None
    found, wanted = inside.getpixel((inside.width // 2, 14)), ImageColor.getrgb(club.colour)
    assert isinstance(found, tuple)
    assert all(abs(one - other) <= SHADE for one, other in zip(found, wanted, strict=True))


def test_the_inks_of_pictures_are_those_of_pages() -> None:
    assert {name: ink for name, ink in INKS.items() if name} == inks("light")


@pytest.mark.usefixtures("serif_face")
def test_a_title_is_set_in_the_serif_as_a_whole_or_not_at_all() -> None:
    face = FontFace(60, is_bold=True)
    assert face.for_title("秋季联谊赛").is_serif
    assert not face.for_title("𠮷田杯").is_serif
    assert {run.font.getname()[0] for run in face.for_title("秋季联谊赛").runs("秋季 2026")} == {
        "Noto Serif SC"
    }
    assert face.for_title("𠮷田杯").width("𠮷田杯") == face.width("𠮷田杯")


def test_without_the_package_a_title_is_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.publish.pictures.faces.serif", lambda: None)
    assert FontFace(60, is_bold=True).for_title("秋季联谊赛") == FontFace(60, is_bold=True)
