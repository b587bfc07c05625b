"""Cards and tricks as they are typed: which were played together is never guessed."""

from __future__ import annotations

import pytest

from web.desk.typed_sheets import typed, typed_plays

TWO_DECKS = typed_plays.TypedTable(
    ("N", "W", "S", "E"), {seat.lower(): seat for seat in "NWSE"}, {}, 2
)


@pytest.mark.parametrize(
    ("line", "plays", "is_parted"),
    [
        ("N: S4 S4 SK SK", 0, False),
        ("N: S4 S4 SK S2", 0, False),
        ("N: S4 S4 / SK SK", 2, True),
        ("N: S4 / S4 / SK / SK", 4, True),
        ("N: S4 W: S4 S: SK E: SK", 4, True),
        ("N: S4 S5 SK SK", 4, True),
        ("N: S4 S4 SK SK S2 S2 S3 S3", 4, True),
    ],
)
def test_cards_that_may_be_played_together_or_alone_are_asked_for(
    line: str, plays: int, is_parted: bool
) -> None:
    ((_number, read),) = typed_plays.lines(line, TWO_DECKS)
    assert read.is_parted is is_parted
    assert not is_parted or (read.is_trick, len(read.plays)) == (True, plays)


@pytest.mark.parametrize(
    "trick", [["S4", "S4", "SK", "SK"], ["S4", "S4", "SK", "S2"], ["S4", "S5", "SK", "SK"]]
)
def test_single_cards_that_are_alike_are_written_so_that_they_are_read_again(
    trick: list[str],
) -> None:
    report = [[seat, [card]] for seat, card in zip("NWSE", trick, strict=True)]
    ((_number, read),) = typed_plays.lines(typed_plays.written(report, TWO_DECKS), TWO_DECKS)
    assert typed_plays.as_report(read.plays, 2) == report
    assert (read.is_trick, read.is_parted) == (True, True)


@pytest.mark.parametrize(
    ("typed_text", "codes"),
    [
        ("SQ H2 H3", "SQ H2 H3"),
        ("h2-5", "H2 H3 H4 H5"),
        ("h2 3 4 10 j", "H2 H3 H4 H10 HJ"),
        ("HAKQ", "HA HK HQ"),
        ("♥T，♠Q、方块J", "H10 SQ DJ"),
        ("HA-Q", "HA HK HQ"),
        ("猪 pig", "SQ SQ"),
        ("♥ 2", "H2"),
    ],
)
def test_cards_are_typed_in_many_ways(typed_text: str, codes: str) -> None:
    names = typed.card_names("gongzhu", ["SQ", "DJ", "C10"])
    assert typed.cards(typed_text, names) == typed.TypedCards(tuple(codes.split()))


@pytest.mark.parametrize("typed_text", ["", "SQ H2-9 HA", "S2 S4 C10"])
def test_what_was_written_is_read_again(typed_text: str) -> None:
    assert typed.written(typed.cards(typed_text, {}).cards) == typed_text


def test_what_is_no_card_is_named() -> None:
    assert typed.cards("SQ H1 Z9 H2-D4 5", {}).unread == ("h1", "z9", "h2-d4")
