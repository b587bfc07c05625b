"""The picture of an event that chats show beside its address."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest
from PIL import Image, ImageChops, ImageColor

from tests.web.publish.pictures.test_drawing import (
    CHINESE,
    FINISHED,
    HEAD,
    HEARTS,
    LATIN,
    PAIRS,
    SHADE,
    opened,
    places,
    red_in,
    seals,
)
from web.publish.pdf.seal_shape import ClubMark
from web.publish.pictures import cover
from web.publish.pictures.canvas import ACCENT
from web.publish.pictures.cover import Cover, CoverFelt
from web.publish.pictures.parts import EDGE, SEAL_SIDE, PictureState

GAME: Final = CoverFelt((), "16人", "拱猪")


@pytest.mark.parametrize("names", [CHINESE, LATIN, PAIRS])
def test_a_cover_is_large_enough_for_a_chat(names: tuple[str, ...]) -> None:
    image = opened(cover.draw(Cover(HEAD, FINISHED, GAME, places(names, 3))))
    assert image.size == cover.SIZE
    assert min(image.size) >= 300


def test_a_long_limit_takes_no_place_from_a_cover() -> None:
    """Beside the state it has no room in English: it stands at the right of the line above."""
    head = replace(HEAD, title="秋季个人赛")
    told = PictureState("In play", "Round 5 is in play: 10 of 16 deals are in.", "live")
    limited = replace(told, limit="Provisional, as of 2026-12-01 04:47.")
    shown = (
        opened(cover.draw(Cover(head, state, GAME, places(CHINESE, 3))))
        for state in (told, limited)
    )
    without, with_limit = (image.crop((0, 330, *cover.SIZE)) for image in shown)
    # The few colours are chosen anew, with the one of the limit among them.
    assert max(ImageChops.difference(without, with_limit).convert("L").tobytes()) <= 5 * SHADE


@pytest.mark.parametrize("cards", [("SQ", *HEARTS, "DJ", "C10"), ("HQ", "DJ"), ("SA",)])
def test_the_felt_of_a_cover_has_its_cards_above_its_words(cards: tuple[str, ...]) -> None:
    shown = Cover(HEAD, FINISHED, GAME, places(LATIN, 3))
    other = replace(GAME, cards=cards, told="赵敏 +320")
    plain, fanned = (
        opened(cover.draw(replace(shown, felt=each))) for each in (replace(other, cards=()), other)
    )
    far = ImageChops.difference(plain, fanned).convert("L")
    changed = far.point([255 if shade > 40 else 0 for shade in range(256)]).getbbox()
    assert changed is not None
    right = cover.SIZE[0] - EDGE + 24
    assert right - cover.FAN < changed[0]
    assert changed[2] < right
    ivory = fanned.crop((right - cover.FAN + 4, 320, right - 4, cover.BOTTOM - cover.TOLD))
    white = ivory.convert("L").point([255 if shade > 240 else 0 for shade in range(256)]).getbbox()
    assert white is not None
    assert white[3] - white[1] >= 100
    # The middle of the cards is that of the felt.
    assert abs(white[0] + white[2] - ivory.width) <= 24


@pytest.mark.parametrize("title", ["个人赛", "升级双人小组赛和淘汰赛"])
def test_the_title_of_a_cover_is_as_large_as_it_fits_on_one_line(title: str) -> None:
    """At a quarter of its width, as chats show it, a sign is at least 18 pixels high."""
    shown = Cover(
        replace(HEAD, title=title), FINISHED, GAME, instead=("12月1日 星期二", "19:00开始")
    )
    image = opened(cover.draw(shown)).crop((0, 145, cover.SIZE[0], 250)).convert("L")
    ink = image.point([255 if shade < 100 else 0 for shade in range(256)]).getbbox()
    assert ink is not None
    assert ink[3] - ink[1] >= 72


def red_blocks(image: Image.Image) -> list[tuple[int, int]]:
    """Where columns with much of a seal's red begin and end, from the left."""
    red = red_in(image)
    is_red = [
        sum(1 for shade in red.crop((x, 0, x + 1, red.height)).tobytes() if shade) > 8
        for x in range(red.width)
    ]
    edges = [x for x in range(1, red.width) if is_red[x] != is_red[x - 1]]
    blocks: list[tuple[int, int]] = []
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        # The characters of a seal are no gap between two.
        if blocks and start - blocks[-1][1] < 12:
            blocks[-1] = (blocks[-1][0], end)
        else:
            blocks.append((start, end))
    return blocks


@pytest.mark.full
@pytest.mark.usefixtures("serif_face")
@pytest.mark.parametrize("word", ["正式", "Official"])
def test_the_winners_seal_stands_beside_the_stamp_of_a_cover(word: str) -> None:
    state = replace(FINISHED, seal=word)
    head = replace(HEAD, title="秋季个人赛")
    shown = Cover(head, state, GAME, places(CHINESE, 3), seals=seals("马丽莎"))
    own, stamp = red_blocks(opened(cover.draw(shown)).crop((0, 0, cover.SIZE[0], 230)))
    assert abs(own[1] - own[0] - SEAL_SIDE) <= 8
    assert stamp[0] - own[1] >= 20
    assert abs(stamp[1] - (cover.SIZE[0] - EDGE)) <= 4
    # A long title needs the room.
    long = opened(cover.draw(replace(shown, head=HEAD))).crop((0, 0, cover.SIZE[0], 230))
    assert len(red_blocks(long)) == 1


@pytest.mark.full
def test_the_same_words_are_the_same_bytes() -> None:
    shown = Cover(HEAD, FINISHED, GAME, places(CHINESE, 3))
    assert cover.draw(shown) == cover.draw(shown)


@pytest.mark.parametrize("club", [ClubMark("清风社", "tea"), ClubMark("Jade", "navy"), None])
def test_the_head_bears_the_mark_and_the_colour_of_the_club(club: ClubMark | None) -> None:
    shown = Cover(replace(HEAD, club=club), FINISHED, GAME, places(CHINESE, 3))
    image = opened(cover.draw(shown))
    wanted = ImageColor.getrgb(club.colour if club else ACCENT)
    found = image.getpixel((600, 4))
    assert isinstance(found, tuple)
    assert all(abs(one - other) <= SHADE for one, other in zip(found, wanted, strict=True))
