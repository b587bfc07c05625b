"""The scroll as it is laid out, and as it is drawn on a page and as a picture."""

from __future__ import annotations

import io
import json
import math
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from operator import sub
from typing import TypeVar

import pytest
from PIL import Image, ImageColor

from web.publish.pdf.seal_shape import ClubMark
from web.publish.pictures import scroll as pictures
from web.publish.pictures.parts import Foot, PictureHead, PictureState
from web.publish.pictures.scroll import LongPicture
from web.publish.scroll import svg
from web.publish.scroll.layout import NARROW, WIDE, lay_out
from web.publish.scroll.shapes import (
    Bend,
    Drawing,
    ScrollBox,
    ScrollCard,
    ScrollDot,
    ScrollPart,
    Seal,
    Text,
)
from web.publish.scroll.words import (
    CLUB_STAMP,
    MOST,
    EveningScroll,
    NotedDeal,
    RankLine,
    ScrollField,
    ScrollStep,
    SealStamp,
)

Kind = TypeVar("Kind")
HEARTS = tuple(f"H{rank}" for rank in [*"23456789", "10", *"JQKA"])
SLAM = ("SQ", *HEARTS, "DJ", "C10")
STAMP = SealStamp(
    "赵敏",
    False,
    ((2, 2), (98, 2), (98, 98), (2, 98)),
    ((("M", (10, 10)), ("L", (50, 10)), ("C", (60, 20, 60, 40, 50, 50)), ("Z", ())),),
    3,
    True,
)
NAMES = (
    "赵敏",
    "林晓燕／欧阳明珠",
    "阿卜杜热合曼·买买提依明江",
    "Konstantinos Papadimitriou-Oikonomopoulos",
)


def steps_of(number: int, rounds: int, entries: int) -> tuple[ScrollStep, ...]:
    """Return places that go up and down, and end at the number."""
    before = (
        ScrollStep(round_, (number * (rounds - round_ + 1)) % entries + 1, number % 4 + 1)
        for round_ in range(1, rounds)
    )
    return (*before, ScrollStep(rounds, number))


def evening(
    entries: int, *, rounds: int = 8, fields: int = 1, seals: int = 1, notes: int = 3
) -> EveningScroll:
    shown = min(entries, MOST // fields)
    lines = tuple(
        RankLine(
            number,
            str(number),
            NAMES[number % len(NAMES)],
            str(1400 - number),
            steps_of(number, rounds, entries),
        )
        for number in range(1, shown + 1)
    )
    field = ScrollField("", "各轮名次", "赵敏以桌分14夺冠。", lines, rounds >= 3, (STAMP,) * seals)
    noted = NotedDeal("满贯", "第4轮3号桌第2副", "、".join(NAMES), "+3600", SLAM)
    return EveningScroll((field,) * fields, (noted,) * notes, "值得一记的牌")


def of_kind(drawing: Drawing, kind: type[Kind]) -> list[Kind]:
    return [one for part in drawing.parts for one in part.shapes if isinstance(one, kind)]


@pytest.mark.parametrize("wide", [NARROW, WIDE])
@pytest.mark.parametrize("entries", [4, 16, 118, 1000])
@pytest.mark.parametrize("rounds", [2, 3, 24])
def test_everything_stands_within_the_drawing(wide: float, entries: int, rounds: int) -> None:
    drawing = lay_out(evening(entries, rounds=rounds), wide)
    for part in drawing.parts:
        for shape in part.shapes:
            left = right = shape.x
            top = bottom = shape.y
            if isinstance(shape, Bend):
                right, bottom = shape.to_x, max(shape.y, shape.to_y)
            elif isinstance(shape, ScrollBox):
                right, bottom = shape.x + shape.width, shape.y + shape.height
            elif isinstance(shape, Text):
                left -= {"left": 0.0, "middle": shape.room / 2, "right": shape.room}[shape.align]
                right = left + shape.room
            elif isinstance(shape, Seal):
                right, bottom = shape.x + shape.size, shape.y + shape.size
            elif isinstance(shape, ScrollCard | ScrollDot):
                half = shape.radius if isinstance(shape, ScrollDot) else shape.width * 0.86
                left, right = shape.x - half, shape.x + half
            assert left >= -0.5, shape
            assert right <= wide + 0.5, shape
            assert top >= 0, shape
            assert bottom <= part.height, shape


@pytest.mark.parametrize("wide", [NARROW, WIDE])
@pytest.mark.parametrize("name", ["Grace Dubois", "David Anderssen", "陈思远／林晓燕", "王小明"])
def test_usual_names_are_whole_beside_their_points(wide: float, name: str) -> None:
    field = evening(16).fields[0]
    lines = tuple(replace(line, name=name, total="+2670") for line in field.lines)
    drawing = lay_out(EveningScroll((replace(field, lines=lines),), (), ""), wide)
    shown = [text for text in of_kind(drawing, Text) if text.text == name]
    assert len(shown) == len(lines)
    assert min(text.size for text in shown) >= 13


@pytest.mark.parametrize("wide", [NARROW, WIDE])
@pytest.mark.parametrize(
    "name",
    ["Clara Montgomery-Smith", "Maximilian Featherstonehaugh", "Anna-Lena Kowalski／Ben Hughes"],
)
def test_a_long_name_has_two_lines_instead_of_dots(wide: float, name: str) -> None:
    field = evening(16).fields[0]
    lines = tuple(replace(line, name=name, total="+2670") for line in field.lines)
    drawing = lay_out(EveningScroll((replace(field, lines=lines),), (), ""), wide)
    names = [text for text in of_kind(drawing, Text) if text.weight != "title"]
    assert not [text.text for text in names if text.text.endswith("…")]
    assert min(text.size for text in names) >= 9
    for upper, lower in pairwise(text for text in names if text.align == "left"):
        assert lower.y - upper.y >= upper.size, (upper, lower)


@pytest.mark.parametrize("wide", [NARROW, WIDE])
def test_a_deal_of_note_says_its_place_and_names_whole(wide: float) -> None:
    place, names = "第3轮41号桌第4副牌（本轮第4副）", "Clara Wong, Ben Hughes"
    noted = replace(evening(4).notes[0], place=place, names=names)
    drawing = lay_out(EveningScroll((), (noted,) * 3, "值得一记的牌"), wide)
    shown = [text.text for text in of_kind(drawing, Text)]
    assert shown.count(place) == shown.count(names) == 3


def test_the_winner_s_line_is_in_cinnabar_and_ends_in_the_seal() -> None:
    drawing = lay_out(evening(16))
    [seal] = of_kind(drawing, Seal)
    red = [bend for bend in of_kind(drawing, Bend) if bend.ink == "seal"]
    ends = max(red, key=lambda bend: bend.to_x)

    assert ends.to_x == seal.x
    assert seal.y < ends.to_y < seal.y + seal.size
    assert {bend.ink for bend in of_kind(drawing, Bend)} == {"seal", "ink", "faint"}


def test_who_wins_a_table_has_a_thick_line_to_the_next_round() -> None:
    widths = {}
    for at_table in (1, 2, 3, 4, 0):
        steps = (ScrollStep(1, 2), ScrollStep(2, 1, at_table), ScrollStep(3, 1))
        lines = (RankLine(1, "1", "赵敏", "14", steps), RankLine(2, "2", "韩雪", "12"))
        drawing = lay_out(EveningScroll((ScrollField("", "", "", lines, True),)))
        widths[at_table] = of_kind(drawing, Bend)[0].width

    assert widths[1] > widths[2] > widths[3] > widths[4] == widths[0]


def test_equals_after_the_last_round_end_in_rows_of_their_own() -> None:
    steps = tuple(ScrollStep(round_, 1) for round_ in (1, 2, 3))
    lines = tuple(RankLine(1, "1", name, "14", steps) for name in NAMES)
    drawing = lay_out(EveningScroll((ScrollField("", "", "", lines, True),)))
    last = max(bend.x for bend in of_kind(drawing, Bend))
    ends = {bend.to_y for bend in of_kind(drawing, Bend) if bend.x == last}

    assert len(ends) == len(NAMES)


def test_without_ranks_by_round_three_stand_on_a_podium() -> None:
    drawing = lay_out(evening(16, rounds=2, notes=0))

    assert not of_kind(drawing, Bend)
    assert {box.ink for box in of_kind(drawing, ScrollBox)} == {"sunk", "gold", "silver", "bronze"}
    assert len(of_kind(drawing, Seal)) == 1


@pytest.mark.parametrize("seals", [1, 2])
def test_seals_fit_the_winner_s_step(seals: int) -> None:
    drawing = lay_out(evening(16, rounds=2, notes=0, seals=seals))
    [step] = [box for box in of_kind(drawing, ScrollBox) if box.ink == "gold"]
    drawn = of_kind(drawing, Seal)

    assert len(drawn) == seals
    assert step.x < drawn[0].x
    assert drawn[-1].x + drawn[-1].size < step.x + step.width


def test_where_equals_share_a_place_there_are_no_steps() -> None:
    lines = tuple(RankLine(1, "1", name, "14") for name in NAMES)
    drawing = lay_out(EveningScroll((ScrollField("", "", "", lines, False),)))

    assert not of_kind(drawing, ScrollBox)
    assert len(of_kind(drawing, Text)) == 3 * len(lines)


@pytest.mark.parametrize(("seals", "beside"), [((STAMP,), True), ((STAMP, STAMP), False)])
def test_a_deal_of_note_has_the_seals_of_who_won_it_apart_from_its_words(
    seals: tuple[SealStamp, ...], beside: bool
) -> None:
    noted = replace(evening(4).notes[0], seals=seals)
    for wide in (NARROW, WIDE):
        drawing = lay_out(EveningScroll((), (noted,) * 3, ""), wide)
        drawn, texts = of_kind(drawing, Seal), of_kind(drawing, Text)
        assert len(drawn) == 3 * len(seals)
        least = 56 / 390 * 432 if wide == NARROW else 42 / 1.3
        assert min(seal.size for seal in drawn) >= least
        for seal in drawn:
            assert seal.x + seal.size <= wide
            for text in texts:
                left = text.x - (text.room if text.align == "right" else 0)
                is_beside = left >= seal.x + seal.size or left + text.room <= seal.x
                assert is_beside or not seal.y < text.y - text.size / 2 < seal.y + seal.size
            for card in of_kind(drawing, ScrollCard):
                is_beside = abs(card.x - seal.x - seal.size / 2) > (card.width + seal.size) / 2
                assert is_beside or not seal.y < card.y - card.width * 0.7 < seal.y + seal.size
        assert (drawn[0].y < texts[2].y) is (beside or wide == NARROW)


def test_the_club_s_mark_is_drawn_in_its_ink_and_no_seal() -> None:
    club = ClubMark("Jade & Co", "navy")
    plain = LongPicture(
        PictureHead("", "Ann", club=club),
        PictureState("", ""),
        evening(4, notes=0, seals=0),
        Foot("", ""),
    )
    [field] = plain.evening.fields
    marked = replace(plain, evening=EveningScroll((replace(field, seals=(CLUB_STAMP,)),)))
    with Image.open(io.BytesIO(pictures.draw(marked))) as image:
        colours = image.convert("RGB").getcolors(1 << 20) or []
    navy = sum(
        count
        for count, colour in colours
        if isinstance(colour, tuple)
        and sum(map(abs, map(sub, colour, ImageColor.getrgb(club.colour)))) < 24
    )
    assert navy > 150 * 150 * 0.6


def test_a_part_is_the_same_after_it_was_stored() -> None:
    for part in lay_out(evening(118), WIDE).parts:
        assert ScrollPart.from_json(json.loads(json.dumps(part.as_json()))) == part


@pytest.mark.parametrize("entries", [2, 4, 16, 118, 1000])
def test_lines_of_a_page_end_in_the_rows_of_their_names(entries: int) -> None:
    chart = svg.rank_chart(evening(entries).fields[0])
    drawn = str(chart.drawn)
    high = svg.ROW * (len(chart.lines) + svg.BELOW * chart.has_more)
    ends = [int(y) for y in re.findall(r"M700 (\d+)h0", drawn)]

    assert f'viewBox="0 0 700 {high}"' in drawn
    assert ends == [svg.ROW * number - svg.ROW // 2 for number in range(len(chart.lines), 0, -1)]
    assert chart.has_more is (entries > MOST)
    assert all(0 < int(y) < high for y in re.findall(r"M\d+ (\d+)[ch]", drawn))
    assert drawn.rindex("--seal") > drawn.rindex("--edge" if entries > 3 else "--ink")
    assert "style=" not in drawn
    assert len(drawn) < 14_000


@pytest.mark.parametrize(("rounds", "shown"), [(3, "123"), (24, "3 6 9 12 15 18 21 24")])
def test_numbers_of_rounds_have_room_and_the_last_is_among_them(rounds: int, shown: str) -> None:
    numbers = svg.rank_chart(evening(16, rounds=rounds).fields[0]).rounds
    assert len(numbers) == rounds
    assert " ".join(filter(None, numbers)).split() == (shown.split() if " " in shown else [*shown])


def test_equals_first_each_have_a_row_on_a_page() -> None:
    steps = tuple(ScrollStep(round_, 1) for round_ in (1, 2, 3))
    lines = tuple(RankLine(1, "1", name, "14", steps) for name in NAMES)
    drawn = str(svg.rank_chart(ScrollField("", "", "", lines, True)).drawn)
    assert len(set(re.findall(r"M200 (\d+)h0", drawn))) == len(NAMES)


def test_cards_of_a_note_are_a_fan_without_words() -> None:
    note = evening(4).notes[0]
    drawn = str(svg.drawn_fan(note))
    assert drawn.count("rotate") == len(SLAM)
    assert 'aria-hidden="true"' in drawn
    assert svg.drawn_fan(replace(note, cards=())) == ""


@pytest.mark.parametrize("cards", [SLAM, SLAM[:2]])
def test_a_fan_alone_fills_its_room(cards: Sequence[str]) -> None:
    drawn = str(svg.drawn_cards(cards, alone=True))
    left, _, wide, _ = map(int, re.findall(r'viewBox="([^"]+)"', drawn)[0].split())
    middles = [float(x) for x in re.findall(r"translate\(([\d.]+)", drawn)]
    assert 24 <= min(middles) - left <= 40
    assert 24 <= left + wide - max(middles) <= 40


def test_a_fan_is_turned_around_one_place() -> None:
    cards = of_kind(lay_out(evening(4, notes=1)), ScrollCard)
    around = {
        round(card.x - 5.2 * card.width * math.sin(math.radians(card.turn))) for card in cards
    }

    assert [card.code for card in cards] == [*SLAM]
    assert len(around) == 1
